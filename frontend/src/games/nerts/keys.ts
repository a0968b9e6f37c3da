/** Nerts by keyboard: space flips, digits choose piles from left to right, F to the foundation, N calls. */
import { cardSign } from '../../cards/suits.ts'
import { count, ids } from '../../table/fold.ts'
import type { Move } from '../../wire/frames.ts'
import type { Sight } from '../module.ts'
import { boardOf, left, pileOrder, topOf } from './facts.ts'
import { cardFor, dropsOf, flipKind, foundationFor, moveTo } from './plays.ts'
import { whyNot } from './words.ts'

/** What a key comes to: a move (`loose`: to any foundation), another chosen pile (null: none), or words why not. */
export type Keyed = { move: Move; loose?: boolean } | { choose: string | null } | { say: string }

/** What a key means; null for one that means nothing here. `chosen` is a pile, `picked` a card in hand. */
export function keyed(key: string, sight: Sight, chosen: string | null, picked: string | null): Keyed | null {
  if (sight.seat === null) return null
  if (key === ' ') return flip(sight, sight.seat)
  if (key === 'n') return left(sight.view, sight.seat) ? { say: 'Your Nerts pile is not empty' } : { move: ['call'] }
  if (key === 'f') return toFoundation(sight, sight.seat, chosen, picked)
  if (key === 'Escape') return chosen === null ? null : { choose: null }
  if (!/^[1-9]$/.test(key)) return null
  const zone = pileOrder(sight)[Number(key) - 1]
  return zone === undefined ? null : toPile(sight, sight.seat, zone, chosen, picked)
}

function flip(sight: Sight, seat: number): Keyed {
  return flipKind(sight.view, seat) === null ? { say: 'Nothing to flip' } : { move: ['flip', count(sight.view, boardOf(sight.view, seat).stock)] }
}

/** The chosen card, else the first that goes. */
function toFoundation(sight: Sight, seat: number, chosen: string | null, picked: string | null): Keyed {
  const { view } = sight
  const card = picked ?? (chosen === null ? null : topOf(view, chosen))
  const tops = card === null ? tryOrder(sight, seat).flatMap((zone) => topOf(view, zone) ?? []) : [card]
  const goes = tops.find((top) => foundationFor(view, top) !== null && dropsOf(view, seat, top).length)
  if (goes === undefined) return { say: card === null ? 'No card for a foundation' : whyNot(sight, card) }
  const move = moveTo(view, seat, goes, foundationFor(view, goes)!)
  return move === null ? { say: whyNot(sight, goes) } : { move, loose: true }
}

function tryOrder(sight: Sight, seat: number): string[] {
  const { nerts, work, waste } = boardOf(sight.view, seat)
  return [nerts, waste, ...work]
}

function toPile(sight: Sight, seat: number, zone: string, chosen: string | null, picked: string | null): Keyed {
  const { view } = sight
  if (picked === null && chosen === null) return count(view, zone) ? { choose: zone } : { say: 'Nothing lies there' }
  if (picked === null && chosen === zone) return obvious(sight, seat, zone)
  const card = picked ?? cardFor(view, seat, chosen!, zone)
  const move = card === null || !dropsOf(view, seat, card).includes(zone) ? null : moveTo(view, seat, card, zone)
  const top = card ?? topOf(view, chosen!)
  return move === null ? { say: top === null ? 'That does not go' : `${cardSign(top)} does not fit there` } : { move }
}

/** A pile chosen twice: its top card, else a run of it, to the obvious place. */
function obvious(sight: Sight, seat: number, zone: string): Keyed {
  const { view } = sight
  const cards = topOf(view, zone) === null ? [] : ids(view, zone).toReversed()
  for (const card of cards) {
    const to = dropsOf(view, seat, card)[0]
    const move = to === undefined ? null : moveTo(view, seat, card, to)
    if (move !== null) return { move, loose: true }
  }
  return { say: cards[0] === undefined ? 'That does not go' : whyNot(sight, cards[0]) }
}
