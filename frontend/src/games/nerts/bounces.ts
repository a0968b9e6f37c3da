/** How many of my cards came back because another was first, by hand: nobody else is told, so the page counts. */
const counts = new Map<number, number>()

export const bounce = (hand: number): unknown => counts.set(hand, bouncesIn(hand) + 1)
export const bouncesIn = (hand: number): number => counts.get(hand) ?? 0
export const allBounces = (): number => [...counts.values()].reduce((sum, one) => sum + one, 0)
