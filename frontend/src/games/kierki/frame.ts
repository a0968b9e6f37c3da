/** Kierki's geometry: where everything is on a cloth of a given size. Pure numbers in px; nothing overlaps.
 *
 *  wide: the deal left, the trick in the middle, the sheet right. tall: phones upright and tablets, the sheet a drawer.
 *  low: phones on their side. Screens of 4K get bigger letters (`unit`), then more cloth. */
import type { Box, Size } from '../../stage/scene.ts'

/** Seats as seen from mine: below, left, top, right (clockwise). */
export type Side = 0 | 1 | 2 | 3

export interface SeatFrame {
  box: Box
  /** How patch and words stand: side by side, one over the other, in a list with a mat, in one thin line. */
  as: 'row' | 'stack' | 'mat' | 'line'
  /** Where cards come from and go to: the middle of the patch. */
  x: number
  y: number
  /** The hand seen from behind; null where there is no room. */
  fan: { x: number; y: number; upright: boolean; w: number; step: number } | null
}

export interface Frame {
  mode: 'wide' | 'tall' | 'low'
  /** The height is so small that words are saved. */
  short: boolean
  unit: number
  /** Width of an own card. */
  card: number
  band: number
  hand: { x: number; y: number; w: number; rows: 1 | 2; rowStep: number; maxStep: number; raise: number; sink: number }
  trick: { x: number; y: number; w: number; dx: number; dy: number }
  seats: Record<1 | 2 | 3, SeatFrame>
  deal: Box
  /** The paper sheet, whole (wide) or as a strip with totals that opens. */
  sheet: Box
  me: Box
  last: Box
  reason: Box
  /** Votes and the like; on phones upright there is room for it only while there are any. */
  notice: Box
  /** Between deals. */
  middle: Box
  /** The four runs: first column's and first row's middle, steps, card width. */
  lottery: { x: number; y: number; step: number; row: number; w: number }
}

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high))
const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h })

/** The letters' size on very large screens; the stylesheet's media queries say the same. */
export function unitOf({ w, h }: Size): number {
  if (w >= 3200 && h >= 1700) return 1.5
  return w >= 2200 && h >= 1100 ? 1.25 : 1
}

const SUITS = 4
const RANKS = 13

/** What a notice takes of an upright phone's height. */
const NOTICE = 60

/** The frame of a cloth; `lottery` while the last deal is played, `noticed` while there is a notice. */
export function frameOf(size: Size, lottery: boolean, noticed = false): Frame {
  const unit = unitOf(size)
  if (size.h < 470) return low(size, lottery)
  if (size.w >= 1140 * unit) return wide(size, unit, lottery)
  return noticed ? lowered(tall({ w: size.w, h: size.h - NOTICE }, lottery), NOTICE) : tall(size, lottery)
}

/** A frame so much further down, its notice above it. */
function lowered(frame: Frame, by: number): Frame {
  const down = <T extends { y: number }>(at: T): T => ({ ...at, y: at.y + by })
  const { hand, trick, seats, deal, sheet, me, last, reason, middle, lottery } = frame
  const seat = (of: SeatFrame): SeatFrame => ({ ...down(of), box: down(of.box), fan: of.fan && down(of.fan) })
  return {
    ...frame, band: frame.band + by, hand: down(hand), trick: down(trick),
    seats: { 1: seat(seats[1]), 2: seat(seats[2]), 3: seat(seats[3]) },
    deal: down(deal), sheet: down(sheet), me: down(me), last: down(last), reason: down(reason),
    middle: down(middle), lottery: down(lottery),
  }
}

function wide({ w: W, h: H }: Size, u: number, lottery: boolean): Frame {
  const card = clamp(76, Math.min(W * 0.0875, H * 0.149), 150)
  const k = card / 112
  const band = H - 240 * k
  const x = W / 2
  const top = 100 * u
  const bottom = band - 40 * u
  const y = (top + bottom) / 2
  const gap = W / 2 - 372 * u
  const tk = Math.min((bottom - top) / 312, gap / 233, k)
  const side = Math.min(gap, 340 * tk)
  const fan = { upright: true, w: 54 * u, step: 12 * Math.max(0.8, tk) }
  const name = y - 6 * fan.step - 27 * u - 32 * u
  const seat = (sx: number): SeatFrame => ({
    box: box(sx - 83 * u, name - 23 * u, 166 * u, 46 * u), as: 'row', x: sx - 60 * u, y: name, fan: { ...fan, x: sx, y },
  })
  const level = H - 180 * k + card * 0.7
  const last = box(W - 228 * u, level - 30 * u, 208 * u, 60 * u)
  const listed = (i: number): SeatFrame => {
    const h = Math.min(72 * u, (band - 150 * u) / 3)
    const at = 128 * u + i * h
    return { box: box(20 * u, at, 236 * u, h - 8 * u), as: 'mat', x: 50 * u, y: at + h / 2 - 4 * u, fan: null }
  }
  const across = lottery ? { left: 276 * u, right: 240 * u } : { left: 0, right: 0 }
  const room = band - 50 * u
  const step = Math.min((W - 276 * u - 240 * u) / RANKS, ((room / SUITS - 14 * u) / 1.4) * 1.05, 112)
  const grid = { x: (W + across.left - across.right - step * (RANKS - 1)) / 2, row: room / SUITS, step }
  return {
    mode: 'wide', short: H < 600, unit: u, card, band,
    hand: { x: 268 * u, y: H - 180 * k, w: W - 536 * u, rows: 1, rowStep: 0, maxStep: 92 * k, raise: 26 * k, sink: 8 * k },
    trick: { x, y, w: 116 * tk, dx: 122 * tk, dy: 74 * tk },
    seats: lottery ? { 1: listed(0), 2: listed(1), 3: listed(2) } : {
      1: seat(x - side),
      2: {
        box: box(x - 100 * u, 48 * u, 200 * u, 46 * u), as: 'row', x: x - 60 * u, y: 71 * u,
        fan: { upright: false, w: 54 * u, step: 15 * u, x, y: 6 * u },
      },
      3: seat(x + side),
    },
    deal: box(20 * u, 20 * u, 252 * u, lottery ? 100 * u : Math.min(330 * u, band - 40 * u)),
    sheet: lottery ? box(W - 220 * u, 20 * u, 200 * u, 240 * u) : box(W - 284 * u, 20 * u, 264 * u, Math.min(420 * u, band - 40 * u)),
    me: box(20 * u, level - 35 * u, 240 * u, 70 * u),
    last,
    reason: box(W / 2 - 220 * u, band - 36 * u, 440 * u, 30 * u),
    notice: lottery ? box(W - 220 * u, 268 * u, 200 * u, band - 276 * u) : box(20 * u, band - 132 * u, 252 * u, 120 * u),
    middle: box(x - Math.min(230 * u, gap), 16 * u, 2 * Math.min(230 * u, gap), band - 32 * u),
    lottery: { ...grid, y: 10 * u + grid.row / 2, w: step * 0.95 },
  }
}

/** Three seats in one row, for where the trick needs the height. */
function seatsInRow(x: number, y: number, w: number, h: number): Frame['seats'] {
  const each = w / 3
  const seat = (i: number): SeatFrame => ({
    box: box(x + i * each, y, each - 4, h), as: 'row', x: x + i * each + h / 2, y: y + h / 2, fan: null,
  })
  return { 1: seat(0), 2: seat(1), 3: seat(2) }
}

function tall({ w: W, h: H }: Size, lottery: boolean): Frame {
  const short = H < 640
  const rows = W >= 700 ? 1 : 2
  const card = clamp(58, Math.min(W * 0.22, H * (rows === 1 ? 0.145 : 0.1115)), 116)
  const ch = card * 1.4
  const strip = short ? 66 : 104
  const rowStep = ch * (short ? 0.66 : 0.86)
  const sink = short ? 2 : 8
  const raise = short ? 6 : 12
  const handY = H - strip - ch - (rows - 1) * rowStep - sink - (short ? 3 : 10)
  const me = box(8, handY - raise - 84, W - 178, 52)
  const deal = box(8, 8, W - 16, lottery ? 26 : 78)
  const inRow = short || lottery
  const N = box(W / 2 - 90, deal.y + deal.h + 10, 180, 44)
  const rowTop = deal.y + deal.h + (lottery ? 6 : 8)
  const top = inRow ? rowTop + 42 : N.y + N.h
  const A = me.y - 8 - top
  const y = top + 4 + A / 2
  const w = Math.min(A / (short ? 2.3 : 2.75), W * 0.2, 116)
  const dy = (A - w * 1.4) / 2 - 2
  const dx = Math.min(w * 1.05, inRow ? W / 2 - w / 2 - 12 : W / 2 - w / 2 - 86)
  const column = (cx: number): SeatFrame => ({
    box: box(cx - 38, y - 48, 76, 98), as: 'stack', x: cx, y: y - 26, fan: null,
  })
  const aside = Math.min(W / 2 - 42, dx + w / 2 + 110)
  const apart: Frame['seats'] = { 1: column(W / 2 - aside), 2: { box: N, as: 'row', x: N.x + 34, y: N.y + 22, fan: null }, 3: column(W / 2 + aside) }
  const step = Math.min((W - 16) / RANKS, ((A / SUITS - 4) / 1.4) * 1.07, 84)
  const cell = Math.min(step - 2, (A / SUITS - 3) / 1.4)
  return {
    mode: 'tall', short, unit: 1, card, band: handY - raise - 18,
    hand: { x: 12, y: handY, w: W - 24, rows, rowStep, maxStep: card * (rows === 1 ? 0.8 : 1.04), raise, sink },
    trick: { x: W / 2, y, w, dx, dy: Math.min(dy, w * 0.72) },
    seats: inRow ? seatsInRow(8, rowTop, W - 12, 40) : apart,
    deal, sheet: box(0, H - strip, W, strip), me,
    last: box(W - 162, me.y + 2, 154, 48),
    reason: box(8, handY - raise - 31, W - 16, 26),
    notice: box(8, 6, W - 16, NOTICE - 6),
    middle: box(8, deal.y + deal.h + 8, W - 16, H - strip - deal.y - deal.h - 16),
    lottery: { x: (W - step * (RANKS - 1)) / 2, y: top + 4 + A / SUITS / 2, step, row: A / SUITS, w: cell },
  }
}

function low({ w: W, h: H }: Size, lottery: boolean): Frame {
  const column = clamp(164, W * 0.235, 210)
  const card = clamp(50, Math.min(H * 0.215, W * 0.09), 92)
  const ch = card * 1.4
  const raise = 8
  const handY = H - ch - 6
  const bottom = handY - raise - 26
  const x = W / 2
  const top = 42
  const A = bottom - top
  const y = top + A / 2
  const w = Math.min(A / 2.3, card, W / 2 - column)
  const dx = Math.min(w * 1.1, x - column - 86 - w / 2)
  const side = (sx: number): SeatFrame => ({ box: box(sx - 38, y - 46, 76, 86), as: 'stack', x: sx, y: y - 24, fan: null })
  const seats: Frame['seats'] = {
    1: side(column + 40),
    2: { box: box(x - 75, 2, 150, 40), as: 'row', x: x - 54, y: 22, fan: null },
    3: side(W - column - 40),
  }
  const me = box(8, bottom - 54, column - 12, 54)
  const listed = (i: number): SeatFrame => {
    const h = Math.min(38, (me.y - 52) / 3)
    return { box: box(8, 50 + i * h, column - 12, h - 2), as: 'line', x: 24, y: 50 + (i + 0.5) * h, fan: null }
  }
  const row = (bottom - 8) / SUITS
  const step = Math.min((W - 2 * column - 8) / RANKS, 60)
  return {
    mode: 'low', short: true, unit: 1, card, band: handY - raise - 16,
    hand: { x: 8, y: handY, w: W - 16, rows: 1, rowStep: 0, maxStep: card * 0.78, raise, sink: 2 },
    trick: { x, y, w, dx, dy: Math.min((A - w * 1.4) / 2 - 1, w * 0.6) },
    seats: lottery ? { 1: listed(0), 2: listed(1), 3: listed(2) } : seats,
    deal: box(8, 6, column - 12, lottery ? 42 : me.y - 12), me,
    sheet: box(W - column + 4, 6, column - 12, 76),
    last: box(W - column + 4, 92, column - 12, 46),
    reason: box(column + 4, handY - raise - 27, W - 2 * column - 8, 24),
    notice: box(W - column + 4, 86, column - 12, bottom - 90),
    middle: box(column + 4, 6, W - 2 * column - 8, H - 12),
    lottery: { x: (W - step * (RANKS - 1)) / 2, y: 4 + row / 2, step, row, w: Math.min(step - 2, (row - 3) / 1.4) },
  }
}
