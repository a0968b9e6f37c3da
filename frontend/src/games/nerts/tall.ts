/** Phones and tablets upright, drawn for a cloth of 390 by 796: the own piles by the thumb. */
import type { Size } from '../../stage/scene.ts'
import { box, clamp, type Count, type Frame, type Other, TALLNESS } from './measures.ts'
import { foundations, line, mat, strip } from './parts.ts'

const SHORT = 640

export function tall({ w: W, h: H }: Size, count: Count): Frame {
  const short = H < SHORT
  const { boards, piles } = count
  const others = boardsAbove(W, short, count)
  const top = others.length ? Math.max(...others.map(({ box: at }) => at.y + at.h)) + 8 : 8
  const most = box(8, top, W - 16, short ? 118 : 142)
  const found = foundations(count.open, most, 4, boards < 3 ? 56 : 44, true)
  const lift = top - found.box.y // no room is left over above
  found.cells.forEach((cell) => (cell.y += lift))
  found.box.y = top
  const status = top + found.box.h + 5
  const band = status + (short ? 22 : 25)
  const y = band + (short ? 16 : 18)
  const card = Math.min(short ? 66 : clamp(84, W * 0.2, 96), (W - 16 - (piles - 1) * 6) / piles)
  const ch = card * TALLNESS
  const button = short ? 46 : 56
  const buttons = H - button - (short ? 6 : 12)
  const by = buttons - (short ? 14 : 26) - ch
  const call = count.partner ? 180 : 132
  const gap = (W - 16 - piles * card) / (piles - 1)
  const step = Math.min(36, (W - 16 - 3 * card - 2 * 20) / 2)
  const waste = card + 2 * step
  const middle = (8 + card + W - 8 - card) / 2 - waste / 2
  return {
    mode: 'tall', band, card, found, others,
    own: {
      nerts: box(8, by, card, ch),
      work: Array.from({ length: piles }, (_, i) => box(8 + i * (card + gap), y, card, by - (short ? 6 : 10) - y)),
      waste: box(middle, by, waste, ch),
      stock: box(W - 8 - card, by, card, ch),
      step,
    },
    me: box(8, status, W - 16, 22),
    stuck: box(8, buttons, 112, button),
    say: count.partner ? box(126, buttons, 48, button) : null,
    call: box(call, buttons, W - 8 - call, button),
    reason: box(8, status - 2, W - 16, 28),
    notice: box(8, 8, W - 16, 60),
    middle: box(8, top, W - 16, found.box.h),
  }
}

/** One row of up to three, or two rows of lines. */
function boardsAbove(W: number, short: boolean, count: Count): Other[] {
  const n = count.boards - 1
  if (n > 3) {
    const columns = Math.ceil(n / 2)
    const h = short ? 44 : 52
    const w = (W - 16 - (columns - 1) * 4) / columns
    return Array.from({ length: n }, (_, k) =>
      line(box(8 + (k % columns) * (w + 4), 6 + Math.floor(k / columns) * (h + 4), w, h), 26, count))
  }
  const w = (W - 16 - (n - 1) * 6) / Math.max(1, n)
  return Array.from({ length: n }, (_, k) => {
    const at = box(8 + k * (w + 6), 6, w, short ? 88 : 94)
    return w < 170 ? strip(at, count) : mat(at, 34, 40, count)
  })
}
