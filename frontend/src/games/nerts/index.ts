/** Nerts at the generic table. */
import { ids } from '../../table/fold.ts'
import type { Op } from '../../wire/frames.ts'
import type { GameModule, Sight } from '../module.ts'
import { boardOf, factsOf } from './facts.ts'
import Hud from './Hud.svelte'
import { scene } from './layout.ts'
import { moveTo, predict } from './plays.ts'
import Result from './Result.svelte'
import { goal, refusal, spoken, toldMove, whyNot } from './words.ts'

/** Cards are gathered before they are dealt: two sights, one after the other. Nothing else waits. */
const hold = (op: Op): number => (op[0] === 'm' && op[1] === 's0' && op[2] === 'n0' ? 1 : 0)

function tell(ops: readonly Op[], before: Sight['view'], sight: Sight): string {
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

const nerts: GameModule = {
  scene,
  hold,
  tell,
  predict,
  refusal,
  late: () => null,
  moveFor({ id, to }, sight) {
    const move = to === null || sight.seat === null ? null : moveTo(sight.view, sight.seat, id, to)
    return move ?? whyNot(sight, id)
  },
  progress(sight) {
    const { hand, over } = factsOf(sight.view)
    return over !== null ? { short: 'Result', long: 'Result' } : { short: `Hand ${hand}`, long: `Hand ${hand}, ${goal(sight)}` }
  },
  Hud,
  Result,
}

export default nerts

