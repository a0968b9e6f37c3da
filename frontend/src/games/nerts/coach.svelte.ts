/** What the coach shows: a card and its place, for a while or until they are no longer so. */
import type { Box } from '../../stage/scene.ts'
import type { Sight } from '../module.ts'
import { advice, type Advice, playWords } from './chances.ts'
import Coach from './Coach.svelte'
import { boardOf } from './facts.ts'
import { scene } from './layout.ts'
import { type Frame, TALLNESS } from './measures.ts'
import { moveTo } from './plays.ts'

/** ms that a hint stays. */
const STAYS = 5000
/** px of the button, which is made room for beside another one, and the space between. */
const BUTTON = 60
const GAP = 8

/** The coach, and the frame with its button: beside "I'm stuck", beside "Nerts!", or above it. */
export const coached = (frame: Frame): Frame & { hint: Box; Coach: typeof Coach } => ({ ...carve(frame), Coach })

function carve(frame: Frame): Frame & { hint: Box } {
  const { call, stuck } = frame
  if (frame.mode === 'low') return { ...frame, hint: { ...call, y: call.y - stuck.h - GAP, h: stuck.h } }
  const from = frame.mode === 'wide' ? stuck : call
  const less = { ...from, w: from.w - BUTTON - GAP }
  const hint = { ...from, x: from.x + from.w - BUTTON, w: BUTTON }
  return frame.mode === 'wide' ? { ...frame, stuck: less, hint } : { ...frame, call: less, hint }
}

export class Hint {
  private shown = $state.raw<Advice | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Show what could be done; in words. */
  ask({ view, seat }: Sight): string {
    clearTimeout(this.timer)
    const what = advice(view, seat ?? 0)
    this.shown = what
    this.timer = setTimeout(() => this.clear(), STAYS)
    if (what === 'call') return 'You may call “Nerts!”'
    if (what === 'flip') return 'No play: flip'
    return what === 'stuck' ? 'No play, and nothing to flip' : playWords(view, seat ?? 0, what)
  }

  clear(): void {
    clearTimeout(this.timer)
    this.shown = null
  }

  /** What is no longer so is no longer shown. */
  check({ view, seat }: Sight): void {
    const what = this.shown
    if (what === null) return
    const holds = typeof what === 'string' ? advice(view, seat ?? 0) === what : moveTo(view, seat ?? 0, what.card, what.target) !== null
    if (!holds) this.clear()
  }

  /** The places to mark, px of the cloth. */
  marks(sight: Sight): Box[] {
    const what = this.shown
    if (what === null || what === 'call' || what === 'stuck') return []
    const { spots, piles } = scene(sight)
    if (what === 'flip') {
      const stock = sight.view.zones[boardOf(sight.view, sight.seat ?? 0).stock]?.cards.at(-1)
      const spot = stock && spots.get(stock.key)
      return spot ? [around(spot)] : []
    }
    const cards = sight.view.zones[what.source]?.cards ?? []
    const from = cards.findIndex(({ id }) => id === what.card)
    const run = from < 0 ? [] : cards.slice(from).flatMap(({ key }) => spots.get(key) ?? [])
    const pile = piles.find(({ zone }) => zone === what.target)
    const first = run[0] && around(run[0])
    const last = run.at(-1) && around(run.at(-1)!)
    const box = first && last && { ...first, h: last.y + last.h - first.y }
    return [...(box ? [box] : []), ...(pile ? [pile] : [])]
  }
}

const around = ({ x, y, w }: { x: number; y: number; w: number }): Box => ({ x: x - w / 2, y: y - (w * TALLNESS) / 2, w, h: w * TALLNESS })
