/** How cards move: durations, curves, and where an interrupted card is without asking the browser. */
import type { Spot } from './scene.ts'

/** Milliseconds; nothing takes longer than FAR. */
export const LIFT = 90
export const FADE = 120
export const MOVE = 160
export const BOUNCE = 200
export const FAR = 220
/** Between two cards of a deal. */
export const STAGGER = 18
/** px a card travels before the journey counts as one across the table. */
const LONG_WAY = 380
export const EASE = 'cubic-bezier(.2,.8,.2,1)'

export interface Pose {
  x: number
  y: number
  scale: number
  turn: number
}

/** The pose of a spot, for elements of `card` px width. */
export const poseOf = (at: Spot, card: number): Pose => ({ x: at.x, y: at.y, scale: at.w / card, turn: at.turn })

/** A pose as CSS, for an element `card` wide with its origin in its middle. */
export function transform(pose: Pose, card: number): string {
  const left = pose.x - card / 2
  const top = pose.y - card * 0.7
  // Upright cards lie on whole pixels, so that their edges are sharp.
  const [x, y] = pose.turn % 90 ? [left.toFixed(1), top.toFixed(1)] : [Math.round(left), Math.round(top)]
  return `translate3d(${x}px,${y}px,0) rotate(${pose.turn.toFixed(2)}deg) scale(${pose.scale.toFixed(4)})`
}

/** Milliseconds from one pose to another. */
export const travel = (from: Pose, to: Pose): number =>
  Math.hypot(to.x - from.x, to.y - from.y) > LONG_WAY ? FAR : MOVE

/** cubic-bezier(.2,.8,.2,1) at time t (0-1). */
function eased(t: number): number {
  const bezier = (a: number, b: number, u: number): number =>
    3 * a * u * (1 - u) ** 2 + 3 * b * u * u * (1 - u) + u ** 3
  let low = 0
  let high = 1
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2
    if (bezier(0.2, 0.2, middle) < t) low = middle
    else high = middle
  }
  return bezier(0.8, 1, low)
}

export interface Flight {
  from: Pose
  to: Pose
  /** performance.now() when it began to move. */
  start: number
  length: number
}

/** Where a flight is now. */
export function midway({ from, to, start, length }: Flight): Pose {
  const t = Math.min(1, Math.max(0, (performance.now() - start) / length))
  const k = eased(t)
  const mix = (a: number, b: number): number => a + (b - a) * k
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale), turn: mix(from.turn, to.turn) }
}
