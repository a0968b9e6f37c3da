/** What a frame holds, and the few words its arrangements are written in. All numbers are lengths in px. */
import type { Box } from '../../stage/scene.ts'

export interface Point {
  x: number
  y: number
}

/** Another player's board. */
export interface Other {
  /** mat: words over a row of piles; strip: narrow, tops of the work piles as ticks; line: all in one row. */
  as: 'mat' | 'strip' | 'line'
  box: Box
  head: Box
  /** Card width. */
  w: number
  /** Top left corners; work piles and waste only where there is room for them. */
  nerts: Point
  work: Point[]
  waste: Point | null
  /** Height for a work pile. */
  deep: number
  /** Middle of the Nerts pile's count. */
  count: Point
}

export interface Frame {
  mode: 'wide' | 'tall' | 'low'
  band: number
  /** Width of an own card. */
  card: number
  /** Own zones; `step` is between cards of the waste, a work pile's box is the height it may fill. */
  own: { nerts: Box; work: Box[]; waste: Box; stock: Box; step: number }
  /** Foundations, top left corners in the order they are opened; `box` takes any card that fits one. */
  found: { w: number; cells: Point[]; box: Box }
  others: Other[]
  me: Box
  call: Box
  stuck: Box
  /** Where one says something to a partner; null without one. */
  say: Box | null
  reason: Box
  notice: Box
  /** The countdown, over the empty foundations. */
  middle: Box
}

export interface Count {
  boards: number
  /** Work piles of each. */
  piles: number
  /** Places for foundations. */
  open: number
  /** Somebody shares the own board with me. */
  partner?: boolean
}

export const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h })
export const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
/** Height of a card by its width. */
export const TALLNESS = 1.4
/** Part of a card's height between two cards of a run: its index shows whole. */
export const STEP = 0.34
