/** Keys on the stage: one stop for Tab, arrows go to what lies nearest, Enter and Space act, Escape lets go. */

export interface Stop {
  element: HTMLElement
  /** Its middle. */
  x: number
  y: number
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** How much a step aside counts against a step ahead. */
const ASIDE = 2.5

/** The nearest stop in a direction, or null at the edge. */
export function nearest(stops: readonly Stop[], from: Stop, [wx, wy]: [number, number]): Stop | null {
  let best: Stop | null = null
  let least = Infinity
  for (const stop of stops) {
    const dx = stop.x - from.x
    const dy = stop.y - from.y
    const ahead = dx * wx + dy * wy
    if (stop.element === from.element || ahead <= 2) continue
    const cost = ahead + ASIDE * Math.abs(dx * wy + dy * wx)
    if (cost < least) [best, least] = [stop, cost]
  }
  return best
}

/** Where a key leads: Home and End to the first and last stop. Null for a key that leads nowhere. */
export function led(key: string, stops: readonly Stop[], from: Stop): Stop | null {
  const way = WAYS[key]
  if (way) return nearest(stops, from, way)
  const row = [...stops].sort((a, b) => a.x - b.x)
  return key === 'Home' ? (row[0] ?? null) : key === 'End' ? (row.at(-1) ?? null) : null
}

/** Make one stop the one that Tab reaches. */
export function rove(stops: readonly Stop[], to: HTMLElement | null): void {
  for (const { element } of stops) element.tabIndex = element === to ? 0 : -1
}
