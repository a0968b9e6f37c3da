/** Court figures from plain shapes: head centred on 0,0, shoulders ending at y 44. Four complexions, one gold. */
import { isWarm, SUIT_PATHS, type Suit } from './suits.ts'

const SKIN: Record<Suit, string> = { H: '#f6d5bd', D: '#e2b58d', S: '#c98f66', C: '#f0c9ac' }
const HAIR: Record<Suit, string> = { H: '#8a4a1f', D: '#3a2418', S: '#221a26', C: '#d9a24a' }
export const INK = '#1c1a33'
export const PAPER = '#fffefb'
export const GOLD = '#f0a830'

const EYES = `<circle cx="-4.4" cy="-1" r="1.5" fill="${INK}"/><circle cx="4.4" cy="-1" r="1.5" fill="${INK}"/>`
const ROBE = 'M-36 60V44C-36 25-23 16-9 14H9C23 16 36 25 36 44V60Z'
export const robe = (colour: string): string => `<path fill="${colour}" d="${ROBE}"/>`

/** A suit's pip with its middle at x, y; `size` is its height in hundredths. */
export const pip = (suit: Suit, x: number, y: number, size: number, upsideDown = false): string =>
  `<path d="${SUIT_PATHS[suit]}" transform="translate(${x} ${y})${upsideDown ? ' rotate(180)' : ''} scale(${size}) translate(-50 -50)"/>`

function king(suit: Suit, colour: string): string {
  const skin = SKIN[suit]
  const hair = HAIR[suit]
  return (
    robe(colour) +
    `<path fill="${PAPER}" d="M-8 14H8L12.5 60H-12.5Z"/>` +
    `<path fill="${GOLD}" d="M-11 14-8 14-12.5 60H-17ZM8 14H11L17 60H12.5Z"/><g fill="${colour}">${pip(suit, 0, 34, 0.12)}</g>` +
    `<path fill="${hair}" d="M-15-8H15V8C15 14 11 16 8 16H-8C-11 16-15 14-15 8Z"/>` +
    `<rect x="-10.5" y="-10" width="21" height="20" rx="7" fill="${skin}"/>${EYES}` +
    `<path fill="${hair}" d="M-10.5 4C-7 3-4 6 0 4.5 4 6 7 3 10.5 4V11C10.5 19 4 24 0 26-4 24-10.5 19-10.5 11Z"/>` +
    `<path d="M-3 9.5H3" stroke="${PAPER}" stroke-width="1.8" stroke-linecap="round"/>` +
    `<path fill="${GOLD}" d="M-15-7-18-25-8.5-17 0-29 8.5-17 18-25 15-7Z"/><path fill="${colour}" d="M-15.4-11.5H15.4L15-6.5H-15Z"/>` +
    `<g fill="${colour}"><circle cx="-18" cy="-26" r="2.6"/><circle cx="0" cy="-30" r="2.8"/><circle cx="18" cy="-26" r="2.6"/></g>`
  )
}

function queen(suit: Suit, colour: string): string {
  const tint = isWarm(suit) ? '#ffd5cc' : '#ccd8f2'
  const hair = HAIR[suit]
  return (
    `<path fill="${hair}" d="M0-17C15-17 20-5 19 6 18 16 22 20 25 25H-25C-22 20-18 16-19 6-20-5-15-17 0-17Z"/>` +
    robe(colour) +
    `<path fill="${SKIN[suit]}" d="M-5 8H5V15C5 20-5 20-5 15Z"/>` +
    `<path fill="none" stroke="${tint}" stroke-width="4.6" stroke-linecap="round" stroke-dasharray=".1 6.2" d="M-16 18C-10 32 10 32 16 18"/>` +
    `<circle cx="0" cy="36" r="4.6" fill="${GOLD}"/><circle cx="0" cy="36" r="1.8" fill="${colour}"/>` +
    `<ellipse cx="0" cy="0" rx="10.5" ry="12" fill="${SKIN[suit]}"/>${EYES}` +
    `<path d="M-3.2 5.6Q0 8.2 3.2 5.6" fill="none" stroke="#a8152c" stroke-width="1.9" stroke-linecap="round"/>` +
    `<path fill="${hair}" d="M-11.5 0C-12-11-5-9 0-12 5-9 12-11 11.5 0 15-16 7-17 0-17-7-17-15-16-11.5 0Z"/>` +
    `<path fill="none" stroke="${GOLD}" stroke-width="4" d="M-15.5-10C-9-19 9-19 15.5-10"/>` +
    `<g fill="${GOLD}"><circle cx="-10.5" cy="-18.5" r="3"/><circle cx="10.5" cy="-18.5" r="3"/><circle cx="0" cy="-23" r="4.4"/></g>` +
    `<circle cx="0" cy="-23" r="1.9" fill="${colour}"/>`
  )
}

function jack(suit: Suit, colour: string): string {
  const tint = isWarm(suit) ? '#ffd5cc' : '#ccd8f2'
  return (
    robe(colour) +
    `<path fill="${tint}" d="M0 14H9C23 16 36 25 36 44V60H0Z"/><path fill="${GOLD}" d="M-13 13.5 0 26 13 13.5 9 11H-9Z"/>` +
    `<circle cx="0" cy="33" r="2.2" fill="${GOLD}"/><circle cx="0" cy="40" r="2.2" fill="${GOLD}"/>` +
    `<path fill="${HAIR[suit]}" d="M-15-9H15V7C15 12 12 12 10.5 10H-10.5C-12 12-15 12-15 7Z"/>` +
    `<path fill="${SKIN[suit]}" d="M-10.5-8H10.5V3C10.5 9 5 14 0 14S-10.5 9-10.5 3Z"/>${EYES}` +
    `<path d="M-2.6 7Q0 8.6 2.6 7" fill="none" stroke="#7a2b1c" stroke-width="1.7" stroke-linecap="round"/>` +
    `<path fill="${GOLD}" d="M13-13C16-22 23-28 30-30 30-22 25-13 16-9Z"/><path d="M14-11 27-27" stroke="${colour}" stroke-width="1.2"/>` +
    `<path fill="${colour}" d="M-17-9C-21-20-6-25 3-23 12-21 19-16 17-9Z"/><rect x="-17" y="-11" width="34" height="5" rx="2.5" fill="${GOLD}"/>`
  )
}

/** A king, queen or jack in the suit's colour. */
export function court(rank: string, suit: Suit, colour: string): string {
  return rank === 'K' ? king(suit, colour) : rank === 'Q' ? queen(suit, colour) : jack(suit, colour)
}
