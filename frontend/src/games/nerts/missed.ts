/** Plays that were open to a player, and for how long nobody made them: worked out from what the page was shown. */
import { ids, type View } from '../../table/fold.ts'
import { type Chance, chances, playWords } from './chances.ts'
import { factsOf, isRunning } from './facts.ts'

/** A play that was not made: in words, and for how many ms it could have been. */
export interface Missed {
  card: string
  words: string
  value: number
  ms: number
}

/** A shorter chance nobody could have taken. */
const LEAST = 1500
/** Only what is worth a point is missed. */
const WORTH = 1
/** So many are told. */
const MOST = 3

interface Open extends Chance {
  since: number
  words: string
}

/** Looks on at one board, hand by hand. */
export class Watch {
  hand = 0
  private open = new Map<string, Open>()
  private gone: Missed[] = []

  /** What is shown at a time of the table's clock. In a pause time stands still. */
  see(view: View, seat: number, now: number): void {
    const facts = factsOf(view)
    if (facts.paused) return
    if (facts.hand !== this.hand) Object.assign(this, { hand: facts.hand, open: new Map(), gone: [] })
    const running = isRunning(facts) && facts.caller === null
    const there = running ? chances(view, seat).filter(({ value }) => value >= WORTH) : []
    for (const one of [...this.open.values()]) if (!there.some(({ card }) => card === one.card)) this.close(view, one, now)
    for (const one of there) {
      const words = playWords(view, seat, one)
      const before = this.open.get(one.card)
      if (!before || one.value > before.value) this.open.set(one.card, { ...one, words, since: before?.since ?? now })
    }
  }

  /** The most valuable plays that were missed, each card once. */
  get worst(): Missed[] {
    const best = new Map<string, Missed>()
    for (const one of this.gone) if (one.ms > (best.get(one.card)?.ms ?? 0)) best.set(one.card, one)
    return [...best.values()].sort((a, b) => b.value - a.value || b.ms - a.ms).slice(0, MOST)
  }

  /** A chance is over; it was missed if its card still lies where it did. */
  private close(view: View, { card, source, words, value, since }: Open, now: number): void {
    this.open.delete(card)
    const ms = now - since
    if (ms >= LEAST && ids(view, source).includes(card)) this.gone.push({ card, words, value, ms })
  }
}

/** The board that this page plays. */
export const watch = new Watch()
