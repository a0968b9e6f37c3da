/** What is shown once a deal or the game is over, and the whole sheet: loaded while people play. */
export { default as Between } from './Between.svelte'
export { default as FullSheet } from './FullSheet.svelte'
export { default as Result } from './Result.svelte'
