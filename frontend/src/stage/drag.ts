/** Pointers on the stage: drag with forgiving overlap, tap and tap. Mouse, pen and finger are the same. */
import type { Box } from './scene.ts'

/** px a pointer may wander before a tap becomes a drag. */
const SLOP = 6
/** px around a pile that still count as the pile. */
const FORGIVE = 18
/** Part of the carried card that must lie over a pile. */
const ENOUGH = 0.12

export interface Carried {
  key: number
  dx: number
  dy: number
}

export interface DragHost {
  /** The sprite under an event, if it is one of mine. */
  cardAt(event: Event): number | null
  /** The zone under an event. */
  zoneAt(event: Event): string | null
  /** The pile under the carried card, of those that take it. */
  under(carried: Carried): string | null
  /** A drag goes on. */
  carry(carried: Carried): void
  /** A drag ended: over a pile that takes the card, or over none. */
  drop(carried: Carried, zone: string | null): void
  tap(key: number | null, zone: string | null): void
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y))

const wider = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by })

/** The pile a card is let go over: the one it covers most. Null where it covers none enough. */
export function landing(card: Box, targets: { zone: string; box: Box }[]): string | null {
  let best: string | null = null
  let most = card.w * card.h * ENOUGH
  for (const { zone, box } of targets) {
    const area = overlap(card, wider(box, FORGIVE))
    if (area > most) [best, most] = [zone, area]
  }
  return best
}

export class Drag {
  private pointer: { id: number; key: number; x: number; y: number; live: boolean } | null = null
  private now: Carried | null = null
  private frame = 0
  private readonly root: HTMLElement
  private readonly host: DragHost

  constructor(root: HTMLElement, host: DragHost) {
    this.root = root
    this.host = host
    root.addEventListener('pointerdown', this.down)
    root.addEventListener('pointermove', this.move)
    root.addEventListener('pointerup', this.up)
    root.addEventListener('pointercancel', this.cancel)
  }

  /** The sprite in hand. */
  get carrying(): number | null {
    return this.now?.key ?? null
  }

  /** Let go of everything: the card was taken away. */
  cancel = (): void => {
    const carried = this.now
    this.forget()
    if (carried) this.host.drop(carried, null)
  }

  private down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.pointer) return
    const key = this.host.cardAt(event)
    if (key === null) return this.host.tap(null, this.host.zoneAt(event))
    this.pointer = { id: event.pointerId, key, x: event.clientX, y: event.clientY, live: false }
    this.root.setPointerCapture(event.pointerId)
    addEventListener('keydown', this.escape, true)
  }

  private move = (event: PointerEvent): void => {
    const { pointer } = this
    if (!pointer || event.pointerId !== pointer.id) return
    const dx = event.clientX - pointer.x
    const dy = event.clientY - pointer.y
    if (!pointer.live && Math.hypot(dx, dy) < SLOP) return
    pointer.live = true
    this.now = { key: pointer.key, dx, dy }
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0
      if (this.now) this.host.carry(this.now)
    })
  }

  private up = (event: PointerEvent): void => {
    const { pointer, now } = this
    if (!pointer || event.pointerId !== pointer.id) return
    this.forget()
    if (!now) return this.host.tap(pointer.key, null)
    this.host.drop(now, this.host.under(now))
  }

  private escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    this.cancel()
  }

  private forget(): void {
    removeEventListener('keydown', this.escape, true)
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.pointer = null
    this.now = null
  }
}
