/** Kierki's facts, read off a view. */
import type { Suit } from '../../cards/suits.ts'
import { count, ids, type View } from '../../table/fold.ts'

export type Trump = Suit | 'N' | null
/** A finished deal on the sheet. */
export type Row = readonly [deal: number, points: readonly number[], trump: Trump]

export interface Facts {
  deal: number
  dealer: number
  trump: Trump
  leader: number
  winners: readonly number[]
  /** Whose the rest of the tricks was, said and certain. */
  claimed?: number | null
  taken: readonly number[]
  sheet: readonly Row[]
  score: readonly number[]
  turn: number | null
  ready: readonly number[]
  passed: readonly number[]
  finished: readonly number[]
  deadline: number | null
  bank: readonly number[]
  wake_at: number | null
  over: string | null
  paused?: boolean
  paused_why?: string | null
  votes?: Readonly<Record<string, readonly number[]>>
}

export const SEATS = [0, 1, 2, 3] as const
export const TRICKS = 13
export const LOTTERY = 12
export const RUN_SUITS: readonly Suit[] = ['S', 'H', 'C', 'D']
export const LOW_TO_HIGH = '23456789TJQKA'

export const factsOf = (view: View): Facts => view.facts as unknown as Facts
export const isLottery = (facts: Facts): boolean => facts.deal === LOTTERY
export const isTrumpDeal = (facts: Facts): boolean => facts.deal >= 8 && facts.deal <= 11
const PROGRAMMES: Readonly<Record<string, readonly number[]>> = {
  full: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], rozgrywka: [1, 2, 3, 4, 5, 6, 7], odgrywka: [8, 9, 10, 11], short: [7, 8, 9, 10, 11],
}
/** The deals of this table's game, each by its number (1-12), as they are dealt. */
export function programmeOf({ options: { programme = 'full', lotteries = 1 } }: View): number[] {
  const tricks = PROGRAMMES[programme as string] ?? []
  return [...tricks, ...Array<number>(programme === 'rozgrywka' ? 0 : Number(lotteries)).fill(LOTTERY)]
}
/** Which of them the table is at, from 0. */
export const placeOf = (facts: Facts): number => facts.sheet.length - (facts.turn === null ? 1 : 0)
/** Someone is to name trump. */
export const isNaming = (facts: Facts): boolean => isTrumpDeal(facts) && facts.trump === null && facts.turn !== null
/** A deal has ended and the next one has not begun. */
export const isBetween = (facts: Facts): boolean => facts.turn === null && facts.over === null

/** How many tricks a seat has taken in this deal. */
export const tricksOf = (facts: Facts, seat: number): number => facts.winners.filter((taker) => taker === seat).length

/** The seat on a side of the screen, and the side of a seat, as seen from `me`. */
export const seatOn = (side: number, me: number): number => (me + side) % 4
export const sideOf = (seat: number, me: number): number => (seat - me + 4) % 4

/** Who led the first trick of the deal. */
function firstLeader({ deal, dealer, winners, leader }: Facts, namer: unknown): number {
  if (!winners.length) return leader
  return deal >= 8 && namer !== 'left' ? dealer : (dealer + 1) % 4
}

/** The trick taken last in this deal: its cards as played, who played each, and its taker. */
export function lastTrick(view: View): { cards: { id: string; seat: number }[]; taker: number } | null {
  const facts = factsOf(view)
  const taker = facts.winners.at(-1)
  if (taker === undefined || typeof facts.claimed === 'number') return null
  const leader = facts.winners.at(-2) ?? firstLeader(facts, view.options.namer)
  const cards = ids(view, `w${taker}`).slice(-4)
  if (cards.length < 4) return null
  return { cards: cards.map((id, i) => ({ id, seat: (leader + i) % 4 })), taker }
}

/** Who has taken a card in this deal; null while it is out. */
export function takerOf(view: View, card: string): number | null {
  return SEATS.find((seat) => ids(view, `w${seat}`).includes(card)) ?? null
}

/** The cards that the lottery has a place for now. */
export function openPlaces(view: View): Set<string> {
  const open = new Set<string>()
  const first = view.options.opening === 'eight' ? '8' : '7'
  const untouched = RUN_SUITS.every((suit) => !count(view, `r${suit}`))
  if (view.options.opening === 'seven_of_diamonds' && untouched) return open.add('7D')
  for (const suit of RUN_SUITS) {
    const run = ids(view, `r${suit}`)
    if (!run.length) open.add(first + suit)
    else {
      const below = LOW_TO_HIGH.charAt(LOW_TO_HIGH.indexOf(run[0]!.charAt(0)) - 1)
      const above = LOW_TO_HIGH.charAt(LOW_TO_HIGH.indexOf(run.at(-1)!.charAt(0)) + 1)
      for (const rank of [below, above]) if (rank) open.add(rank + suit)
    }
  }
  return open
}

const HAND_ORDER: Suit[] = ['S', 'H', 'C', 'D']
/** A hand as people hold it: suits with colours alternating, high to low. */
export function sorted<T extends { id: string | null }>(hand: readonly T[]): T[] {
  const rank = ({ id }: T): number =>
    id === null ? 0 : HAND_ORDER.indexOf(id.charAt(1) as Suit) * 13 - LOW_TO_HIGH.indexOf(id.charAt(0))
  return hand.toSorted((a, b) => rank(a) - rank(b))
}

/** The cards that a seat still had when the deal ended early, as they were shown. */
export const shownOf = (view: View, seat: number): string[] => sorted(ids(view, `o${seat}`).map((id) => ({ id }))).map(({ id }) => id)

/** Seats in order of their totals, equal ones sharing the place. */
export function standings(score: readonly number[]): { seat: number; place: number; points: number }[] {
  return [...SEATS]
    .sort((a, b) => score[b]! - score[a]!)
    .map((seat) => ({ seat, points: score[seat]!, place: 1 + score.filter((other) => other > score[seat]!).length }))
}
