/** The rules of jokers, as far as the page has to know them: where one goes, and what may be said of it. The server decides.
 *
 *  What may be said: a list of cards without the deck's digit, the usual one first; empty where a card fits and nothing
 *  is to be said, null where it does not fit. */
import '../../cards/jokers.ts'
import { count, ids, type View } from '../../table/fold.ts'
import type { Move, Op } from '../../wire/frames.ts'
import { factsOf, fits, foundations, isFoundation, isRed, lastRank, rank, RANKS, standsFor, topOf } from './facts.ts'

type Said = string[] | null

const isFree = (one: string): boolean => one.startsWith('*')
const opposite = (one: string): string => (isRed(one) ? 'SC' : 'HD')
const cards = (view: View, place: number, suits: string): Said =>
  place < 0 || place > lastRank(view) ? null : [...suits].map((suit) => RANKS[place]! + suit)

/** Of a card for a foundation. */
export function onFoundation(view: View, zone: string, card: string): Said {
  const one = standsFor(view, card)
  const top = topOf(view, zone)
  if (top === null) return isFree(one) ? cards(view, 0, 'SHCD') : one.startsWith('A') ? [] : null
  const under = standsFor(view, top)
  const next = cards(view, rank(under) + 1, under.charAt(1))
  return isFree(one) || next === null ? next : next[0] === one.slice(0, 2) ? [] : null
}

/** Of a card, or the base of a run, for a work pile that is not empty. */
export function onPile(view: View, pile: readonly string[], card: string): Said {
  const one = standsFor(view, card)
  const top = standsFor(view, pile.at(-1)!)
  if (!isFree(top)) return (isFree(one) ? rank(top) > 0 : fits(one, top)) ? [] : null
  const under = pile.length > 1 ? standsFor(view, pile.at(-2)!) : null
  if (isFree(one)) return under !== null && rank(under) > 1 ? cards(view, rank(under) - 1, opposite(under)) : null
  const goes = under === null || (rank(under) === rank(one) + 2 && isRed(under) === isRed(one))
  return goes ? cards(view, rank(one) + 1, opposite(one)) : null
}

/** Of a card to be put under a work pile. */
export function underPile(view: View, pile: readonly string[], card: string): Said {
  const one = standsFor(view, card)
  const base = standsFor(view, pile[0]!)
  if (isFree(base)) return !isFree(one) && rank(one) > 0 ? [] : null
  if (isFree(one)) return cards(view, rank(base) + 1, opposite(base))
  return fits(base, one) ? [] : null
}

function said(view: View, [verb, , target, card]: Move): string[] {
  const [zone, one] = [String(target), String(card)]
  if (isFoundation(zone)) return onFoundation(view, zone, one) ?? []
  const pile = ids(view, zone)
  return (!pile.length ? null : verb === 'slide' ? underPile(view, pile, one) : onPile(view, pile, one)) ?? []
}

/** The moves that a move may mean, by what is said of a joker. `loose`: to a foundation, whichever takes it. */
export function ways(view: View, move: Move, loose: boolean): Move[] {
  const [verb, source, target, card] = move
  if (verb !== 'play' && verb !== 'slide') return [move]
  if (loose && isFoundation(String(target)) && isFree(standsFor(view, String(card)))) {
    const open = foundations(view)
    const empty = open.find((zone) => !count(view, zone))
    const all = open.flatMap((zone) => (count(view, zone) || zone === empty ? said(view, [verb, source!, zone, card!]).map((one) => [verb, source!, zone, card!, one]) : []))
    return all.filter((one, i) => all.findIndex((other) => other[4] === one[4]) === i)
  }
  const each = said(view, move)
  return each.length ? each.map((one) => [verb, source!, target!, card!, one]) : [move]
}

/** What a move makes of jokers, before the server says so. */
export function settled(view: View, move: Move): Op[] {
  const { jokers = {} } = factsOf(view)
  const [verb, , target, card, one = said(view, move)[0]] = move
  if (typeof one !== 'string') return []
  const own = verb === 'slide' || isFoundation(String(target))
  const joker = own ? String(card) : topOf(view, String(target))!
  return [['s', { jokers: { ...jokers, [joker]: one + joker.charAt(2) } }]]
}

/** What a card of a pile is drawn as: a card, or a rank and `r` or `b` where the suit is open; '' for one that is no joker or may be any. */
export function drawnAs(view: View, pile: readonly string[], place: number): string {
  const card = pile[place] ?? ''
  if (!isFree(card)) return ''
  const one = standsFor(view, card)
  const under = pile[place - 1]
  if (!isFree(one)) return one.slice(0, 2)
  if (under === undefined) return ''
  const on = standsFor(view, under)
  return RANKS.charAt(rank(on) - 1) + (isRed(on) ? 'b' : 'r')
}
