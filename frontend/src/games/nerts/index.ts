/** Nerts at the generic table. */
import { Part } from '../../table/part.svelte.ts'
import type { Op } from '../../wire/frames.ts'
import type { GameModule } from '../module.ts'
import { factsOf } from './facts.ts'
import Hud from './Hud.svelte'
import { handsPart, keysPart, tellingPart } from './later.ts'
import { frameFor, scene } from './layout.ts'
import { moveTo, predict } from './plays.ts'
import { ends, fetched, photo, settle } from './wild.svelte.ts'
import { goal, refusal, whyNot } from './words.ts'

/** px that a finger is sure to hit. */
const FINGER = 44

/** Cards are gathered before they are dealt: two sights, one after the other. Nothing else waits. */
const hold = (op: Op): number => (op[0] === 'm' && op[1] === 's0' && op[2] === 'n0' ? 1 : 0)

const nerts: GameModule = {
  settings: ['face'],
  carries: true,
  scene,
  hold,
  tell: (ops, before, sight) => tellingPart.now?.tell(ops, before, sight) ?? '',
  predict,
  refusal(code, args, sight, move) {
    if (code === 'taken') ends.now?.bounce(factsOf(sight.view).hand)
    return refusal(code, args, sight, move)
  },
  late: (ops, before, { view, seat }) => photo(view)?.lateWords(ops, before, view, seat) ?? null,
  needs: fetched,
  moveFor({ id, to, obvious }, sight) {
    const move = to === null || sight.seat === null ? null : moveTo(sight.view, sight.seat, id, to)
    // Over foundations that are small it is not sure which one is meant.
    return move ? settle(sight.view, move, obvious || frameFor(sight).found.w < FINGER) : whyNot(sight, id)
  },
  progress(sight) {
    const { hand, over } = factsOf(sight.view)
    return over !== null ? { short: 'Result', long: 'Result' } : { short: `Hand ${hand}`, long: `Hand ${hand}, ${goal(sight)}` }
  },
  Hud,
  Result: new Part(async () => (await ends.get()).Result),
}

void handsPart.get()
void keysPart.get()
void tellingPart.get()

export default nerts

