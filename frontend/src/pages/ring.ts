/** Where people sit round a table on the screen: the first at the bottom, the next on the left, and so on clockwise. */

export interface Ring<T> {
  bottom: T | undefined
  /** From the top down. */
  left: T[]
  top: T | undefined
  right: T[]
}

export function ring<T>(seats: readonly T[]): Ring<T> {
  const [bottom, ...others] = seats
  const side = Math.floor(others.length / 2)
  const odd = others.length % 2
  return {
    bottom,
    left: others.slice(0, side).reverse(),
    top: odd ? others[side] : undefined,
    right: others.slice(side + odd),
  }
}

/** Everybody in turn, beginning with my seat; a watcher looks from the first. */
export function fromMySeat<T>(seats: readonly T[], mine: number | null): T[] {
  const first = mine ?? 0
  return [...seats.slice(first), ...seats.slice(0, first)]
}
