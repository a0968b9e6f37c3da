/** Plays the entries of a table so that people can follow: bots may be quick, a trick must be seen.
 *
 *  An entry is cut into steps; a step may ask that what was shown before it stays for a while. Entries keep their
 *  order, and nothing is ever dropped: whoever was away too long is shown the outcome at once. */
import type { Op } from '../wire/frames.ts'

/** How long (ms) the table as it stands must have been shown before this op; 0 for at once. */
export type Hold = (op: Op) => number

interface Step {
  ops: readonly Op[]
  hold: number
  /** Run after the step was applied: the entry's last word. */
  done: (() => void) | null
}

/** Longer queues are not watched any more but caught up with. */
const TOO_FAR_BEHIND = 40

/** Cuts ops before each one that holds; the facts come with the last step, for they speak of the outcome. */
export function cut(ops: readonly Op[], hold: Hold): { ops: Op[]; hold: number }[] {
  const steps: { ops: Op[]; hold: number }[] = []
  const facts: Op[] = []
  for (const op of ops) {
    if (op[0] === 's') {
      facts.push(op)
      continue
    }
    const wait = hold(op)
    const open = steps.at(-1)
    if (!open || wait > 0) steps.push({ ops: [op], hold: wait })
    else open.ops.push(op)
  }
  const last = steps.at(-1)
  if (last) last.ops.push(...facts)
  else steps.push({ ops: facts, hold: 0 })
  return steps
}

export class Playback {
  private readonly queue: Step[] = []
  private since = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly apply: (ops: readonly Op[], last: boolean) => void
  private readonly pace: () => number

  /** `apply` shows ops, `last` when nothing more waits; `pace` multiplies holds (1; tests take less). */
  constructor(apply: (ops: readonly Op[], last: boolean) => void, pace: () => number) {
    this.apply = apply
    this.pace = pace
  }

  /** Steps still wait to be shown. */
  get behind(): boolean {
    return this.queue.length > 0
  }

  push(ops: readonly Op[], hold: Hold, done: (() => void) | null = null): void {
    const steps = cut(ops, hold)
    steps.forEach((step, i) => this.queue.push({ ...step, done: i === 0 ? done : null }))
    this.run()
  }

  /** Show everything now: a click on the table says "I have seen it". */
  hurry(): void {
    this.run(true)
  }

  /** Forget what waits: a fresh view has come. */
  clear(): void {
    clearTimeout(this.timer)
    this.queue.length = 0
    this.since = performance.now()
  }

  private run(hurry = false): void {
    clearTimeout(this.timer)
    const now = performance.now()
    while (this.queue.length) {
      const step = this.queue[0]!
      const skip = hurry || document.hidden || this.queue.length > TOO_FAR_BEHIND
      const left = skip ? 0 : step.hold * this.pace() - (now - this.since)
      if (left > 0) {
        this.timer = setTimeout(() => this.run(), left)
        return
      }
      this.queue.shift()
      this.since = now
      step.done?.()
      this.apply(step.ops, !this.queue.length)
    }
  }
}
