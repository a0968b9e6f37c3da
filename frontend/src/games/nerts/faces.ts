/** Which face a card of Nerts has: by its size, and by whether others lie on it. */
import type { FaceStyle } from '../../cards/faces.ts'
import type { Sight } from '../module.ts'

/** Under this width a card is rank and suit only; from the other one its face may be the classic one. */
export const TICK = 34
const CLASSIC = 90

/** The face for a card that lies free, or that others cover but for its index. */
export function faceFor({ look }: Sight, w: number, free: boolean): FaceStyle {
  if (w < TICK) return 'tick'
  return free && w >= CLASSIC && look.face === 'classic' ? 'classic' : 'jumbo'
}
