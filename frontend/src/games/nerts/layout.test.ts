import { expect, test, vi } from 'vitest'
import type { Sight } from '../module.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { frameFor } = await import('./layout.ts')

const sight = (w: number, h: number, seats = 2, piles = 4): Sight => ({ seat: 0, places: [], size: { w, h }, view: { seats, options: { piles } } }) as unknown as Sight

test('the frame is the same object until the cloth or the boards change', () => {
  const before = frameFor(sight(1280, 752))
  expect(frameFor(sight(1280, 752))).toBe(before)
  expect(frameFor(sight(1280, 752, 2, 6)).own.work).toHaveLength(6)
  expect(frameFor(sight(1280, 752, 4)).others).toHaveLength(3)
  expect(frameFor(sight(390, 796)).mode).toBe('tall')
  expect(frameFor(sight(1280, 752))).toEqual(before)
})
