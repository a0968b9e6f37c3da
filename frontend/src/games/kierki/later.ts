/** What Kierki's table fetches later. */
import { Part } from '../../table/part.svelte.ts'

export const ends = new Part(() => import('./ends.ts'))
export const afterwards = new Part(async () => (await import('./Afterwards.svelte')).default)
export const stillOut = new Part(async () => (await import('./StillOut.svelte')).default)
