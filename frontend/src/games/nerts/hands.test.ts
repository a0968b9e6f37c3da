import { describe, expect, test, vi } from 'vitest'
import type { Size, Spot } from '../../stage/scene.ts'
import type { Carried } from '../../table/carried.ts'
import { fromWire, Keys } from '../../table/fold.ts'
import { lineIsOpen } from '../../table/part.svelte.ts'
import type { Sight } from '../module.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { frameFor, scene } = await import('./layout.ts')
const { handsPart } = await import('./later.ts')
lineIsOpen(true)
await handsPart.get()

type Shown = string[] | number | [number, string | null]
const LAPTOP = { w: 1280, h: 752 }
const PHONE = { w: 390, h: 796 }
const SIZES: [string, Size, number][] = [['a laptop', LAPTOP, 2], ['a phone', PHONE, 4], ['a laptop with eight', LAPTOP, 8], ['a low phone', { w: 844, h: 342 }, 4]]

/** What seat 0 sees of Ana's hand, at seat 1. */
function sight(carried: Partial<Carried>[], size: Size = LAPTOP, seats = 2): Sight {
  const zones: Parameters<typeof fromWire>[0]['zones'] = {}
  const put = (name: string, see: 'all' | 'top', owner: number | null, shown: Shown): void => void (zones[name] = [see, owner, shown])
  for (let seat = 0; seat < seats; seat++) {
    put(`n${seat}`, 'top', seat, [5, `4H${seat}`])
    put(`v${seat}`, 'all', seat, [`7C${seat}`, `5D${seat}`])
    for (let k = 0; k < 4; k++) put(`w${seat}.${k}`, 'all', seat, k ? [`9${'HCD'[k - 1]}${seat}`] : [`KS${seat}`, `QH${seat}`, `JS${seat}`])
  }
  for (let i = 0; i < 4 * seats; i++) put(`f${i}`, 'all', null, i ? [] : ['AH0', '2H0', '3H0'])
  const facts = { hand: 1, go: 0, caller: null, landed: [], ended: null, stuck: [], voted: [], score: [], wake_at: null, over: null }
  const view = fromWire({ game: 'nerts', options: { piles: 4, flip: 3 }, seats, zones, facts }, 0, new Keys(), null)
  const places = Array.from({ length: seats }, (_, seat) => ({ seat, n: 0, name: `P${seat}`, weave: seat + 3, bot: null, stand_in: false, here: true, host: false }))
  const look = { theme: 'dark', suits: 'two', face: 'jumbo' } as const
  const hands = carried.map((one) => ({ seat: 1, n: 0, from: 'n1', cards: 1, over: null, ...one }))
  return { view, seat: 0, legal: null, places, carried: hands, notices: [], offline: false, size, look }
}
const spotOf = (of: Sight, id: string): Spot => [...scene(of).spots.values()].find((spot) => spot.id === id)!
const spotKey = (of: Sight): number => [...scene(of).spots].find(([, { id }]) => id === '4H1')![0]
const plain = (size?: Size, seats?: number): Sight => sight([], size, seats)

test('a hand that moves lays nothing else anew', () => {
  const before = sight([{ over: 'f0' }])
  const [one, two] = [scene(before), scene({ ...before, carried: [{ ...before.carried[0]!, over: 'w1.1' }] })]
  const moved = [...one.spots].filter(([key, spot]) => two.spots.get(key) !== spot).map(([, { id }]) => id)
  expect(moved).toEqual([null, '4H1']) // the one below it shows
  expect(two.piles).toBe(one.piles)
  expect(scene({ ...before, carried: [] }).spots.get(spotKey(before))?.held).toBeNull()
})

describe.each(SIZES)('on %s', (_, size, seats) => {
  test('a card is raised where it lies, with a tag', () => {
    const [lies, held] = [spotOf(plain(size, seats), '4H1'), spotOf(sight([{}], size, seats), '4H1')]
    expect(held.w / lies.w).toBeCloseTo(1.06)
    expect(held.y).toBeLessThan(lies.y)
    expect(held).toMatchObject({ x: lies.x, hidden: false, held: { seat: 1, weave: 4, name: '', over: null } })
    expect(held.held!.tag).not.toBeNull()
  })

  test('a card over a foundation lets its index be read, and lies on none of mine', () => {
    const all = [{ over: 'f0' }, { over: `f${4 * seats - 1}` }]
    for (const one of all) {
      const here = sight([one], size, seats)
      const [held, frame] = [spotOf(here, '4H1'), frameFor(here)]
      const cell = frame.found.cells[Number(one.over.slice(1))]!
      const [left, top, bottom] = [held.x - held.w / 2, held.y - held.w * 0.7, held.y + held.w * 0.7]
      expect(left > cell.x + frame.found.w * 0.2 || top > cell.y + frame.found.w * 0.3 || bottom < cell.y + frame.found.w * 1.2).toBe(true)
      for (const box of [frame.own.nerts, frame.own.waste, ...frame.own.work]) {
        expect(left + held.w < box.x || left > box.x + box.w || bottom < box.y || top > box.y + box.h, one.over).toBe(true)
      }
      expect(held.held).toMatchObject({ over: one.over })
    }
  })

  test('a run comes along in order, each index seen', () => {
    const here = sight([{ from: 'w1.0', cards: 3, over: 'w1.1' }], size, seats)
    const run = ['KS1', 'QH1', 'JS1'].map((id) => spotOf(here, id))
    const placed = !spotOf(here, '9H1').hidden
    for (const [i, one] of run.slice(1).entries()) {
      if (placed) expect(one.y - run[i]!.y).toBeCloseTo(one.w * 1.4 * 0.34)
      expect(one.z).toBeGreaterThan(run[i]!.z)
    }
    const { hidden } = spotOf(plain(size, seats), 'JS1')
    expect(hidden && !placed).toBe(false)
    expect(run.map(({ held, turn }) => [held!.tag !== null, turn])).toEqual([[false, 0], [false, 0], [true, 0]])
  })

  test('a run that is only lifted stays as it lies, but higher', () => {
    const [lies, held] = [plain(size, seats), sight([{ from: 'w1.0', cards: 3 }], size, seats)]
    for (const id of ['KS1', 'QH1', 'JS1']) {
      const [before, after] = [spotOf(lies, id), spotOf(held, id)]
      expect([after.x, after.hidden]).toEqual([before.x, before.hidden])
      expect(after.y).toBeLessThan(before.y)
    }
  })
})

test('under a card in hand the next one is seen', () => {
  const lies = plain()
  expect(scene(lies).spots.get(lies.view.zones['n1']!.cards[3]!.key)!.hidden).toBe(true)
  const here = sight([{ over: 'f0' }])
  expect(scene(here).spots.get(here.view.zones['n1']!.cards[3]!.key)!.hidden).toBe(false)
})

test('two hands over one pile can both be seen', () => {
  const here = sight([{ over: 'f0' }, { seat: 2, from: 'v2', over: 'f0' }], LAPTOP, 3)
  expect(Math.abs(spotOf(here, '4H1').x - spotOf(here, '5D2').x)).toBeGreaterThan(10)
})

test('a waste without a place of its own is seen only over a pile', () => {
  expect(spotOf(sight([{ from: 'v1' }], PHONE, 4), '5D1')).toMatchObject({ hidden: true, held: null })
  expect(spotOf(sight([{ from: 'v1', over: 'f0' }], PHONE, 4), '5D1')).toMatchObject({ hidden: false, held: { name: 'P1' } })
})

test('what is out of date, mine, or not that seat\'s stays where it is', () => {
  for (const wrong of [{ from: 'w1.1', cards: 2 }, { from: 'w0.0' }, { seat: 0, from: 'n0' }, { seat: 9 }, { from: 'f0' }, { cards: 2 }, { from: 'x' }]) {
    expect([...scene(sight([wrong])).spots.values()].filter(({ held }) => held)).toEqual([])
  }
})
