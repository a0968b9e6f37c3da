/** What my hand carries, as the others are told of it: ten times a second at most, and the latest word counts. */
import type { Hand, OwnCarry } from '../wire/frames.ts'
import type { View } from './fold.ts'

/** False: not sent, the line is down. */
export type SendNote = (note: OwnCarry) => boolean

/** Milliseconds between two notes; a put-down waits for them too, so that the move it ends with is known first. */
const EVERY = 100
/** The others forget a hand that they have not heard of for 10 s. */
const AGAIN = 4_000

/** The hand that holds these sprites, bottom to top; null where they are not the top of a zone. */
export function handOf(view: View, keys: readonly number[], over: string | null): Hand | null {
  for (const [from, { cards }] of Object.entries(view.zones)) {
    const top = cards.slice(cards.length - keys.length)
    if (keys.length && top.length === keys.length && top.every(({ key }, i) => key === keys[i])) return { from, cards: keys.length, over }
  }
  return null
}

const same = (a: Hand | null, b: Hand | null): boolean =>
  a === b || (a !== null && b !== null && a.from === b.from && a.cards === b.cards && a.over === b.over)

export class Carrying {
  private hand: Hand | null = null
  /** The others know of a hand of mine. */
  private told = false
  private last = -EVERY
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly send: SendNote

  constructor(send: SendNote) {
    this.send = send
  }

  /** I carry this now; null: nothing any more. */
  carry(hand: Hand | null): void {
    if (same(hand, this.hand)) return
    this.hand = hand
    this.tellIn(hand ? Math.max(0, this.last + EVERY - performance.now()) : EVERY)
  }

  private tellIn(wait: number): void {
    clearTimeout(this.timer)
    if (wait) this.timer = setTimeout(() => this.tell(), wait)
    else this.tell()
  }

  private tell(): void {
    const { hand } = this
    if (!hand && !this.told) return
    // On a line that broke nothing is left to be put down: the server has done it.
    this.told = this.send({ k: 'carry', ...hand }) && hand !== null
    this.last = performance.now()
    if (hand) this.tellIn(AGAIN)
  }
}
