/** Desktops and tablets on their side, drawn for a cloth of 1280 by 752 and anything larger. */
import type { Box, Size } from '../../stage/scene.ts'
import { box, clamp, type Count, type Frame, type Other, TALLNESS } from './measures.ts'
import { foundations, mat, ownCard, ownRow } from './parts.ts'

const FAN = 0.42
const GAP = 18
/** My name and "I'm stuck" are left of the own row. */
const SIDE = 192
/** A wider cloth has bare sides. */
const WIDEST = 1600

export function wide({ w: W, h: H }: Size, count: Count, scale: number): Frame {
  const others = count.boards - 1
  const crowded = others > 3
  const edge = Math.max(20, (W - WIDEST) / 2)
  const side = edge + SIDE
  const card = ownCard(W - side - edge, GAP, FAN, count.piles, crowded ? 84 : 96)
  const own = clamp(crowded ? 262 : 330, H * (crowded ? 0.35 : 0.42), crowded ? 380 : 470)
  const y = H - own
  const band = y - 26
  const boards = crowded ? around(W, band, count) : across(W, count)
  const top = crowded ? (others % 2 ? 146 : 12) : others ? 14 + heightAcross(others) : 0
  const aside = crowded ? 328 : 20
  const room = box(aside, top + 10, W - 2 * aside, band - top - 22)
  const found = foundations(count.open, room, 8, 96, false)
  const tap = Math.max(44, 44 / scale)
  const say = count.partner ? box(edge, H - 24 - 2 * tap, 184, tap) : null
  const below = say ? say.y : H - 16 - tap
  return {
    mode: 'wide', band, card, found, others: boards,
    own: ownRow(side, y, W - side - edge, H - 14 - y, card, GAP, FAN, count.piles),
    me: box(edge, y + 2, 184, 84),
    stuck: box(edge, H - 16 - tap, 184, tap), say,
    call: box(W - edge - 230, Math.max(H - 92, y + card * TALLNESS + 36), 230, 76),
    reason: box(W / 2 - 220, band - 9, 440, 32),
    notice: box(edge, y + 116, 184, Math.max(60, below - y - 124)),
    middle: box(room.x, room.y, room.w, room.h),
  }
}

const heightAcross = (others: number): number => [0, 190, 170, 150][others]!

/** Up to three across the top. */
function across(W: number, count: Count): Other[] {
  const n = count.boards - 1
  const w = Math.min(520, (W - 40 - (n - 1) * 26) / Math.max(1, n))
  const left = (W - n * w - (n - 1) * 26) / 2
  const card = n === 3 ? 46 : 56
  return Array.from({ length: n }, (_, k) => mat(box(left + k * (w + 26), 14, w, heightAcross(n)), 42, card, count))
}

/** From four: as many on each side, an odd one on top; clockwise from the lowest on my left. */
function around(W: number, band: number, count: Count): Other[] {
  const n = count.boards - 1
  const side = Math.floor(n / 2)
  const step = Math.min(170, (band - 14) / side)
  const at = (x: number, i: number): Box => box(x, 12 + i * step, 296, step - 8)
  const left = Array.from({ length: side }, (_, i) => at(16, side - 1 - i))
  const right = Array.from({ length: side }, (_, i) => at(W - 312, i))
  const top = n % 2 ? [box(W / 2 - 148, 12, 296, 134)] : []
  return [...left, ...top, ...right].map((place) => mat(place, 38, side < 3 ? 42 : 38, count))
}
