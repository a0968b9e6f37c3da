/** A game's deals, step by step, out of its log; and how good one's own decisions were. */
import { cardSign } from '../../cards/suits.ts'
import type { Move, Op } from '../../wire/frames.ts'
import { type Row, TRICKS, type Trump } from './facts.ts'
import { signed, trumpName } from './words.ts'

/** What the site tells of a game; while it goes on, as my seat was told it. */
export interface Log {
  game: string
  options: Record<string, unknown>
  you: number | null
  entries: [seq: number, at: number, seat: number | null, move: Move, ops: Op[]][]
}
/** A decision of mine: the entry, my move, each move with its points. */
export interface Judged {
  seq: number
  move: Move
  values: [move: Move, points: number][]
}
/** A card played or laid, a trump named, the rest claimed. */
export interface Step {
  seq: number
  seat: number
  verb: 'play' | 'lay' | 'trump' | 'claim'
  /** The card or the trump; empty for a claim. */
  what: string
  /** Who took the trick that this card completed. */
  taker: number | null
}
export interface Deal {
  deal: number
  dealer: number
  trump: Trump
  /** The entries it is made of. */
  first: number
  last: number
  /** Seat -> the cards dealt to it, first ones first; those of a closed hand as they were played, then as shown. */
  hands: string[][]
  /** Seat -> whether its cards were dealt face down to who reads this. */
  closed: boolean[]
  steps: Step[]
  points: readonly number[]
}
/** What lies where after some steps of a deal. */
export interface Moment {
  hands: string[][]
  /** Seat -> its card in the trick on the table, or in the one just taken. */
  trick: (string | null)[]
  taker: number | null
  /** Tricks taken so far. */
  tricks: number[]
  laid: string[]
}

const FIRST_CARDS = 5

export function dealsOf({ entries }: Log): Deal[] {
  const deals: Deal[] = []
  for (const [seq, , seat, , ops] of entries) {
    for (const op of ops) {
      if (op[0] === 'o' && op[1] === 'stock') {
        deals.push({ deal: 0, dealer: 0, trump: null, first: seq, last: seq, hands: [[], [], [], []], closed: [false, false, false, false], steps: [], points: [] })
      }
      const deal = deals.at(-1)
      if (!deal || (op[0] === 'm' && op[2] === 'stock')) continue // cards are gathered for the next one
      deal.last = seq
      if (op[0] === 'm') moved(deal, seq, op)
      else if (op[0] === 's') told(deal, seq, seat, op[1])
    }
  }
  return deals
}

function moved(deal: Deal, seq: number, [, source, target, cards]: Extract<Op, ['m', ...unknown[]]>): void {
  if (!Array.isArray(cards)) {
    if (source === 'stock') deal.closed[Number(target.charAt(1))] = true
    return
  }
  if (source.startsWith('h')) reveal(deal, Number(source.charAt(1)), cards)
  if (source === 'stock') deal.hands[Number(target.charAt(1))]!.push(...cards)
  else if (source === 'trick' && target.startsWith('w')) deal.steps.at(-1)!.taker = Number(target.charAt(1))
  else if (source.startsWith('h') && (target === 'trick' || target.startsWith('r'))) {
    deal.steps.push({ seq, seat: Number(source.charAt(1)), verb: target === 'trick' ? 'play' : 'lay', what: cards[0]!, taker: null })
  }
}

/** Cards that leave a closed hand were in it. */
function reveal({ hands, closed }: Deal, seat: number, cards: string[]): void {
  if (closed[seat]) hands[seat]!.push(...cards)
}

function told(deal: Deal, seq: number, seat: number | null, facts: Record<string, unknown>): void {
  if (typeof facts.deal === 'number') deal.deal = facts.deal
  if (typeof facts.dealer === 'number') deal.dealer = facts.dealer
  if (typeof facts.trump === 'string') {
    deal.trump = facts.trump as Trump
    deal.steps.push({ seq, seat: seat ?? 0, verb: 'trump', what: facts.trump, taker: null })
  }
  if (typeof facts.claimed === 'number') deal.steps.push({ seq, seat: facts.claimed, verb: 'claim', what: '', taker: null })
  if (Array.isArray(facts.sheet) && facts.sheet.length) deal.points = (facts.sheet.at(-1) as Row)[1]
}

/** Where everything is after so many steps. */
export function momentOf(deal: Deal, after: number): Moment {
  const done = deal.steps.slice(0, after)
  const naming = deal.steps[0]?.verb === 'trump' && !after
  const gone = new Set(done.map(({ what }) => what))
  const hands = deal.hands.map((hand, seat) => {
    if (naming) return deal.closed[seat] ? [] : hand.slice(0, FIRST_CARDS)
    return hand.filter((card) => !gone.has(card))
  })
  const tricks = [0, 0, 0, 0]
  let trick: (string | null)[] = [null, null, null, null]
  let taker: number | null = null
  for (const step of done) {
    if (step.verb === 'claim') tricks[(taker = step.seat)]! += TRICKS - tricks.reduce((sum, n) => sum + n)
    if (step.verb !== 'play') continue
    if (taker !== null) [trick, taker] = [[null, null, null, null], null]
    trick[step.seat] = step.what
    if (step.taker !== null) tricks[(taker = step.taker)]!++
  }
  return { hands, trick, taker, tricks, laid: done.filter(({ verb }) => verb === 'lay').map(({ what }) => what) }
}

/** The deals that are done. */
export const finished = (deals: readonly Deal[]): Deal[] => deals.filter(({ points }) => points.length > 0)

/** Less than this many points is mostly the luck of the sample. */
const WORTH_TELLING = 8

/** Points on average that a decision gave away, and the best move. */
export function lostBy({ move, values }: Judged): { points: number; best: Move } {
  const best = values.toSorted((a, b) => b[1] - a[1])[0]!
  const mine = values.find(([one]) => one.join() === move.join())
  return { points: mine ? best[1] - mine[1] : 0, best: best[0] }
}

/** Those that cost something, the dearest first. */
export const dearest = (all: readonly Judged[]): Judged[] =>
  all.filter((one) => lostBy(one).points >= WORTH_TELLING).toSorted((a, b) => lostBy(b).points - lostBy(a).points)

export const moveWords = (move: Move): string => (move[0] === 'trump' ? trumpName(String(move[1])) : cardSign(String(move[1])))
/** An average, in whole points. */
export const pointsWords = (n: number): string => signed(Math.round(n))
