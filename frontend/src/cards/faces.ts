/** Card faces and backs as SVG, 100 by 140: drawn for the screen, each index readable where the card is covered.
 *
 *  jumbo: rank left, suit right, within the top third (piles running down). fan: suit under rank (hands).
 *  classic: pips and double courts (from 90 px, little overlap). tick: rank and suit only (under 34 px). slim: a jumbo under 34 px, with a larger index. */
import { court, GOLD, pip } from './courts.ts'
import { GLYPHS } from './glyphs.ts'
import { isJoker, isWarm, rankOf, suitInk, suitOf } from './suits.ts'
import { weaveId } from './weaves.ts'

export type FaceStyle = 'jumbo' | 'fan' | 'classic' | 'tick' | 'slim'

/** Places of the pips, in hundredths of the middle field. */
const PIPS: Record<string, [number, number][]> = {
  2: [[50, 18], [50, 82]],
  3: [[50, 18], [50, 50], [50, 82]],
  4: [[26, 18], [74, 18], [26, 82], [74, 82]],
  5: [[26, 18], [74, 18], [50, 50], [26, 82], [74, 82]],
  6: [[26, 18], [74, 18], [26, 50], [74, 50], [26, 82], [74, 82]],
  7: [[26, 18], [74, 18], [26, 50], [74, 50], [26, 82], [74, 82], [50, 34]],
  8: [[26, 18], [74, 18], [26, 50], [74, 50], [26, 82], [74, 82], [50, 34], [50, 66]],
  9: [[26, 15], [74, 15], [26, 38], [74, 38], [26, 62], [74, 62], [26, 85], [74, 85], [50, 50]],
  T: [[26, 15], [74, 15], [26, 38], [74, 38], [26, 62], [74, 62], [26, 85], [74, 85], [50, 26], [50, 74]],
}
const EDGE =
  '<rect x=".6" y=".6" width="98.8" height="138.8" rx="6.6" fill="none" stroke="#1d1a33" stroke-opacity=".16" stroke-width="1.2"/>'

const svg = (body: string, paper = 'var(--card-paper)'): string =>
  `<svg viewBox="0 0 100 140" aria-hidden="true"><rect width="100" height="140" rx="7" fill="${paper}"/>${body}${EDGE}</svg>`

export const turned = (body: string): string => `<g transform="rotate(180 50 70)">${body}</g>`

/** A rank's outline with its top left at x, y; `squeeze` narrows it. */
export function glyph(rank: string, x: number, y: number, cap: number, squeeze = 1): string {
  const path = GLYPHS[rank]?.[1] ?? ''
  return `<path d="${path}" transform="translate(${x} ${y}) scale(${(cap / 100) * squeeze} ${cap / 100})"/>`
}
export const glyphWidth = (rank: string, cap: number): number => ((GLYPHS[rank]?.[0] ?? 60) * cap) / 100

function classic(card: string, colour: string): string {
  const rank = rankOf(card)
  const suit = suitOf(card)
  const squeeze = rank === 'T' ? 0.82 : 1
  const index = glyph(rank, 14 - (glyphWidth(rank, 17.5) * squeeze) / 2, 7.5, 17.5, squeeze) + pip(suit, 14, 36, 0.165)
  return index + turned(index) + middle(card, colour)
}

function middle(card: string, colour: string): string {
  const rank = rankOf(card)
  const suit = suitOf(card)
  if (rank === 'A') return pip(suit, 50, 70, 0.5)
  const pips = PIPS[rank]
  if (pips) return pips.map(([x, y]) => pip(suit, 20 + x * 0.6, 17 + y * 1.06, 0.2, y > 55)).join('')
  const half = `<g clip-path="url(#court-half)"><g transform="translate(50 42) scale(.84)">${court(rank, suit, colour)}</g></g>`
  const belt =
    `<rect x="25" y="67.6" width="50" height="4.8" fill="${GOLD}"/>` +
    `<path d="M27 70H73" stroke="${colour}" stroke-width="1.6" stroke-dasharray="2.4 2.4"/>`
  return half + turned(half) + belt
}

function jumbo(card: string, colour: string): string {
  const rank = rankOf(card)
  const suit = suitOf(card)
  const figure = 'JQK'.includes(rank)
    ? `<g transform="translate(50 ${rank === 'J' ? 86 : 87}) scale(1.14)">${court(rank, suit, colour)}</g>`
    : pip(suit, 50, 94, 0.66)
  return glyph(rank, 8, 7.5, 31.5) + pip(suit, 79, 23, 0.3) + figure
}

function fan(card: string, colour: string): string {
  const rank = rankOf(card)
  const suit = suitOf(card)
  const squeeze = rank === 'T' ? 0.8 : 1
  const x = 8 + Math.max(0, (26 - glyphWidth(rank, 31.5) * squeeze) / 2)
  const figure = 'JQK'.includes(rank)
    ? `<g transform="translate(61 87) scale(1.08)">${court(rank, suit, colour)}</g>`
    : pip(suit, 60, 96, 0.6)
  return glyph(rank, x, 7.5, 31.5, squeeze) + pip(suit, 21, 60, 0.29) + figure
}

function tick(card: string): string {
  const rank = rankOf(card)
  const squeeze = rank === 'T' ? 0.86 : 1
  return glyph(rank, 50 - (glyphWidth(rank, 50) * squeeze) / 2, 15, 50, squeeze) + pip(suitOf(card), 50, 106, 0.46)
}

/** Only the upper third shows: the index fills it. */
function slim(card: string): string {
  const rank = rankOf(card)
  const cap = rank === 'Q' ? 34 : 40 // its tail shows too
  return glyph(rank, 6, 4, cap, rank === 'T' ? 0.86 : 1) + pip(suitOf(card), 79, 23, 0.36)
}

/** Draws jokers, where there are some: see `jokers.ts`. */
export const jokers = { draw: (_card: string, _style: FaceStyle, _as: string): string => '' }

/** The face of a card as SVG markup; `as` is what a joker stands for. */
export function face(card: string, style: FaceStyle, as = ''): string {
  if (isJoker(card)) return svg(jokers.draw(card, style, as))
  const suit = suitOf(card)
  const ink = suitInk(suit)
  const draw = { jumbo, fan, classic, tick, slim }[style]
  const paper = isWarm(suit) ? 'var(--paper-warm)' : 'var(--paper-cool)'
  return svg(`<g fill="${ink}">${draw(card, ink)}</g>`, paper)
}

/** The back of a player's cards as SVG markup. */
export function back(weave: number): string {
  return svg(
    `<rect x="7" y="7" width="86" height="126" rx="4" fill="url(#${weaveId(weave)})"/>` +
      '<rect x="10.5" y="10.5" width="79" height="119" rx="2.5" fill="none" stroke="#fffefb" stroke-opacity=".55" stroke-width="1.4"/>',
  )
}
