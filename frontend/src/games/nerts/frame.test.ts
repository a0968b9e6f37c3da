import { describe, expect, test } from 'vitest'
import type { Box } from '../../stage/scene.ts'
import { frameOf } from './frame.ts'
import { type Frame, type Other, TALLNESS } from './measures.ts'

/** Cloths: the window less the bar. */
const SIZES: [string, number, number][] = [
  ['1280x800', 1280, 752], ['1140x700', 1140, 652], ['1440x900', 1440, 852], ['1366x650', 1366, 602], ['1280x600', 1280, 552],
  ['1920x1080', 1920, 1032], ['2560x1440', 2560, 1380], ['3840x2160', 3840, 2088],
  ['390x844', 390, 796], ['360x640', 360, 592], ['412x915', 412, 867], ['375x667', 375, 619], ['430x932', 430, 884],
  ['768x1024', 768, 976], ['1024x768', 1024, 720], ['820x1180', 820, 1132], ['1024x600', 1024, 552],
  ['844x390', 844, 342], ['667x375', 667, 327], ['640x360', 640, 312], ['932x430', 932, 382],
]
const BOARDS = [1, 2, 3, 4, 5, 6, 7, 8]

const apart = (a: Box, b: Box): boolean =>
  a.x + a.w <= b.x + 0.5 || b.x + b.w <= a.x + 0.5 || a.y + a.h <= b.y + 0.5 || b.y + b.h <= a.y + 0.5

function boxes({ own, found, others, me, call, stuck, say }: Frame): Record<string, Box> {
  const all: Record<string, Box> = { found: found.box, me, call, stuck, ...(say && { say }), nerts: own.nerts, waste: own.waste, stock: own.stock }
  own.work.forEach((one, i) => (all[`work ${i}`] = one))
  others.forEach((one, i) => (all[`board ${i}`] = one.box))
  return all
}

/** What lies on another's board. */
function pieces({ head, w, nerts, work, waste, as, count }: Other): Box[] {
  const card = (at: { x: number; y: number }, width: number): Box => ({ ...at, w: width, h: width * TALLNESS })
  const small = as === 'strip' ? Math.min(w, (work[2] ?? work[1]!).y === work[0]!.y ? w : (work.at(-1)!.y - work[0]!.y - 2) / TALLNESS) : w
  const number = as === 'mat' ? [] : [{ x: count.x - 11, y: count.y - 11, w: 22, h: 22 }]
  return [head, ...number, card(nerts, w), ...work.map((at) => card(at, small)), ...(waste ? [card(waste, w)] : [])]
}

const show = (name: string, { x, y, w, h }: Box): string => `${name} ${[x, y, w, h].map(Math.round).join(' ')}`

describe.each(SIZES)('on %s', (_name, w, h) => {
  const cloth: Box = { x: 0, y: 0, w, h }
  const within = (outer: Box, b: Box): boolean =>
    b.x >= outer.x - 0.5 && b.y >= outer.y - 0.5 && b.x + b.w <= outer.x + outer.w + 0.5 && b.y + b.h <= outer.y + outer.h + 0.5

  test.each(BOARDS)('nothing overlaps, nothing is cut: %d boards', (boards) => {
    const kinds = [[3, 4, false], [4, 4, false], [4, 4, true], [4, 5, false], [4, 6, true], [5, 4, false], [6, 4, false], [6, 4, true]] as const
    for (const [piles, open, partner] of kinds) {
      const frame = frameOf({ w, h }, { boards, piles, open: open * boards, partner })
      const all = Object.entries(boxes(frame))
      const wrong: string[] = []
      for (const [i, [name, a]] of all.entries()) {
        if (!within(cloth, a)) wrong.push(`${show(name, a)} is cut`)
        for (const [other, b] of all.slice(i + 1)) if (!apart(a, b)) wrong.push(`${show(name, a)} lies on ${show(other, b)}`)
      }
      expect(wrong, `${piles} piles, ${open} foundations a board${partner ? ', partners' : ''}`).toEqual([])
    }
  })

  test.each(BOARDS)('others\' boards hold what lies on them: %d boards', (boards) => {
    for (const other of frameOf({ w, h }, { boards, piles: 4, open: 4 * boards }).others) {
      const all = pieces(other)
      const wrong: string[] = []
      for (const [i, a] of all.entries()) {
        if (!within(other.box, a)) wrong.push(`${show(`piece ${i}`, a)} leaves ${show('board', other.box)}`)
        for (const b of all.slice(i + 1)) if (!apart(a, b)) wrong.push(`${show(`piece ${i}`, a)} lies on ${show('another', b)}`)
      }
      expect(wrong).toEqual([])
    }
  })

  test.each(BOARDS)('cards can be read and hit: %d boards', (boards) => {
    const { card, own, found, others, call, stuck } = frameOf({ w, h }, { boards, piles: 4, open: 4 * boards })
    expect(card).toBeGreaterThanOrEqual(44)
    expect(own.work[0]!.h).toBeGreaterThanOrEqual(card * TALLNESS * 1.6)
    expect(found.w).toBeGreaterThanOrEqual(18.5)
    for (const other of others) expect(other.w).toBeGreaterThanOrEqual(13.5)
    const { say, call: besides } = frameOf({ w, h }, { boards, piles: 4, open: 4 * boards, partner: true })
    for (const button of [call, stuck, say!, besides]) expect(Math.min(button.w, button.h)).toBeGreaterThanOrEqual(43.9)
  })
})

test('foundations never move while a hand is played: the frame knows sizes only', () => {
  expect(frameOf({ w: 1280, h: 752 }, { boards: 4, piles: 4, open: 16 })).toEqual(frameOf({ w: 1280, h: 752 }, { boards: 4, piles: 4, open: 16 }))
})
