/** What a table can begin without: what is shown once a hand or the match is over, jokers, the photo finish, the coach. Loaded
 *  while people play. */
export { bounce } from './bounces.ts'
export { default as Chooser } from './Chooser.svelte'
export { coached } from './coach.svelte.ts'
export { default as HandResult } from './HandResult.svelte'
export * from './jokers.ts'
export * from './photo.ts'
export { default as Result } from './Result.svelte'
