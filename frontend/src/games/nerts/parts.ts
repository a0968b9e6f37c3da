/** What the three arrangements share: rows of foundations, the own row, others' boards. */
import type { Box } from '../../stage/scene.ts'
import { box, clamp, type Count, type Frame, type Other, type Point, TALLNESS } from './measures.ts'

/** Columns and rows of 4, 8, ... 48 foundations: more than 32 only where jokers are aces. */
const WIDE: readonly (readonly [columns: number, rows: number])[] = [[4, 1], [8, 1], [6, 2], [8, 2], [10, 2], [12, 2], [10, 3], [11, 3], [12, 3], [14, 3], [15, 3], [16, 3]]
const TALL: typeof WIDE = [[4, 1], [8, 1], [6, 2], [8, 2], [10, 2], [8, 3], [10, 3], [11, 3], [12, 3], [10, 4], [11, 4], [12, 4]]

/** Foundations as large as they may be in a place, in its middle. */
export function foundations(open: number, room: Box, gap: number, most: number, upright: boolean): Frame['found'] {
  const [columns, rows] = (upright ? TALL : WIDE)[Math.ceil(open / 4) - 1]!
  const w = Math.min(most, (room.w - (columns - 1) * gap) / columns, (room.h - (rows - 1) * gap) / rows / TALLNESS)
  const all = box(0, 0, columns * (w + gap) - gap, rows * (w * TALLNESS + gap) - gap)
  all.x = room.x + (room.w - all.w) / 2
  all.y = room.y + (room.h - all.h) / 2
  const cells = Array.from({ length: open }, (_, i): Point => ({
    x: all.x + (i % columns) * (w + gap), y: all.y + Math.floor(i / columns) * (w * TALLNESS + gap),
  }))
  return { w, cells, box: all }
}

/** A row of piles at the bottom: Nerts pile, work piles, waste, stock. `x` is where it may begin, `w` its room. */
export function ownRow(x: number, y: number, w: number, deep: number, card: number, gap: number, fan: number, piles: number): Frame['own'] {
  const wide = 2 * gap
  const step = card * fan
  const ch = card * TALLNESS
  const first = x + card + wide
  const waste = first + piles * (card + gap) - gap + wide
  const all = waste + card + 2 * step + gap + card - x
  const shift = Math.max(0, (w - all) / 2)
  const at = (left: number, width: number, height = ch): Box => box(left + shift, y, width, height)
  return {
    nerts: at(x, card),
    work: Array.from({ length: piles }, (_, i) => at(first + i * (card + gap), card, deep)),
    waste: at(waste, card + 2 * step),
    stock: at(waste + card + 2 * step + gap, card),
    step,
  }
}

/** The widest own card for a row. */
export const ownCard = (w: number, gap: number, fan: number, piles: number, most: number): number =>
  Math.min(most, (w - (piles - 1) * gap - 5 * gap) / (piles + 3 + 2 * fan))

/** Words over a row of piles. */
export function mat(at: Box, head: number, most: number, { piles }: Count): Other {
  const inner = at.w - 28
  const w = Math.min(most, inner / (piles + 2 + 0.22 * (piles + 1)), (at.h - head - 6) / TALLNESS)
  const small = w < 36 // the number would cover the card's suit
  const gap = Math.min(0.6 * w, (inner - (piles + 2) * w) / (piles + 1))
  const y = at.y + head
  const x = (k: number): number => at.x + 16 + k * (w + gap)
  return {
    as: 'mat', box: at, head: box(at.x + 14, at.y + 4, at.w - (small ? 48 : 22), head - 8), w,
    nerts: { x: x(0), y }, work: Array.from({ length: piles }, (_, k) => ({ x: x(k + 1), y })), waste: { x: x(piles + 1), y },
    deep: at.h - head - 6,
    count: small ? { x: at.x + at.w - 17, y: at.y + head / 2 } : { x: x(0) + w - 3, y: y + w * TALLNESS - 2 },
  }
}

/** Narrow: the Nerts card, and ticks of the work piles in two rows. */
export function strip(at: Box, { piles }: Count): Other {
  const columns = Math.ceil(piles / 2)
  const h = at.h - 38
  const w = Math.min(30, h / TALLNESS)
  const room = at.w - 16 - w - 8
  const tick = Math.min((h - 2) / 2 / TALLNESS, room / columns - 2, w)
  const step = Math.min(room / columns, tick * 1.7)
  return {
    as: 'strip', box: at, head: box(at.x + 11, at.y + 5, at.w - 45, 26), w,
    nerts: { x: at.x + 13, y: at.y + 34 },
    work: Array.from({ length: piles }, (_, k) => ({
      x: at.x + 13 + w + 8 + (k % columns) * step, y: at.y + 34 + Math.floor(k / columns) * (tick * TALLNESS + 2),
    })),
    waste: null, deep: 0, count: { x: at.x + at.w - 17, y: at.y + 18 },
  }
}

/** All in one row: patch, name, Nerts card and its count; then the other piles if there is room for all of them. */
export function line(at: Box, most: number, { piles }: Count): Other {
  const narrow = at.w < 110
  const w = Math.min(narrow ? 22 : most, (at.h - 3) / TALLNESS)
  const y = at.y + (at.h - w * TALLNESS) / 2
  const patch = clamp(16, at.h - 12, narrow ? 20 : 28)
  const needed = 11 + patch + 4 + w + 31
  const rest = (piles + 1) * (w + 3) + 6
  const all = needed + rest <= at.w
  const room = Math.min(90, at.w - needed - (all ? rest : 0))
  const name = room < 44 ? 0 : room // a letter of a name says less than the patch
  const nerts = at.x + 11 + patch + 4 + name
  const first = nerts + w + 31
  return {
    as: 'line', box: at, head: box(at.x + 11, at.y + 2, patch + name, at.h - 4), w,
    nerts: { x: nerts, y }, work: all ? Array.from({ length: piles }, (_, k) => ({ x: first + k * (w + 3), y })) : [],
    waste: all ? { x: first + piles * (w + 3) + 4, y } : null,
    deep: 0, count: { x: nerts + w + 15, y: at.y + at.h / 2 },
  }
}
