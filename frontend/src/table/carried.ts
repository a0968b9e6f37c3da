/** What the others carry, as their notes tell: nothing of it is sure, and all of it is soon forgotten. */
import type { CarryNote, Hand, Op } from '../wire/frames.ts'

/** The top `cards` of the zone `from` are in somebody's hand. */
export interface Carried extends Hand {
  seat: number
  n: number
}

/** Milliseconds after which a hand that was not heard of is taken for empty. */
const LONGEST = 10_000

export class Hands {
  private readonly held = new Map<string, { hand: Carried; timer: ReturnType<typeof setTimeout> }>()
  private readonly forgot: () => void

  /** `forgot`: a hand was not heard of for too long. */
  constructor(forgot: () => void) {
    this.forgot = forgot
  }

  get list(): readonly Carried[] {
    return Array.from(this.held.values(), ({ hand }) => hand)
  }

  hear({ who: [seat, n], from, cards, over }: CarryNote): void {
    const key = `${seat}.${n}`
    this.drop(key)
    if (from === undefined || cards === undefined) return
    const timer = setTimeout(() => {
      this.drop(key)
      this.forgot()
    }, LONGEST)
    this.held.set(key, { hand: { seat, n, from, cards, over: over ?? null }, timer })
  }

  /** Ops were shown: hands over a zone that they changed the top of are empty, for the cards are elsewhere. False: none was. */
  moved(ops: readonly Op[]): boolean {
    const zones = new Set(ops.flatMap((op) => (op[0] === 'm' ? [op[1], op[2]] : op[0] === 's' ? [] : [op[1]])))
    const gone = [...this.held].filter(([, { hand }]) => zones.has(hand.from))
    for (const [key] of gone) this.drop(key)
    return gone.length > 0
  }

  clear(): void {
    for (const key of [...this.held.keys()]) this.drop(key)
  }

  private drop(key: string): void {
    clearTimeout(this.held.get(key)?.timer)
    this.held.delete(key)
  }
}
