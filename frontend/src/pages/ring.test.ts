import { expect, test } from 'vitest'
import { fromMySeat, ring } from './ring.ts'

test('four: I sit at the bottom, the next on my left', () => {
  expect(ring([0, 1, 2, 3])).toEqual({ bottom: 0, left: [1], top: 2, right: [3] })
})

test('two face each other', () => {
  expect(ring(['a', 'b'])).toEqual({ bottom: 'a', left: [], top: 'b', right: [] })
})

test('an odd number leaves the top free; sides read from the top down', () => {
  expect(ring([0, 1, 2, 3, 4])).toEqual({ bottom: 0, left: [2, 1], top: undefined, right: [3, 4] })
})

test('the order begins with my seat', () => {
  expect(fromMySeat([0, 1, 2, 3], 2)).toEqual([2, 3, 0, 1])
  expect(fromMySeat([0, 1, 2, 3], null)).toEqual([0, 1, 2, 3])
})
