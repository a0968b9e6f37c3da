/** Nerts' facts and zones, read off a view. */
import { count, ids, type View } from '../../table/fold.ts'

/** A finished hand: points, who called, cards on the foundations, cards left in the Nerts piles; lists by seat. */
export type Row = readonly [points: readonly number[], caller: number | null, out: readonly number[], left: readonly number[]]

export interface Facts {
  hand: number
  /** When play begins, ms of the table's clock. */
  go: number
  caller: number | null
  landed: readonly number[]
  ended: 'called' | 'blocked' | null
  /** Seats found stuck by the table, and seats that say they are. */
  stuck: readonly number[]
  voted: readonly number[]
  /** How often the stuck rule was applied since the last play that counts. */
  applied: number
  /** Flips turn one card for now. */
  single: boolean
  ready: readonly number[]
  sheet: readonly Row[]
  score: readonly number[]
  wake_at: number | null
  over: string | null
  paused?: boolean
}

export interface Options {
  match: 'points' | 'hands' | 'won'
  target: number
  hands: number
  wins: number
  penalty: number
  bonus: number
  pile: number
  piles: number
  flip: number
  leftover: 'hidden' | 'shown'
  gaps: 'any' | 'nerts'
  call: 'button' | 'auto'
  landing: number
  lands: 'any' | 'foundations'
  stuck: 'rotate' | 'one'
}

export const factsOf = (view: View): Facts => view.facts as unknown as Facts
export const optionsOf = (view: View): Options => view.options as unknown as Options

/** The zones of a seat's board. */
export interface Board {
  nerts: string
  stock: string
  waste: string
  work: readonly string[]
}

export function boardOf(view: View, seat: number): Board {
  const work = Array.from({ length: optionsOf(view).piles }, (_, i) => `w${seat}.${i}`)
  return { nerts: `n${seat}`, stock: `s${seat}`, waste: `v${seat}`, work }
}

export const foundations = (view: View): string[] => Array.from({ length: 4 * view.seats }, (_, i) => `f${i}`)
export const seatsOf = (view: View): number[] => Array.from({ length: view.seats }, (_, seat) => seat)
export const isFoundation = (zone: string): boolean => zone.startsWith('f')
/** Whose card it is: the deck's digit. */
export const ownerOf = (card: string): number => Number(card.charAt(2))
/** A zone's top card; null where it is empty or not known. */
export const topOf = (view: View, zone: string): string | null => view.zones[zone]?.cards.at(-1)?.id ?? null

/** Milliseconds from the score of a hand to the next deal. */
const BREAK = 15_000
/** How long the hand took, in seconds; null while it goes on, and after the last one. */
export const took = ({ ended, wake_at, go }: Facts): number | null =>
  ended === null || wake_at === null ? null : Math.max(0, wake_at - BREAK - go) / 1000

/** The hand is dealt and waits for "Go!". */
export const isCounting = ({ ended, caller, wake_at, go }: Facts): boolean => ended === null && caller === null && wake_at === go
/** Cards may be played, or land after a call. */
export const isRunning = (facts: Facts): boolean => facts.ended === null && !isCounting(facts) && !facts.paused

/** How many cards a flip turns at present. */
export const flipSize = (view: View): number => (factsOf(view).single ? 1 : optionsOf(view).flip)

/** Seats that are stuck or say so. */
export const outOf = ({ stuck, voted }: Facts): number[] => [...new Set([...stuck, ...voted])].sort()
/** The one seat that all others wait for, being stuck; null if there is none. */
export function holderOf(view: View): number | null {
  const out = outOf(factsOf(view))
  return view.seats > 1 && out.length === view.seats - 1 ? (seatsOf(view).find((seat) => !out.includes(seat)) ?? null) : null
}

/** A seat's cards on the foundations, low to high within each suit. */
export function playedBy(view: View, seat: number): string[] {
  const cards = foundations(view).flatMap((zone) => ids(view, zone)).filter((card) => ownerOf(card) === seat)
  return cards.sort((a, b) => 'SHCD'.indexOf(a.charAt(1)) - 'SHCD'.indexOf(b.charAt(1)) || rank(a) - rank(b))
}

/** 0 for the ace to 12 for the king. */
export const rank = (card: string): number => 'A23456789TJQK'.indexOf(card.charAt(0))
export const left = (view: View, seat: number): number => count(view, `n${seat}`)

/** Running totals after each hand, by seat: what the chart shows. */
export function totals(view: View): number[][] {
  const won = optionsOf(view).match === 'won'
  const sums = seatsOf(view).map(() => 0)
  return factsOf(view).sheet.map(([points]) => {
    const best = Math.max(...points)
    points.forEach((one, seat) => (sums[seat]! += won ? Number(one === best) : one))
    return [...sums]
  })
}

/** How a page of results shows each player: a line with all cards, the same under the name, or words only. */
export type Room = 'wide' | 'tall' | 'words'
export function roomFor({ view, size }: { view: View; size: { w: number; h: number } }): Room {
  if (size.w >= 1000 && size.h >= 140 + 112 * view.seats) return 'wide'
  return size.w < 1000 && size.h >= 96 + 124 * view.seats ? 'tall' : 'words'
}

/** Seats in order of points, equal ones sharing the place. */
export function standings(points: readonly number[]): { seat: number; place: number; points: number }[] {
  return points
    .map((one, seat) => ({ seat, points: one, place: 1 + points.filter((other) => other > one).length }))
    .sort((a, b) => a.place - b.place)
}
