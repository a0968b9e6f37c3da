import { expect, test, vi } from 'vitest'
import type { Stop } from './keys.ts'

vi.stubGlobal('addEventListener', () => undefined)
const { landing } = await import('./drag.ts')
const { nearest, rove } = await import('./keys.ts')
const { midway, travel } = await import('./motion.ts')

const pile = { zone: 'trick', box: { x: 100, y: 100, w: 80, h: 112 } }
const other = { zone: 'rS', box: { x: 220, y: 100, w: 80, h: 112 } }
const card = (x: number, y: number): { x: number; y: number; w: number; h: number } => ({ x, y, w: 80, h: 112 })

test('a card need not lie exactly over its pile', () => {
  expect(landing(card(110, 170), [pile])).toBe('trick')
  expect(landing(card(100, 300), [pile])).toBeNull()
})

test('between two piles the one covered more takes it', () => {
  expect(landing(card(175, 100), [pile, other])).toBe('rS')
  expect(landing(card(140, 100), [pile, other])).toBe('trick')
})

test('arrows go to what lies nearest in their direction', () => {
  const stop = (x: number, y: number): Stop => ({ element: {} as HTMLElement, x, y, w: 80, own: true })
  const [a, b, c, up] = [stop(0, 0), stop(50, 8), stop(100, -14), stop(60, -200)]
  const stops = [a, b, c, up]
  expect(nearest(stops, a, [1, 0])).toBe(b)
  expect(nearest(stops, b, [0, -1])).toBe(up)
  expect(nearest(stops, a, [-1, 0])).toBeNull()
})

test('only stops whose place in the order of Tab changes are written', () => {
  let writes = 0
  const stop = (at: number): Stop => {
    const element = { get tabIndex() { return at }, set tabIndex(to: number) { at = to; writes++ } }
    return { element: element as HTMLElement, x: 0, y: 0, w: 80, own: true }
  }
  const [a, b, c] = [stop(0), stop(-1), stop(-1)]
  rove([a, b, c], a)
  expect(writes).toBe(0)
  rove([a, b, c], b)
  expect([a, b, c].map(({ element }) => element.tabIndex)).toEqual([-1, 0, -1])
  expect(writes).toBe(2)
})

test('nothing takes longer than 220 ms, and a flight can be asked where it is', () => {
  const from = { x: 0, y: 0, scale: 1, turn: 0 }
  const to = { x: 900, y: 0, scale: 1, turn: 0 }
  expect(travel(from, to)).toBe(220)
  const start = performance.now()
  expect(midway({ from, to, start: start - 1000, length: 220 }).x).toBeCloseTo(900, 0)
  expect(midway({ from, to, start: start + 1000, length: 220 }).x).toBeCloseTo(0, 0)
})
