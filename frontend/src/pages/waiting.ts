/** What the waiting room says: numbers, levels, and what is still missing before the start. */
import type { Place, You } from '../wire/frames.ts'
import type { GameInfo } from './tables.ts'

const WORDS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Small numbers are words. */
export const inLetters = (n: number): string => WORDS[n] ?? String(n)

/** A bot's level: its title and its place among the levels, from 1. */
export function level(game: GameInfo | null, slug: string): { title: string; rank: number; of: number } {
  const levels = game?.levels ?? []
  const found = levels.findIndex((each) => each.level === slug)
  return { title: levels[found]?.title ?? slug, rank: found + 1, of: levels.length }
}

/** All places of a table, seat and n: partners side by side. */
export const placesOf = (seats: number, players: number): [seat: number, n: number][] =>
  Array.from({ length: seats * players }, (_, i) => [Math.floor(i / players), i % players])

const hostOf = (places: readonly Place[]): Place | undefined => places.find((place) => place.host)

/** The line beside the start button. `mine` is my seat and n, `lacking` how many more the game needs, `seats` how many
 *  there are for people and bots, `barred` that the host sent me away. */
export function whatNow(
  places: readonly Place[],
  mine: You,
  { lacking, seats, bots, barred = false }: { lacking: number; seats: number; bots: boolean; barred?: boolean },
): string {
  const host = hostOf(places)
  if (mine === null && barred) return 'The host has closed this table to you.'
  if (mine === null)
    return places.length < seats ? 'You are looking on. There is a seat for you.' : 'You are looking on.'
  if (host?.seat !== mine[0] || host.n !== mine[1]) return host ? `Waiting for ${host.name} to start.` : 'Waiting for a host.'
  if (lacking === 1) return `One seat to fill: send the link${bots ? ', or add a bot' : ''}.`
  if (lacking) return `${capital(inLetters(lacking))} seats to fill: send the link${bots ? ', or add bots' : ''}.`
  return places.length < seats ? 'Empty seats are dropped.' : 'Everybody is here.'
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Copy a text; without the clipboard of a secure page, by the old way. Returns whether it worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    const worked = document.execCommand('copy')
    field.remove()
    return worked
  }
}
