/** What a game brings to the generic table: where its cards lie, what its moves look like, its words and its HUD. */
import type { Component } from 'svelte'
import type { Look } from '../look.ts'
import type { Intent, Scene, Size } from '../stage/scene.ts'
import type { Guide } from '../table/store.ts'
import type { View } from '../table/fold.ts'
import type { Answer, Notice } from './notices.ts'
import type { Move, Op, Place } from '../wire/frames.ts'

/** A started table as a person looks at it. */
export interface Sight {
  view: View
  /** My seat; null for a watcher. */
  seat: number | null
  legal: readonly Move[] | null
  places: readonly Place[]
  /** Of the cloth, px. */
  size: Size
  look: Look
  /** What the people are asked and told. */
  notices: readonly Notice[]
  /** A move of mine waits for the line to come back. */
  offline: boolean
}

export interface HudProps {
  sight: Sight
  /** The table's clock, ms. */
  now: () => number
  move: (move: Move) => void
  answer: (notice: Notice, answer: Answer) => void
  /** A short line near the hand; null where nothing is to be said. */
  reason: string | null
}

export interface GameModule extends Guide {
  /** Pure: where everything lies. */
  scene(sight: Sight): Scene
  /** The move that an intent means, or the words why there is none. */
  moveFor(intent: Intent, sight: Sight): Move | string
  /** What a screen reader hears of ops that were shown; '' for nothing. */
  tell(ops: readonly Op[], before: View, sight: Sight): string
  /** That a bot moved for me because my time was up, if these ops are that move; else null. */
  late(ops: readonly Op[], before: View, sight: Sight): string | null
  /** Why a move was refused, in a few words; null for codes that are not the game's own. */
  refusal(code: string, args: Record<string, unknown>, sight: Sight, move: Move): string | null
  /** A short word for the bar, as "4 / 12". */
  progress(sight: Sight): { short: string; long: string } | null
  Hud: Component<HudProps>
  /** The game is over: the last page. Shown in the HUD's stead, the cards put away. */
  Result: Component<ResultProps>
}

export interface ResultProps {
  sight: Sight
  rematch: () => void
  home: () => void
  /** Someone has already asked for another game. */
  rematchReady: boolean
  busy: boolean
  /** Why there is no rematch, in words. */
  trouble: string | null
}

const MODULES: Record<string, () => Promise<{ default: GameModule }>> = {
  kierki: () => import('./kierki/index.ts'),
  nerts: () => import('./nerts/index.ts'),
}

/** The module of a game; games without one get the generic table. */
export async function moduleFor(slug: string): Promise<GameModule> {
  const load = MODULES[slug] ?? (() => import('./generic/index.ts'))
  return (await load()).default
}

/** The name of who sits at a seat. */
export const playerAt = (sight: Pick<Sight, 'places'>, seat: number): string =>
  sight.places.find((place) => place.seat === seat)?.name ?? `Seat ${seat + 1}`

/** The same, as I would say it: "You" for oneself. */
export const nameOf = (sight: Pick<Sight, 'places' | 'seat'>, seat: number): string => (seat === sight.seat ? 'You' : playerAt(sight, seat))

/** The weave at a seat. */
export const weaveOf = (sight: Sight, seat: number): number =>
  sight.places.find((place) => place.seat === seat)?.weave ?? seat
