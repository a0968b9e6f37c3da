/** What a layout says and the stage shows: one spot per sprite, one box per pile. Pure data, in px of the cloth. */
import type { FaceStyle } from '../cards/faces.ts'

export interface Size {
  w: number
  h: number
}
export interface Box extends Size {
  x: number
  y: number
}

/** Somebody else has the card in hand. */
export interface Held {
  seat: number
  weave: number
  /** Said on the tag; '' where there is room for the weave only. */
  name: string
  /** The zone it is held over; null: over none. */
  over: string | null
  /** The uppermost card in hand has a tag, which hangs out of it on that side. */
  tag: 'left' | 'right' | null
}

/** Where a card lies and how it looks there. */
export interface Spot {
  /** Its middle. */
  x: number
  y: number
  /** Its width. */
  w: number
  /** Degrees, clockwise. */
  turn: number
  z: number
  /** The card's id; null shows the back. */
  id: string | null
  /** What a joker stands for: a card, or a rank and "r" or "b" for its colour; '' for other cards. */
  as: string
  face: FaceStyle
  /** Whose back. */
  weave: number
  dim: boolean
  /** Not drawn while it lies here; seen only on its way to and fro. */
  hidden: boolean
  /** One of mine: it can be picked, by pointer and keyboard. */
  own: boolean
  /** Zones it may go to, the obvious one first; none where it may not be played. */
  drops: readonly string[]
  /** The pile it lies on, where a tap on it with another card in hand means that pile. */
  pile: string | null
  held: Held | null
  /** Keys of the cards that come along when it is carried, bottom to top. */
  with: readonly number[]
}

/** A place of cards on the cloth: shown to screen readers, and where cards are put down. */
export interface Pile extends Box {
  zone: string
  /** What lies there, for a screen reader. */
  label: string
  /** Drawn as an empty place. */
  drawn: boolean
  /** Where a card let go counts as put here, if that is more than its own box. */
  catches?: Box
}

export interface Scene {
  /** Width of the widest card: all elements have this size and are scaled down. */
  card: number
  spots: ReadonlyMap<number, Spot>
  piles: readonly Pile[]
}

/** What a person wants: this card there; `to` null where it has nowhere to go. */
export interface Intent {
  key: number
  id: string
  to: string | null
  /** Not aimed at a pile: the obvious one. */
  obvious: boolean
}

const PLAIN = { turn: 0, z: 0, id: null, as: '', face: 'jumbo', weave: 0, dim: false, hidden: false, own: false, drops: [], pile: null, held: null, with: [] } as const

/** A spot from what matters of it. */
export const spot = (given: Pick<Spot, 'x' | 'y' | 'w'> & Partial<Spot>): Spot => ({ ...PLAIN, ...given })

export const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean => a === b || (a.length === b.length && a.every((one, i) => one === b[i]))
const sameHeld = (a: Held | null, b: Held | null): boolean =>
  a === b || (a !== null && b !== null && a.seat === b.seat && a.weave === b.weave && a.name === b.name && a.over === b.over && a.tag === b.tag)
/** Whether two spots are alike in everything. */
export const sameSpot = (a: Spot, b: Spot): boolean =>
  a === b ||
  (a.x === b.x && a.y === b.y && a.w === b.w && a.turn === b.turn && a.z === b.z && a.id === b.id && a.as === b.as && a.face === b.face && a.weave === b.weave &&
  a.dim === b.dim && a.hidden === b.hidden && a.own === b.own && a.pile === b.pile && sameHeld(a.held, b.held) && sameList(a.drops, b.drops) && sameList(a.with, b.with))
