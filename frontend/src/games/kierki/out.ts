/** What a deal's points hang on, and who has it by now: the cards or tricks that are still out. */
import type { Suit } from '../../cards/suits.ts'
import { ids, type View } from '../../table/fold.ts'
import type { Sight } from '../module.ts'
import { factsOf, LOW_TO_HIGH, RUN_SUITS, SEATS, takerOf, TRICKS } from './facts.ts'
import { costlyTricks } from './words.ts'

/** One card or trick that costs. */
export interface Tile {
  key: string
  /** "K", "7th". */
  text: string
  suit: Suit | null
  /** Who took it; null while it is out. */
  taker: number | null
  onTable: boolean
}
/** Many of a kind, where there are too many to show one by one. */
export interface Group {
  text: string
  left: number
}
export interface Out {
  tiles: Tile[]
  groups: Group[]
  /** A sentence. */
  text: string
}

const RANKS = [...LOW_TO_HIGH].reverse()
/** By suits, high to low: the cards of this deal that neither my hand nor the table has shown. */
export function unseenOf(view: View, seat: number | null): { suit: Suit; ranks: string[] }[] {
  const zones = ['trick', ...SEATS.map((one) => `w${one}`), ...(seat === null ? [] : [`h${seat}`])]
  const seen = new Set(zones.flatMap((zone) => ids(view, zone)))
  return RUN_SUITS.map((suit) => ({ suit, ranks: RANKS.filter((rank) => !seen.has(rank + suit)) }))
}
const ALL: Suit[] = ['S', 'H', 'D', 'C']
const of = (rank: string): string[] => ALL.map((suit) => rank + suit)
const HEARTS = RANKS.map((rank) => `${rank}H`)
const KINGS_AND_JACKS = [...of('K'), ...of('J')]
/** Deal number -> the cards that cost. */
const CARDS: Record<number, string[]> = { 2: HEARTS, 3: of('Q'), 4: KINGS_AND_JACKS, 5: ['KH'] }

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen']
const capital = (n: number): string => WORDS[n]!.replace(/^./, (c) => c.toUpperCase())
const nth = (n: number): string => `${n}th`

export function outOf(sight: Sight): Out {
  const { deal, winners } = factsOf(sight.view)
  const toPlay = TRICKS - winners.length
  const tricks = toPlay === 1 ? 'One trick to play' : `${capital(toPlay)} tricks to play`
  if (deal === 6) return { tiles: costlyTricks(sight).map((n) => trickTile(sight, n)), groups: [], text: soFar(winners.length) }
  if (deal === 7) return { tiles: [], groups: robber(sight, toPlay), text: '' }
  const cards = CARDS[deal]
  if (!cards) return { tiles: [], groups: [], text: tricks }
  const tiles = cards.map((card) => cardTile(sight, card))
  return { tiles, groups: [], text: stillOut(tiles) }
}

function cardTile(sight: Sight, card: string): Tile {
  const rank = card.charAt(0)
  return {
    key: card, text: rank === 'T' ? '10' : rank, suit: card.charAt(1) as Suit,
    taker: takerOf(sight.view, card), onTable: ids(sight.view, 'trick').includes(card),
  }
}

function trickTile(sight: Sight, n: number): Tile {
  const { winners } = factsOf(sight.view)
  return { key: nth(n), text: nth(n), suit: null, taker: winners[n - 1] ?? null, onTable: winners.length === n - 1 }
}

const soFar = (done: number): string => (done === TRICKS ? 'All tricks played' : `Trick ${done + 1} of ${TRICKS}`)

function stillOut(tiles: Tile[]): string {
  const out = tiles.filter((tile) => tile.taker === null)
  const lying = out.filter((tile) => tile.onTable).length
  if (!out.length) return 'All taken'
  if (out.length === tiles.length && !lying) return tiles.length === 1 ? 'Still out' : `All ${WORDS[tiles.length]} still out`
  const table = lying === out.length ? ', on the table' : lying ? `, ${WORDS[lying]} of them on the table` : ''
  return `${capital(out.length)} still out${table}`
}

/** The robber wants everything: too much for tiles. */
function robber(sight: Sight, toPlay: number): Group[] {
  const left = (cards: string[]): number => cards.filter((card) => takerOf(sight.view, card) === null).length
  const done = factsOf(sight.view).winners.length
  return [
    { text: 'Tricks', left: toPlay },
    { text: 'Hearts', left: left(HEARTS) },
    { text: 'Queens', left: left(of('Q')) },
    { text: 'K and J', left: left(KINGS_AND_JACKS) },
    { text: 'K\u2665', left: left(['KH']) },
    { text: costlyTricks(sight).map(nth).join(', '), left: costlyTricks(sight).filter((n) => n > done).length },
  ]
}
