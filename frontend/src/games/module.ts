/** What a game brings to the generic table: where its cards lie, what its moves look like, its words and its HUD. */
import type { Component } from 'svelte'
import type { Look } from '../look.ts'
import type { Intent, Scene, Size } from '../stage/scene.ts'
import type { Asides } from '../table/asides.ts'
import type { Carried } from '../table/carried.ts'
import { Part } from '../table/part.svelte.ts'
import type { Guide } from '../table/store.ts'
import type { View } from '../table/fold.ts'
import type { Answer, Notice } from './notices.ts'
import type { Move, Op, Place } from '../wire/frames.ts'

/** A started table as a person looks at it. */
export interface Sight {
  view: View
  /** My seat; null for a watcher. */
  seat: number | null
  /** Which of the players at my seat I am; left out where I am the only one. */
  n?: number
  legal: readonly Move[] | null
  places: readonly Place[]
  /** Of the cloth, px. */
  size: Size
  look: Look
  /** What the others have in hand. */
  carried: readonly Carried[]
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
  answer: (answer: Answer) => void
  /** A short line near the hand; null where nothing is to be said. */
  reason: string | null
  /** What partners say to each other. */
  asides: Asides
}

/** What the menu offers besides light and suit colours: the face of large cards, how long a trick stays. */
export type Setting = 'face' | 'stay'

export interface GameModule extends Guide {
  settings: readonly Setting[]
  /** The others are told what a hand carries: only where everybody sees the cards that may be carried. */
  carries?: true
  /** Pure: where everything lies. */
  scene(sight: Sight): Scene
  /** The move that an intent means, or the words why there is none; null where the HUD asks more first. */
  moveFor(intent: Intent, sight: Sight): Move | string | null
  /** What this table needs besides, before its first scene; undefined for nothing. */
  needs?(view: View): Promise<unknown> | undefined
  /** What a screen reader hears of ops that were shown; '' for nothing. */
  tell(ops: readonly Op[], before: View, sight: Sight): string
  /** What a person would not expect of a move of theirs, if these ops are one: a bot made it, their time being up; it
   *  came late and counts all the same. Else null. */
  late(ops: readonly Op[], before: View, sight: Sight): string | null
  /** Why a move was refused, in a few words; null for codes that are not the game's own. */
  refusal(code: string, args: Record<string, unknown>, sight: Sight, move: Move): string | null
  /** What the game itself offers now, beside what the people are asked. */
  notices?(sight: Omit<Sight, 'notices'>): readonly Notice[]
  /** The words for a bot's move and its reason, where the game advises those who play alone against bots. */
  advice?(move: Move, why: string): Promise<string>
  /** A short word for the bar, as "4 / 12". */
  progress(sight: Sight): { short: string; long: string } | null
  Hud: Component<HudProps>
  /** The game is over: the last page. Shown in the HUD's stead, the cards put away; loaded while people play. */
  Result: Part<Component<ResultProps>>
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

const MODULES: Record<string, Part<{ default: GameModule }>> = {
  kierki: new Part(() => import('./kierki/index.ts')),
  nerts: new Part(() => import('./nerts/index.ts')),
  abandoned: new Part(() => import('./closed/index.ts')),
}
const generic = new Part(() => import('./generic/index.ts'))

/** The module of a game, or of how one is `over`; games without one get the generic table. */
export async function moduleFor(slug: string, over?: unknown): Promise<GameModule> {
  return (await (MODULES[over as string] ?? MODULES[slug] ?? generic).get()).default
}

/** Who sits at a seat, partners one after the other. */
export const playersAt = ({ places }: Pick<Sight, 'places'>, seat: number): readonly Place[] => places.filter((place) => place.seat === seat)

/** The names of who sits at a seat. */
export const playerAt = (sight: Pick<Sight, 'places'>, seat: number): string =>
  playersAt(sight, seat).map(({ name }) => name).join(' & ') || `Seat ${seat + 1}`

type Me = Pick<Sight, 'places' | 'seat' | 'n'>

/** Who shares my seat with me. */
export const partnerOf = (sight: Me): Place | undefined =>
  sight.seat === null ? undefined : playersAt(sight, sight.seat).find(({ n }) => n !== (sight.n ?? 0))

/** The names at a seat, as I would say them: "You" for myself. */
export function namesAt(sight: Me, seat: number): string[] {
  if (seat !== sight.seat) return playersAt(sight, seat).map(({ name }) => name)
  const partner = partnerOf(sight)
  return partner ? ['You', partner.name] : ['You']
}

/** The same in one. */
export const nameOf = (sight: Me, seat: number): string => namesAt(sight, seat).join(' & ') || `Seat ${seat + 1}`

/** The weave at a seat. */
export const weaveOf = (sight: Sight, seat: number): number =>
  sight.places.find((place) => place.seat === seat)?.weave ?? seat
