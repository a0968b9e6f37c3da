/** What only some tables have: the rules of jokers, their chooser, the photo finish, a coach. Other tables do not wait for them. */
import { nameAs } from '../../cards/suits.ts'
import { Part } from '../../table/part.svelte.ts'
import { ids, type View } from '../../table/fold.ts'
import type { Move } from '../../wire/frames.ts'
import { optionsOf } from './facts.ts'

/** The part of the page that holds them, and what is shown in the end. */
export const ends = new Part(() => import('./ends.ts'))
type Jokers = typeof import('./jokers.ts')

/** Fetched before a table is first shown that has any of them. */
export const fetched = (view: View): Promise<unknown> | undefined => {
  const { jokers, photo, coach } = optionsOf(view)
  return jokers === 'two' || photo || coach ? ends.get() : undefined
}

/** The rules of jokers; null at a table without. */
export const wild = (view: View): Jokers | null => (optionsOf(view).jokers === 'two' ? ends.now : null)

/** What the photo finish shows; null at a table without. */
export const photo = (view: View): typeof import('./photo.ts') | null => (optionsOf(view).photo ? ends.now : null)

/** What a card of a pile is drawn as, see `Spot.as`. */
export const drawnAs = (view: View, zone: string, place: number): string => wild(view)?.drawnAs(view, ids(view, zone), place) ?? ''
/** A zone's cards by name, bottom to top. */
export const names = (view: View, zone: string): string[] => ids(view, zone).map((card, place) => nameAs(card, drawnAs(view, zone, place)))

/** What a person is asked before a move is made: what the joker in it becomes. */
export const question = $state<{ move: Move | null; loose: boolean }>({ move: null, loose: false })

/** The move, with what there is but one thing to say of; null if the person is asked first. `loose`: a foundation, whichever. */
export function settle(view: View, move: Move, loose = false): Move | null {
  const ways = wild(view)?.ways(view, move, loose) ?? [move]
  Object.assign(question, ways.length > 1 ? { move, loose } : { move: null })
  return ways.length > 1 ? null : ways[0]!
}
