/** What may be played where: the layout's hints and the guesses shown before the server answers. The server decides. */
import { count, ids, type View } from '../../table/fold.ts'
import type { Move, Op } from '../../wire/frames.ts'
import { boardOf, factsOf, fits, flipSize, foundations, isFoundation, isRunning, optionsOf, rank, standsFor, topOf } from './facts.ts'
import { photo, wild } from './wild.svelte.ts'

/** Where an own card lies; null where it is none of the seat's cards that may be played. */
export function sourceOf(view: View, seat: number, card: string): string | null {
  const { nerts, waste, work } = boardOf(view, seat)
  return [nerts, waste].find((zone) => topOf(view, zone) === card) ?? work.find((zone) => ids(view, zone).includes(card)) ?? null
}

/** The foundations that take a card. An ace opens the first free one. */
function homes(view: View, card: string): string[] {
  const all = foundations(view)
  const free = all.find((zone) => !count(view, zone))
  return all.filter((zone) => (zone === free || count(view, zone)) && fitsFoundation(view, card, zone))
}

/** The foundation that a card goes to; null if none takes it. */
export const foundationFor = (view: View, card: string): string | null => homes(view, card)[0] ?? null

/** What a pile does with a card: takes it on top, lets it slide under, or not at all. */
export function accepts(view: View, seat: number, card: string, target: string): 'play' | 'slide' | null {
  const source = sourceOf(view, seat, card)
  if (source === null || source === target) return null
  const exposed = topOf(view, source) === card
  if (isFoundation(target)) return exposed && fitsFoundation(view, card, target) ? 'play' : null
  const { work } = boardOf(view, seat)
  if (!work.includes(target)) return null
  const pile = ids(view, target)
  if (!pile.length) return ids(view, source)[0] === card && work.includes(source) ? null : 'play' // a whole pile gains nothing
  const jokers = wild(view)
  if (jokers ? jokers.onPile(view, pile, card) : fits(card, pile.at(-1)!)) return 'play'
  const gap = work.some((zone) => !count(view, zone))
  return exposed && gap && (jokers ? jokers.underPile(view, pile, card) : fits(pile[0]!, card)) ? 'slide' : null
}

function fitsFoundation(view: View, card: string, target: string): boolean {
  const jokers = wild(view)
  if (latePlace(view, standsFor(view, card), target) !== null) return true
  if (jokers) return jokers.onFoundation(view, target, card) !== null
  const top = topOf(view, target)
  return top === null ? card.startsWith('A') : top.charAt(1) === card.charAt(1) && rank(top) === rank(card) - 1
}

/** Where a late card may still land, see `photo.ts`. */
const latePlace = (view: View, one: string, target: string): number | null => photo(view)?.latePlace(view, one, target) ?? null

/** Whether the hand lets a seat play a card at all, single or with others on it. */
function mayPlay(view: View, seat: number, single: boolean): boolean {
  const facts = factsOf(view)
  return isRunning(facts) && (facts.caller === null || (single && !facts.landed.includes(seat)))
}

/** Zones that take an own card, the obvious one first: a foundation, a pile with cards, a gap, a pile to slide under. */
export function dropsOf(view: View, seat: number, card: string): string[] {
  const source = sourceOf(view, seat, card)
  if (source === null) return []
  const { work } = boardOf(view, seat)
  if (!mayPlay(view, seat, topOf(view, source) === card)) return []
  const home = topOf(view, source) === card ? homes(view, card) : []
  const late = factsOf(view).caller !== null && optionsOf(view).lands === 'foundations'
  const order = (zone: string): number => (accepts(view, seat, card, zone) === 'slide' ? 2 : count(view, zone) ? 0 : 1)
  const piles = late ? [] : work.filter((zone) => accepts(view, seat, card, zone) !== null)
  return [...home, ...piles.sort((a, b) => order(a) - order(b))]
}

/** The move that puts an own card on a zone; null if it does not go. */
export function moveTo(view: View, seat: number, card: string, target: string): Move | null {
  const source = sourceOf(view, seat, card)
  const verb = accepts(view, seat, card, target)
  return source === null || verb === null ? null : [verb, source, target, card]
}

/** The card of a source that a target takes: of a work pile the deepest run that fits. */
export function cardFor(view: View, seat: number, source: string, target: string): string | null {
  const top = topOf(view, source)
  if (top === null) return null
  const candidates = boardOf(view, seat).work.includes(source) && count(view, target) ? ids(view, source) : [top]
  return candidates.find((card) => accepts(view, seat, card, target) !== null) ?? null
}

/** Whether there is anything to flip, and whether that turns the waste over. */
export function flipKind(view: View, seat: number): 'flip' | 'recycle' | null {
  const { stock, waste } = boardOf(view, seat)
  const [held, turned, n] = [count(view, stock), count(view, waste), flipSize(view)]
  if (!held && turned < n) return null
  return held >= n || (held && (optionsOf(view).leftover === 'shown' || held + turned < n)) ? 'flip' : 'recycle'
}

/** The ops that an own move will make, as far as they can be foretold. */
export function predict(view: View, seat: number, move: Move): Op[] {
  const [verb, ...rest] = move
  const facts = factsOf(view)
  const { stock, waste } = boardOf(view, seat)
  if (verb === 'flip') {
    const kind = flipKind(view, seat)
    if (kind === 'flip') return [['m', stock, waste, Math.min(flipSize(view), count(view, stock))]]
    return kind === 'recycle' ? [['m', waste, stock, count(view, waste)]] : []
  }
  if (verb === 'stuck') return [['s', { voted: [...facts.voted, seat] }]]
  if (verb === 'unstuck') return [['s', { voted: facts.voted.filter((other) => other !== seat) }]]
  if (verb === 'ready') return [['s', { ready: [...facts.ready, seat] }]]
  if (verb !== 'play' && verb !== 'slide') return []
  const [source, target, card] = rest as [string, string, string]
  const pile = ids(view, source)
  const run = pile.slice(pile.indexOf(card))
  const became = wild(view)?.settled(view, move) ?? []
  if (verb === 'slide') return [...became, ['m', source, target, [card], 0]]
  const one = typeof move[4] === 'string' && isFoundation(target) ? move[4] : standsFor(view, card)
  const to = opened(view, target, one) ?? target
  const under = landingPlace(view, one, to)
  const lies: Op = under === null ? ['m', source, to, run] : ['m', source, to, run, under]
  return [...became, lies, ...filled(view, seat, source, run.length)]
}

/** With a photo finish what lands meanwhile lies over my card: its place from the bottom; else null, on top. */
const landingPlace = (view: View, card: string, target: string): number | null =>
  photo(view) && isFoundation(target) ? (latePlace(view, card, target) ?? count(view, target)) : null

/** The foundation that an ace opens, whichever it is aimed at: the first free one. */
const opened = (view: View, target: string, card: string): string | undefined =>
  card.startsWith('A') && target.startsWith('f') ? foundations(view).find((zone) => !count(view, zone)) : undefined

/** Where the table says so, a gap is filled from the Nerts pile at once. */
function filled(view: View, seat: number, source: string, gone: number): Op[] {
  const { nerts, work } = boardOf(view, seat)
  const next = topOf(view, nerts)
  const empties = work.includes(source) && count(view, source) === gone
  return empties && next !== null && optionsOf(view).gaps === 'nerts' ? [['m', nerts, source, [next]]] : []
}
