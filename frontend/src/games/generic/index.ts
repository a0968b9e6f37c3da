/** The table of any game that brings no layout of its own: zones in a grid, legal moves as buttons. */
import '../../cards/jokers.ts'
import { Part } from '../../table/part.svelte.ts'
import type { GameModule } from '../module.ts'
import { nameOf } from '../module.ts'
import Hud from './Hud.svelte'
import { movesWith, scene } from './layout.ts'

const generic: GameModule = {
  settings: ['face'],
  scene,
  hold: () => 150,
  predict: () => [],
  late: () => null,
  refusal: () => null,
  moveFor({ id, to }, sight) {
    const moves = movesWith(sight, id)
    const named = moves.filter((move) => to !== null && move.includes(to))
    const choice = named.length ? named : moves
    return choice.length === 1 ? choice[0]! : choice.length ? 'Choose a move below' : 'Not now'
  },
  tell(_ops, before, sight) {
    const { turn } = sight.view.facts
    if (turn === before.facts.turn || typeof turn !== 'number') return ''
    return turn === sight.seat ? 'Your turn.' : `${nameOf(sight, turn)} to move.`
  },
  progress: () => null,
  Hud,
  Result: new Part(async () => (await import('./Result.svelte')).default),
}

export default generic
