/** A game looked back at: what the site tells of it, the step one stands at, and what one's own decisions were worth. */
import { api, ApiError } from '../../api.ts'
import { readBoot } from '../../table/boot.ts'
import { dealsOf, dearest, finished, type Judged, type Log, momentOf } from './afterwards.ts'
import { compared } from './compared.ts'
import { LOTTERY } from './facts.ts'

export class Review {
  trouble = $state<string | null>(null)
  /** Which of `deals`, and how many of its steps are done. */
  nth = $state(0)
  at = $state(0)
  judged = $state.raw<Judged[]>([])
  /** Deals compared so far; null where nothing is. */
  compared = $state<number | null>(null)
  private log = $state.raw<Log | null>(null)
  private closed = false
  private readonly over: () => boolean
  private readonly all = $derived.by(() => (this.log ? dealsOf(this.log) : []))
  readonly deals = $derived.by(() => (this.over() ? this.all : finished(this.all)))
  readonly tricks = $derived.by(() => this.deals.filter(({ deal: number }) => number < LOTTERY))
  readonly deal = $derived.by(() => this.deals[this.nth])
  readonly moment = $derived.by(() => (this.deal ? momentOf(this.deal, this.at) : null))
  /** The step that was done last. */
  readonly last = $derived.by(() => (this.at ? this.deal?.steps[this.at - 1] : undefined))
  /** What I decide from here. */
  readonly decision = $derived.by(() => this.judged.find(({ seq }) => seq === this.deal?.steps[this.at]?.seq))
  readonly costly = $derived.by(() => dearest(this.judged))

  /** `over`: whether the game is. */
  constructor(over: () => boolean) {
    this.over = over
    void this.read()
  }

  private async read(): Promise<void> {
    try {
      this.log = await api.get<Log>(`tables/${readBoot().code}/log`)
      if (!this.over()) this.nth = Math.max(0, this.deals.length - 1)
      else if (this.log.you !== null) await this.compare()
    } catch (error) {
      this.trouble = error instanceof ApiError ? error.message : 'You are offline. Try again.'
    }
  }
  private async compare(): Promise<void> {
    this.compared = 0
    for (const { first, last } of this.tricks) {
      if (this.closed) return
      this.judged = [...this.judged, ...(await compared(first, last))]
      this.compared++
    }
  }
  /** Nobody looks any more: no further deal is compared. */
  close(): void {
    this.closed = true
  }

  go(by: number): void {
    if (!this.deal) return
    if (this.at + by > this.deal.steps.length && this.nth + 1 < this.deals.length) this.turn(1)
    else if (this.at + by < 0 && this.nth) {
      this.turn(-1)
      this.at = this.deals[this.nth]!.steps.length
    } else this.at = Math.max(0, Math.min(this.at + by, this.deal.steps.length))
  }
  turn(by: number): void {
    this.nth = Math.max(0, Math.min(this.nth + by, this.deals.length - 1))
    this.at = 0
  }
  show({ seq }: Judged): void {
    this.nth = this.deals.findIndex((one) => one.first < seq && seq <= one.last)
    this.at = this.deals[this.nth]!.steps.findIndex((step) => step.seq === seq)
  }
}
