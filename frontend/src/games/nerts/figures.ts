/** A board's figures, in a few words: of the last hand, or of the match. */
import type { View } from '../../table/fold.ts'
import { allBounces, bouncesIn } from './bounces.ts'
import { factsOf } from './facts.ts'
import { clock } from './words.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const few = (n: number): string => n.toFixed(1).replace(/\.0$/, '')
const counted = (n: number, one: string, more: string): string => `${few(n)} ${n === 1 ? one : more}`

/** "1:42 a hand", "14.2 cards a minute", "2 bounces", "3 left"; none where no hand is over. */
export function figuresOf(view: View, seat: number, match: boolean): string[] {
  const { hand, sheet, times } = factsOf(view)
  const from = match ? 0 : sheet.length - 1
  const [rows, took] = [sheet.slice(from), times.slice(from)]
  const ms = sum(took)
  if (!rows.length || !ms) return []
  const hands = rows.length
  const pace = (60_000 * sum(rows.map(([, , out]) => out[seat] ?? 0))) / ms
  const bounces = match ? allBounces() : bouncesIn(hand)
  const left = sum(rows.map(([, , , nerts]) => nerts[seat] ?? 0)) / hands
  return [
    ...(hands > 1 ? [`${clock(ms / hands / 1000)} a hand`] : []),
    counted(pace, 'card a minute', 'cards a minute'),
    ...(bounces ? [counted(bounces, 'bounce', 'bounces')] : []),
    `${few(left)} left${hands > 1 ? ' a hand' : ''}`,
  ]
}
