/** Jokers' faces: fetched by games that have some, for most have none. */
import { GOLD, INK, PAPER, pip, robe } from './courts.ts'
import { type FaceStyle, glyph, glyphWidth, jokers, turned } from './faces.ts'
import { rankOf, suitInk, suitOf } from './suits.ts'

const STAR = 'M50 4 61 36 95 37 68 57 78 90 50 71 22 90 32 57 5 37 39 36Z'
const HEATHER = '#8c4fc0'
const star = (x: number, y: number, size: number, colour: string): string =>
  `<path fill="${colour}" d="${STAR}" transform="translate(${x} ${y}) scale(${size}) translate(-50 -50)"/>`

/** A joker that may be any card, and stands for none yet. */
function joker(card: string, style: FaceStyle): string {
  const colour = card.charAt(1) === '1' ? '#c3172f' : '#1c1a33'
  if (style !== 'classic') return `<g>${star(26, 25, 0.38, colour)}${star(80, 21, 0.24, HEATHER)}</g><g transform="translate(50 88) scale(1.13)">${jester(colour)}</g>`
  const figure = `<g clip-path="url(#jester-half)"><g transform="translate(50 66) scale(.98)">${jester(colour)}</g></g>`
  const corners = `<g>${star(14, 17, 0.2, colour)}${star(87, 16, 0.14, HEATHER)}</g>`
  return corners + turned(corners) + figure
}

/** A joker as the card it stands for: that card's index, the joker's figure, and a star where only the index shows. */
function jokerAs(as: string, style: FaceStyle): string {
  const rank = rankOf(as)
  const open = 'rb'.includes(as.charAt(1))
  const ink = suitInk(open ? (as.charAt(1) === 'r' ? 'H' : 'S') : suitOf(as))
  const sign = (x: number, y: number, size: number): string => (open ? star(x, y, size * 1.15, HEATHER) : pip(suitOf(as), x, y, size))
  const figure = jester(ink)
  if (style === 'tick') return `<g fill="${ink}">${glyph(rank, 50 - glyphWidth(rank, 46) / 2, 11, 46)}${sign(34, 104, 0.4)}</g>${star(76, 104, 0.34, HEATHER)}`
  if (style === 'classic') {
    const index = `<g fill="${ink}">${glyph(rank, 14 - glyphWidth(rank, 17.5) / 2, 7.5, 17.5, 1)}${sign(14, 36, 0.165)}</g>`
    return index + turned(index) + `<g clip-path="url(#jester-half)"><g transform="translate(50 66) scale(.8)">${figure}</g></g>`
  }
  const wide = rank === 'T' ? 0.78 : 1
  const slim = style === 'slim' ? 1.15 : 1
  const index = `<g fill="${ink}">${glyph(rank, 7, 6.5, 31.5 * slim, wide)}${sign(style === 'fan' ? 21 : 80, style === 'fan' ? 60 : 23, 0.29)}</g>`
  const mark = style === 'fan' || open ? '' : star(53, 16, 0.2, HEATHER)
  return index + mark + `<g transform="translate(${style === 'fan' ? 60 : 50} 94) scale(${style === 'fan' ? 0.9 : 1})">${figure}</g>`
}

/** The joker's figure, in the same box as the courts. */
function jester(colour: string): string {
  return (
    robe(colour) +
    `<path fill="${GOLD}" d="M-26 20-16 36-8 18 0 36 8 18 16 36 26 20 9 12H-9Z"/>` +
    `<rect x="-10.5" y="-9" width="21" height="22" rx="9" fill="#f6d5bd"/>` +
    `<circle cx="-4.4" cy="0" r="1.5" fill="${INK}"/><circle cx="4.4" cy="0" r="1.5" fill="${INK}"/>` +
    `<path d="M-5 6Q0 11 5 6" fill="none" stroke="#a8152c" stroke-width="2" stroke-linecap="round"/>` +
    `<path fill="${colour}" d="M-13-6C-16-22-30-20-32-8-34-26-14-36 0-20Z"/>` +
    `<path fill="#8c4fc0" d="M13-6C16-22 30-20 32-8 34-26 14-36 0-20Z"/><path fill="${GOLD}" d="M-8-8C-8-22-4-30 0-34 4-30 8-22 8-8Z"/>` +
    `<rect x="-14" y="-9" width="28" height="5" rx="2.5" fill="${PAPER}"/>` +
    `<g fill="${GOLD}"><circle cx="-32" cy="-5" r="3.4"/><circle cx="32" cy="-5" r="3.4"/><circle cx="0" cy="-36" r="3.4"/></g>`
  )
}

jokers.draw = (card, style, as) => (as ? jokerAs(as, style) : joker(card, style))
