/** The photo finish: a card that comes a moment after its like for the same place may land as well. */
import { cardSign } from '../../cards/suits.ts'
import { ids, type View } from '../../table/fold.ts'
import type { Op } from '../../wire/frames.ts'
import { isFoundation, optionsOf, ownerOf, standsFor } from './facts.ts'

/** ms of the line's way there and back, on top of the window: the server judges, the hint is generous. */
const SLACK = 300

/** When a card was first seen on a foundation, by the page's clock. */
const seen = new Map<string, number>()
let hand: unknown = null

const isAlike = (a: string, b: string): boolean => a.slice(0, 2) === b.slice(0, 2)

/** Look at the foundations' tops: called for every view that is laid out. */
export function watchLandings(view: View, now = performance.now()): void {
  if (!optionsOf(view).photo) return
  if (hand !== view.facts.hand) {
    hand = view.facts.hand
    seen.clear()
  }
  for (const zone of Object.keys(view.zones)) {
    if (isFoundation(zone)) for (const card of ids(view, zone)) if (!seen.has(card)) seen.set(card, now)
  }
}

/** The place in a foundation, from its bottom, where a late card, or what a joker stands for, may still land: over its like. Null for none. */
export function latePlace(view: View, card: string, target: string, now = performance.now()): number | null {
  const { photo } = optionsOf(view)
  if (!photo) return null
  const pile = ids(view, target)
  const alike = pile.filter((there) => isAlike(standsFor(view, there), card))
  const first = alike.length ? seen.get(alike[0]!) : undefined
  if (first === undefined || now - first > photo + SLACK) return null
  return pile.lastIndexOf(alike.at(-1)!) + 1
}

/** Words for a card of mine that the server let land late, if these ops are that; else null. */
export function lateWords(ops: readonly Op[], before: View, view: View, seat: number | null): string | null {
  for (const op of ops) {
    if (op[0] !== 'm' || op[4] === undefined || !isFoundation(op[2]) || typeof op[3] === 'number') continue
    const [, , target, [card]] = op
    // A guess finds the card where it is played from, its entry where the guess has put it.
    const mine = card !== undefined && ownerOf(card) === seat && ids(before, target).includes(card)
    if (mine && ids(view, target).some((there) => there !== card && isAlike(standsFor(view, there), standsFor(view, card)))) return `Photo finish: your ${cardSign(standsFor(view, card))} counts too`
  }
  return null
}
