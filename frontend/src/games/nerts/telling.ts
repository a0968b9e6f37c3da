/** What a screen reader hears of a hand: moves, calls, who is stuck, how many are left. */
import { cardName, nameAs } from '../../cards/suits.ts'
import { ids } from '../../table/fold.ts'
import type { Op } from '../../wire/frames.ts'
import { nameOf, type Sight } from '../module.ts'
import { boardOf, type Facts, factsOf, isCounting } from './facts.ts'
import { drawnAs } from './wild.svelte.ts'
import { endTitle } from './scored.ts'
import { appliedWords, does, signed } from './words.ts'

/** News of ops that were shown. */
export function tell(ops: readonly Op[], before: Sight['view'], sight: Sight): string {
  const said = spoken(sight, factsOf(before), factsOf(sight.view))
  if (sight.seat === null || factsOf(sight.view).hand !== factsOf(before).hand) return said.join(' ')
  const { stock } = boardOf(sight.view, sight.seat)
  for (const op of ops) {
    if (op[0] !== 'm' || typeof op[3] === 'number' || op[2] === stock) continue
    const [, source, target, cards] = op
    const mine = source.charAt(1) === String(sight.seat) && !source.startsWith('f')
    // An own card was told when it was played; its entry finds it where it went.
    const news = source === stock || ids(before, source).includes(cards[0] ?? '')
    if (mine && news) said.push(toldMove(sight, source, target, cards))
  }
  return said.join(' ')
}

/** Besides moves. */
function spoken(sight: Sight, before: Facts, after: Facts): string[] {
  const said: string[] = []
  if (after.hand !== before.hand) said.push(`Hand ${after.hand}.`)
  if (isCounting(before) && !isCounting(after) && after.ended === null && after.hand === before.hand) said.push('Go!')
  if (after.caller !== null && before.caller === null && after.ended === null) said.push(`${does(sight, after.caller, 'call', 'calls')} Nerts!`)
  if (after.ended !== null && before.ended === null) said.push(`${endTitle(sight)}. ${handScores(sight, after)}`)
  for (const seat of after.voted) if (!before.voted.includes(seat)) said.push(`${does(sight, seat, 'say you are stuck', 'says: stuck')}.`)
  if (after.applied > before.applied) said.push(appliedWords(sight))
  return said
}

const handScores = (sight: Sight, facts: Facts): string =>
  (facts.sheet.at(-1)?.[0] ?? []).map((points, seat) => `${nameOf(sight, seat)}: ${signed(points)}.`).join(' ')

/** An own card that was put somewhere, and what a flip has shown. */
function toldMove(sight: Sight, source: string, target: string, cards: readonly string[]): string {
  const { nerts, waste } = boardOf(sight.view, sight.seat ?? 0)
  const top = cards.at(-1)
  if (top === undefined) return ''
  if (target === waste) return `Waste: ${cardName(top)}.`
  const where = target.startsWith('f') ? 'to a foundation' : `to pile ${Number(target.split('.')[1]) + 1}`
  const lies = ids(sight.view, target).indexOf(cards[0]!)
  const name = nameAs(cards[0]!, drawnAs(sight.view, target, lies))
  return `${name} ${where}.${source === nerts ? ` ${sight.view.zones[nerts]?.cards.length ?? 0} left.` : ''}`
}
