/** Tables as the lobby's API tells of them. */
import type { Place } from '../wire/frames.ts'

export interface TableInfo {
  code: string
  game: string
  /** The game's name. */
  name: string
  options: Record<string, unknown>
  public: boolean
  state: 'open' | 'running' | 'over'
  /** Whether I am the host. */
  host: boolean
  you: [seat: number, n: number] | null
  /** I left my seat in the running game; joining gives it back. */
  left: boolean
  /** The host has sent me away. */
  barred: boolean
  seats: number
  /** How many players share each seat; two are partners. */
  players: number
  /** A turn takes days: nobody need be there meanwhile. */
  by_days: boolean
  /** Places still to be taken before it can begin. */
  lacking: number
  places: Place[]
  url: string
}

/** A game as the catalogue tells of it. */
export interface GameInfo {
  slug: string
  name: string
  /** JSON Schema of its options. */
  options: OptionsSchema
  /** Options that go together under a name. */
  presets: Preset[]
  /** Bots' levels, weakest first, `words` saying what each does; none: the game has no bots. */
  levels: { level: string; title: string; words: string }[]
  default_level: string | null
  seats: { least: number; most: number }
}

export interface Preset {
  preset: string
  title: string
  /** Those that are not as they usually are. */
  options: Record<string, string | number | boolean>
}

/** One property of an options schema; `x-labels` names the values of a choice, in the order to show them. */
export interface OptionSchema {
  title?: string
  description?: string
  type?: string
  enum?: (string | number)[]
  minimum?: number
  maximum?: number
  default: unknown
  'x-labels'?: Record<string, string>
  'x-unit'?: string
  'x-if'?: Record<string, unknown>
}
export interface OptionsSchema {
  properties: Record<string, OptionSchema>
}
