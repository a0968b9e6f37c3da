/** What a hand does not need to begin with. */
import { Part } from '../../table/part.svelte.ts'

/** What others carry, a partner among them, may be shown a moment later than all else. */
export const handsPart = new Part(() => import('./hands.ts'))

/** The keyboard. */
export const keysPart = new Part(() => import('./keys.ts'))

/** What a screen reader hears. */
export const tellingPart = new Part(() => import('./telling.ts'))
