/** How a page of results is laid out: all of it in the window, each card that scored where there is room for cards. */
import type { Size } from '../../stage/scene.ts'
import { clamp, TALLNESS } from './measures.ts'

/** wide: a player's line with all cards; tall: the cards under the name; table: numbers only; close: the same, closer. */
export type Rows = 'wide' | 'tall' | 'table' | 'close'

export interface Plan {
  rows: Rows
  columns: 1 | 2
  /** Width of a card, px. */
  card: number
  /** The chart over the hands: below the players or beside them; null where there is none. */
  chart: { beside: boolean; height: number } | null
  /** Whether all of it is in the window. */
  fits: boolean
}

/** The height of a player in px, with what is between two; the heads of a table's columns come to it. */
const HEIGHT = { wide: 112, tall: 126, table: 50, close: 30 }
const HEADS = { wide: 0, tall: 0, table: 24, close: 14 }
const LEAST_WIDTH = { wide: 980, tall: 330, table: 330, close: 330 }
/** The chart with its words and the space before it. */
const CHART = { least: 104, good: 190, most: 220, width: 250 }
const CARD = { wide: 44, tall: 34, table: 0, close: 0 }
const MOST_CARD = 72
/** The page gets no wider: 84rem. */
const WIDEST = 1344
/** A title of more letters, as one with the names of partners, is smaller. */
export const LONG = 34
/** From this cloth on, heads are large. */
export const isLarge = ({ w, h }: Size): boolean => w >= 1000 && h >= 600

/** On a phone on its side. */
export const isLow = ({ h }: Size): boolean => h < 480
/** What so many lines of words below the header take, with the space before each; on a low cloth they lie closer. */
export const linesHeight = (cloth: Size, lines: number): number => (isLow(cloth) ? Math.max(0, 20 * lines - 4) : 30 * lines)

/** What is above the players. Two `buttons` make the title narrow on a narrow cloth. */
function header({ w, h }: Size, buttons: number): number {
  if (isLarge({ w, h })) return 136
  return w < 600 && buttons > 1 ? 112 : isLow({ w, h }) ? 72 : 88
}

/** Bigger letters on screens of 4K (styles/table.css): everything here grows with them. */
const unitOf = ({ w, h }: Size): number => (w >= 2200 && h >= 1112 ? (w >= 3200 && h >= 1732 ? 1.5 : 1.25) : 1)

interface Page {
  players: number
  /** In the header. */
  buttons: number
  /** Whether there is a match to chart, and whether that may be left out. */
  chart: 'none' | 'may' | 'must'
  /** px of lines below the header. */
  more?: number
}

/** The first arrangement that fits: cards before numbers, the chart before cards where it is a must. */
export function planOf(cloth: Size, { players, buttons, chart, more = 0 }: Page): Plan {
  const unit = unitOf(cloth)
  const size = { w: cloth.w / unit, h: cloth.h / unit }
  const left = size.h - header(size, buttons) - more
  const pad = isLarge(size) ? 64 : 24
  const fits = (rows: Rows, columns: 1 | 2, where: 'below' | 'beside' | 'none'): Plan | null => {
    const lines = Math.ceil(players / columns)
    const rest = left - lines * HEIGHT[rows] - HEADS[rows]
    if (rows === 'wide' && where === 'beside') return null
    const width = Math.min(size.w, WIDEST) - pad - (where === 'beside' ? CHART.width : 0)
    if (width < columns * LEAST_WIDTH[rows] || rest < (where === 'below' ? CHART.least : 0)) return null
    const height = where === 'below' ? clamp(CHART.least, rest, CHART.most) : where === 'beside' ? left - 12 : 0
    // Flat lines say little: beside the players there is more height.
    const beside = where === 'below' && isLarge(size) && height < CHART.good ? fits(rows, columns, 'beside') : null
    if (beside) return beside
    const spare = rest - (where === 'below' ? height : 0)
    const lane = (width / columns - (rows === 'wide' ? 440 : 50)) * 0.6
    const most = Math.max(CARD[rows], Math.min(MOST_CARD, lane / 6)) // a dozen cards lie side by side with their ranks seen
    const card = CARD[rows] && Math.min(most, CARD[rows] + Math.floor(spare / lines / TALLNESS))
    return { rows, columns, card: card * unit, chart: height ? { beside: where === 'beside', height: Math.min(300, height) * unit - 12 } : null, fits: true }
  }
  const places = chart === 'none' ? (['none'] as const) : (['below', 'beside'] as const)
  const tries: [Rows, 1 | 2, 'below' | 'beside' | 'none'][] = []
  for (const [rows, columns] of [['wide', 1], ['tall', 1], ['tall', 2], ['table', 1], ['close', 1]] as const) {
    if (rows === 'table' && chart === 'may') for (const n of [1, 2] as const) tries.push(['tall', n, 'none'])
    for (const where of places) tries.push([rows, columns, where])
  }
  for (const one of tries) {
    const plan = fits(...one)
    if (plan) return plan
  }
  return { rows: 'close', columns: 1, card: 0, chart: null, fits: false }
}
