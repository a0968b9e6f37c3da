/** Phones on their side, drawn for a cloth of 844 by 342: others left and right of the foundations. */
import type { Size } from '../../stage/scene.ts'
import { box, type Count, type Frame, type Other } from './measures.ts'
import { foundations, line, mat, ownCard, ownRow } from './parts.ts'

const FAN = 0.42
const GAP = 8
const TOP = 120
const SIDE = 122

export function low({ w: W, h: H }: Size, count: Count, scale: number): Frame {
  const n = count.boards - 1
  const found = foundations(count.open, box(W / 2 - 185, 6, 370, TOP), 4, 46, false)
  const y = TOP + 34
  const room = W - 2 * SIDE - 16
  const card = ownCard(room, GAP, FAN, count.piles, 62)
  const tap = Math.max(44, 44 / scale)
  const right = W - SIDE
  return {
    mode: 'low', band: TOP + 12, card, found, others: aside(W, (W - found.box.w) / 2 - 16, n, count),
    own: ownRow(SIDE + 8, y, room, H - 8 - y, card, GAP, FAN, count.piles),
    me: box(8, y, SIDE - 10, 58),
    stuck: box(8, H - 8 - tap, SIDE - 10, tap),
    say: count.partner ? box(right + 2, H - 14 - 2.4 * tap, SIDE - 10, tap) : null,
    call: box(right + 2, H - 8 - 1.4 * tap, SIDE - 10, 1.4 * tap),
    reason: box(W / 2 - 180, TOP + 6, 360, 26),
    notice: box(8, 6, 240, TOP),
    middle: found.box,
  }
}

/** Half on the left, half on the right; clockwise from the lowest on my left. */
function aside(W: number, w: number, n: number, count: Count): Other[] {
  const left = Math.ceil(n / 2)
  const column = (k: number, x: number, upwards: boolean): Other[] => {
    const h = Math.min(104, (TOP + 2) / Math.max(1, k))
    return Array.from({ length: k }, (_, i) => {
      const at = box(x, 6 + (upwards ? k - 1 - i : i) * h, w, h - 2)
      return k < 3 ? mat(at, k === 1 ? 30 : 24, 40, count) : line(at, 24, count)
    })
  }
  return [...column(left, 8, true), ...column(n - left, W - 8 - w, false)]
}
