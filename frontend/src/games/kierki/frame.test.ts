import { describe, expect, test } from 'vitest'
import type { Box } from '../../stage/scene.ts'
import { type Frame, frameOf } from './frame.ts'

/** Cloths: the window less the bar of 48 px. */
const SIZES: [string, number, number][] = [
  ['1280x800', 1280, 752], ['1140x700', 1140, 652], ['1440x900', 1440, 852], ['1366x650', 1366, 602],
  ['1280x600', 1280, 552], ['1920x1080', 1920, 1032], ['2560x1440', 2560, 1380], ['3840x2160', 3840, 2088],
  ['390x844', 390, 796], ['360x640', 360, 592], ['412x915', 412, 867], ['375x667', 375, 619], ['430x932', 430, 884],
  ['768x1024', 768, 976], ['1024x768', 1024, 720], ['820x1180', 820, 1132], ['1024x600', 1024, 552],
  ['844x390', 844, 342], ['667x375', 667, 327], ['640x360', 640, 312], ['932x430', 932, 382],
]

const apart = (a: Box, b: Box): boolean =>
  a.x + a.w <= b.x + 0.5 || b.x + b.w <= a.x + 0.5 || a.y + a.h <= b.y + 0.5 || b.y + b.h <= a.y + 0.5

function handBox({ hand, card }: Frame): Box {
  return { x: hand.x, y: hand.y - hand.raise, w: hand.w, h: card * 1.4 + (hand.rows - 1) * hand.rowStep + hand.raise + hand.sink }
}

/** The trick's cross as boxes of upright cards, a little smaller for their tilt. */
function trickBoxes({ trick: { x, y, w, dx, dy } }: Frame): Box[] {
  const at = (cx: number, cy: number): Box => ({ x: cx - w / 2 + 2, y: cy - w * 0.7 + 2, w: w - 4, h: w * 1.4 - 4 })
  return [at(x, y + dy), at(x - dx, y - 4), at(x, y - dy), at(x + dx, y + 4)]
}

function boxes(frame: Frame): Record<string, Box> {
  const { seats, deal, sheet, me, last, reason } = frame
  return { left: seats[1].box, top: seats[2].box, right: seats[3].box, deal, sheet, me, last, reason, hand: handBox(frame) }
}

describe.each(SIZES)('on %s', (_name, w, h) => {
  const inside = (name: string, b: Box): void => {
    expect(b.x >= -0.5 && b.y >= -0.5 && b.x + b.w <= w + 0.5 && b.y + b.h <= h + 0.5, `${name} ${JSON.stringify(b)}`).toBe(true)
  }
  test.each([[false, false], [true, false], [false, true], [true, true]])('nothing overlaps, nothing is cut (lottery: %s, notice: %s)', (lottery, noticed) => {
    const frame = frameOf({ w, h }, lottery, noticed)
    const all = Object.entries(boxes(frame))
    for (const [name, b] of all) inside(name, b)
    for (const [i, [name, a]] of all.entries()) {
      for (const [other, b] of all.slice(i + 1)) expect(apart(a, b), `${name} ${JSON.stringify(a)} and ${other} ${JSON.stringify(b)}`).toBe(true)
    }
  })

  test.each([false, true])('a notice covers nothing that it might hide (lottery: %s)', (lottery) => {
    const frame = frameOf({ w, h }, lottery, true)
    inside('notice', frame.notice)
    const { last, deal, ...others } = boxes(frame)
    // On its side a phone shows either the last trick or a notice; wide cloths have room under the deal's words.
    const all = { ...others, ...(frame.mode === 'wide' ? {} : { deal }), ...(frame.mode === 'low' ? {} : { last }) }
    for (const [name, b] of Object.entries(all)) expect(apart(frame.notice, b!), `notice and ${name} ${JSON.stringify(b)}`).toBe(true)
  })

  test.each([false, true])('the trick lies clear of everything (notice: %s)', (noticed) => {
    const frame = frameOf({ w, h }, false, noticed)
    for (const card of trickBoxes(frame)) {
      for (const [name, b] of Object.entries(boxes(frame))) expect(apart(card, b), `trick ${JSON.stringify(card)} and ${name} ${JSON.stringify(b)}`).toBe(true)
    }
  })

  test('the runs lie clear of everything', () => {
    const frame = frameOf({ w, h }, true)
    const { x, y, step, row, w: card } = frame.lottery
    const runs = { x: x - card / 2, y: y - card * 0.7, w: 12 * step + card, h: 3 * row + card * 1.4 }
    inside('runs', runs)
    for (const [name, b] of Object.entries(boxes(frame))) expect(apart(runs, b), `runs ${JSON.stringify(runs)} and ${name} ${JSON.stringify(b)}`).toBe(true)
    expect(card * 1.4).toBeLessThanOrEqual(row)
    expect(card).toBeLessThanOrEqual(step)
  })

  test('thirteen cards can be told apart', () => {
    const { hand, card } = frameOf({ w, h }, false)
    const perRow = Math.ceil(13 / hand.rows)
    const step = Math.min(hand.maxStep, (hand.w - card) / (perRow - 1))
    expect(step).toBeGreaterThanOrEqual(0.36 * card)
    expect(step).toBeGreaterThanOrEqual(h < 470 ? 40 : 44 * 0.95)
  })
})
