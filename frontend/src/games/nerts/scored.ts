/** What the results say: cards that scored, points over the hands, and words for them. */
import { ids, type View } from '../../table/fold.ts'
import { nameOf, type Sight } from '../module.ts'
import { factsOf, foundations, optionsOf, ownerOf, rank, seatsOf, standsFor, took } from './facts.ts'
import { clock, counted, plain } from './words.ts'

/** How a hand ended, as a title. */
export function endTitle(sight: Sight): string {
  const facts = factsOf(sight.view)
  const { ended, caller } = facts
  if (sight.view.seats === 1) return `${caller === null ? 'Blocked after' : 'Cleared in'} ${clock(took(facts) ?? 0)}`
  if (ended === 'blocked' || caller === null) return 'Nobody can go on'
  return `Nerts! ${nameOf(sight, caller)} called it`
}

/** A seat's cards on the foundations, low to high within each suit. */
export function playedBy(view: View, seat: number): string[] {
  const cards = foundations(view).flatMap((zone) => ids(view, zone)).filter((card) => ownerOf(card) === seat)
  const order = (card: string): number => 'SHCD'.indexOf(standsFor(view, card).charAt(1)) * 20 + rank(standsFor(view, card))
  return cards.sort((a, b) => order(a) - order(b))
}

/** Running totals after each hand, by seat: what the chart shows. */
export function totals(view: View): number[][] {
  const won = optionsOf(view).match === 'won'
  const sums = seatsOf(view).map(() => 0)
  return factsOf(view).sheet.map(([points]) => {
    const best = Math.max(...points)
    points.forEach((one, seat) => (sums[seat]! += won ? Number(one === best) : one))
    return [...sums]
  })
}

/** Seats as results list them: by the last hand's points, or by the match's. */
export function byPoints(view: View, match: boolean): number[] {
  const { score, sheet } = factsOf(view)
  return standings(match ? score : (sheet.at(-1)?.[0] ?? [])).map(({ seat }) => seat)
}

/** A match of practice alone: its score as a title, and how it went against the clock. */
export function practiceWords(sight: Sight): { title: string; line: string } {
  const { score, sheet, times } = factsOf(sight.view)
  const cleared = times.filter((_, i) => sheet[i]![1] !== null)
  const best = cleared.length ? `, fastest ${clock(Math.min(...cleared) / 1000)}` : ''
  const all = times.reduce((sum, one) => sum + one, 0)
  const line = sheet.length > 1 ? `${cleared.length} of ${sheet.length} hands cleared${best}.` : cleared.length ? 'Cleared.' : 'Blocked.'
  const tenth = sheet.length > 1 ? '' : `.${Math.floor(all / 100) % 10}` // as the hand of the day ranks
  return { title: `${plain(score[0] ?? 0)} points in ${clock(all / 1000)}${tenth}`, line }
}

/** The score in one line. */
export function scoreLine(sight: Sight): string {
  const { penalty, bonus } = optionsOf(sight.view)
  const extra = bonus ? `, ${bonus} more for the caller` : ''
  return `One point for each card on the foundations, ${counted(penalty)} off for each left in the Nerts pile${extra}.`
}

/** Seats in order of points, equal ones sharing the place. */
export function standings(points: readonly number[]): { seat: number; place: number; points: number }[] {
  return points
    .map((one, seat) => ({ seat, points: one, place: 1 + points.filter((other) => other > one).length }))
    .sort((a, b) => a.place - b.place)
}
