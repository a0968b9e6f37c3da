import { expect, test } from 'vitest'
import type { View } from '../../table/fold.ts'
import { bounce } from './bounces.ts'
import { figuresOf } from './figures.ts'

const view = (sheet: unknown[], times: number[], hand = sheet.length): View => ({ game: 'nerts', options: {}, seats: 2, zones: {}, facts: { hand, sheet, times } }) as never
const ROWS = [[[12, 7], 0, [12, 13], [0, 3]], [[-4, 21], null, [4, 23], [4, 0]]]

test('of a hand: cards a minute and what is left', () => {
  expect(figuresOf(view(ROWS.slice(0, 1), [60_000]), 0, false)).toEqual(['12 cards a minute', '0 left'])
  expect(figuresOf(view(ROWS, [60_000, 92_000]), 1, false)).toEqual(['15 cards a minute', '0 left'])
})

test('of a match: on average', () => {
  expect(figuresOf(view(ROWS, [60_000, 100_000]), 1, true)).toEqual(['1:20 a hand', '13.5 cards a minute', '1.5 left a hand'])
  expect(figuresOf(view([], []), 1, true)).toEqual([])
})

test('bounces are those of the hand, or all of them', () => {
  bounce(1)
  bounce(2)
  bounce(2)
  expect(figuresOf(view(ROWS, [60_000, 92_000]), 1, false)).toContain('2 bounces')
  expect(figuresOf(view(ROWS.slice(0, 1), [60_000]), 1, false)).toContain('1 bounce')
  expect(figuresOf(view(ROWS, [60_000, 92_000]), 1, true)).toContain('3 bounces')
})
