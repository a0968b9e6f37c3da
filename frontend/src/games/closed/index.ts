/** A table that nobody came back to, of any game: it may have no zones, and there is nothing to do but to leave it. */
import { Part } from '../../table/part.svelte.ts'
import generic from '../generic/index.ts'
import type { GameModule } from '../module.ts'

const closed: GameModule = {
  ...generic,
  scene: () => ({ card: 0, spots: new Map(), piles: [] }),
  Result: new Part(async () => (await import('./Closed.svelte')).default),
}

export default closed
