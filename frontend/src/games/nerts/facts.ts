/** Nerts' facts and zones, read off a view. */
import type { Sight } from '../module.ts'
import { count, type View } from '../../table/fold.ts'

/** A finished hand: points, who called, cards on the foundations, cards left in the Nerts piles; lists by seat. */
export type Row = readonly [points: readonly number[], caller: number | null, out: readonly number[], left: readonly number[]]

export interface Facts {
  hand: number
  /** When play begins, ms of the table's clock. */
  go: number
  /** How long this hand was played before a pause, ms. */
  spent?: number
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
  /** What jokers have become, at tables that have some. */
  jokers?: Readonly<Record<string, string>>
  ready: readonly number[]
  sheet: readonly Row[]
  /** How long each finished hand took, ms. */
  times: readonly number[]
  score: readonly number[]
  wake_at: number | null
  over: string | null
  paused?: boolean
  paused_why?: string | null
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
  /** ms that a card may come after another for the same place; 0: none. */
  photo: number
  landing: number
  lands: 'any' | 'foundations'
  stuck: 'rotate' | 'one'
  /** A playable card is shown on demand. */
  coach: boolean
  /** Who alone is stuck may turn the own stock over. */
  shift: boolean
  jokers: 'none' | 'two'
  deck: 52 | 40
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

/** One for each card that may be an ace. */
/** The own piles in the order of the digits: Nerts pile, work piles, waste. */
export function pileOrder(sight: Sight): string[] {
  const { nerts, work, waste } = boardOf(sight.view, sight.seat ?? 0)
  return [nerts, ...work, waste]
}

export const foundations = (view: View): string[] => Array.from({ length: (optionsOf(view).jokers === 'two' ? 6 : 4) * view.seats }, (_, i) => `f${i}`)
export const seatsOf = (view: View): number[] => Array.from({ length: view.seats }, (_, seat) => seat)
export const isFoundation = (zone: string): boolean => zone.startsWith('f')
/** Whose card it is: the deck's digit. */
export const ownerOf = (card: string): number => Number(card.charAt(2))
/** A zone's top card; null where it is empty or not known. */
export const topOf = (view: View, zone: string): string | null => view.zones[zone]?.cards.at(-1)?.id ?? null

/** How long the hand took, in seconds; null while it goes on. */
export const took = ({ ended, times }: Facts): number | null => (ended === null ? null : times.at(-1)! / 1000)

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

/** 0 for the ace to 12 for the king. */
export const rank = (card: string): number => RANKS.indexOf(card.charAt(0))
export const RANKS = 'A23456789TJQK'
/** The highest rank of the deck. */
export const lastRank = (view: View): number => (optionsOf(view).deck === 40 ? 9 : 12)
export const isRed = (card: string): boolean => 'HD'.includes(card.charAt(1))
/** Whether a card may lie on another in a work pile: one rank down, of the other colour. */
export const fits = (card: string, on: string): boolean => rank(card) === rank(on) - 1 && isRed(card) !== isRed(on)
/** A card, or what a joker has become; a free joker stands for itself. */
export const standsFor = (view: View, card: string): string => factsOf(view).jokers?.[card] ?? card
/** The foundation goes no further: its last rank lies on top, however many cards met below. */
export function isComplete(view: View, zone: string): boolean {
  const top = topOf(view, zone)
  return top !== null && rank(standsFor(view, top)) === lastRank(view)
}
export const left = (view: View, seat: number): number => count(view, `n${seat}`)
