/** What a board could play, by what its player sees: for the coach, and for what was missed. */
import { cardSign } from '../../cards/suits.ts'
import { count, ids, type View } from '../../table/fold.ts'
import { boardOf, isFoundation, optionsOf, topOf } from './facts.ts'
import { accepts, cardFor, dropsOf, flipKind, foundationFor } from './plays.ts'

/** A play that is good for something; the more it is worth, the higher its value, in points of the hand. */
export interface Chance {
  card: string
  source: string
  target: string
  value: number
}

/** Plays that are worth no points themselves. */
const TO_A_PILE = 0.2
const OPENS = 0.1

/** The good plays of a board, the best first; of a card its best one. */
export function chances(view: View, seat: number): Chance[] {
  const { nerts, waste, work } = boardOf(view, seat)
  const found: Chance[] = []
  for (const source of [nerts, waste, ...work]) {
    const card = topOf(view, source)
    const target = card === null ? undefined : dropsOf(view, seat, card)[0]
    if (card === null || target === undefined) continue
    const value = valueOf(view, seat, source, target)
    if (value > 0) found.push({ card, source, target, value })
  }
  for (const source of work) {
    const run = opening(view, seat, source)
    if (run) found.push(run)
  }
  return found.sort((a, b) => b.value - a.value)
}

function valueOf(view: View, seat: number, source: string, target: string): number {
  const { nerts, waste } = boardOf(view, seat)
  const home = isFoundation(target) ? 1 : 0
  if (source === nerts) return optionsOf(view).penalty + home
  // A gap is the Nerts pile's, as long as there is one.
  const wasted = !home && !count(view, target) && count(view, nerts) > 0
  return source === waste && !home ? (wasted ? 0 : TO_A_PILE) : home
}

/** A run that goes where that makes a gap, or lays a card bare that a foundation takes. */
function opening(view: View, seat: number, source: string): Chance | null {
  const pile = ids(view, source)
  for (const target of boardOf(view, seat).work) {
    const card = target !== source && count(view, target) ? cardFor(view, seat, source, target) : null
    if (card === null || accepts(view, seat, card, target) !== 'play') continue
    const below = pile[pile.indexOf(card) - 1]
    if (below === undefined || foundationFor(view, below) !== null) return { card, source, target, value: OPENS }
  }
  return null
}

/** What the coach would do: a play, a flip, the call, or nothing. */
export type Advice = Chance | 'flip' | 'call' | 'stuck'

export function advice(view: View, seat: number): Advice {
  if (!count(view, boardOf(view, seat).nerts)) return 'call'
  return chances(view, seat)[0] ?? (flipKind(view, seat) === null ? 'stuck' : 'flip')
}

/** A play in words: "5♥ from the Nerts pile to a foundation". */
export function playWords(view: View, seat: number, { card, source, target }: Chance, on = topOf(view, target)): string {
  const { nerts, waste } = boardOf(view, seat)
  const from = source === nerts ? 'the Nerts pile' : source === waste ? 'the waste' : `work pile ${Number(source.split('.')[1]) + 1}`
  const to = isFoundation(target) ? 'to a foundation' : on === null ? 'to the empty pile' : `to the ${cardSign(on)}`
  return `${cardSign(card)} from ${from} ${to}`
}
