/** How long tricks stay, as a person likes it: a factor on the game's own times, kept in this browser. */
const KEY = 'compendium.pace'

export const PACES: readonly (readonly [factor: number, words: string])[] = [
  [0.5, 'Half a second'],
  [1, 'One second'],
  [2, 'Two seconds'],
]

export function pace(): number {
  const kept = Number(localStorage.getItem(KEY) ?? 1)
  return Number.isFinite(kept) && kept >= 0 ? kept : 1
}

export const changePace = (factor: number): void => localStorage.setItem(KEY, String(factor))
