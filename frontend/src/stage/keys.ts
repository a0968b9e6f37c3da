/** Keys on the stage: one stop for Tab, arrows go to what lies nearest, and the focus is never lost with a card. */
import { adrift } from './input.ts'

export interface Stop {
  element: HTMLElement
  /** Its middle. */
  x: number
  y: number
  w: number
  /** One of my cards. */
  own: boolean
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** How much a step aside counts against a step ahead. */
const ASIDE = 2.5
/** Part of its width by which a card of the hand may be raised or sunk and still lies in line with the others. */
const IN_LINE = 0.32

/** The nearest stop in a direction, or null at the edge. */
export function nearest(stops: readonly Stop[], from: Stop, [wx, wy]: [number, number]): Stop | null {
  let best: Stop | null = null
  let least = Infinity
  for (const stop of stops) {
    const dx = stop.x - from.x
    const dy = stop.y - from.y
    const ahead = dx * wx + dy * wy
    const raised = from.own && stop.own ? IN_LINE * from.w : 0
    if (stop.element === from.element || ahead <= (wy ? raised : 2)) continue
    const cost = ahead + ASIDE * Math.max(0, Math.abs(dx * wy + dy * wx) - (wx ? raised : 0))
    if (cost < least) [best, least] = [stop, cost]
  }
  return best
}

/** Where a key leads: Home and End to the first and last stop. Null for a key that leads nowhere. */
export function led(key: string, stops: readonly Stop[], from: Stop): Stop | null {
  const way = WAYS[key]
  if (way) return nearest(stops, from, way)
  const row = stops.filter(({ own }) => own).sort((a, b) => a.x - b.x)
  return key === 'Home' ? (row[0] ?? null) : key === 'End' ? (row.at(-1) ?? null) : null
}

/** Make one stop the one that Tab reaches, and focus it if asked. */
export function rove(stops: readonly Stop[], to: Stop | null, focus = false): void {
  for (const { element } of stops) {
    const index = element === to?.element ? 0 : -1
    if (element.tabIndex !== index) element.tabIndex = index // the browser takes its time for a write that changes nothing
  }
  if (focus) to?.element.focus({ preventScroll: true })
}

/** After a change: who held a stop that is gone holds the own card nearest to it; one stop stays Tab's. */
export function keepFocus(stops: readonly Stop[], held: HTMLElement | null, heldX: number | null): void {
  const still = stops.find(({ element }) => element === held)
  const own = stops.filter((stop) => stop.own)
  const near = heldX === null ? undefined : own.toSorted((a, b) => Math.abs(a.x - heldX) - Math.abs(b.x - heldX))[0]
  const first = own.find(({ element }) => element.dataset.legal) ?? own[0] ?? stops[0]
  const tab = held ? undefined : stops.find(({ element }) => element.tabIndex === 0)
  rove(stops, still ?? near ?? tab ?? first ?? null, (held !== null && !still) || (own.length > 0 && adrift()))
}
