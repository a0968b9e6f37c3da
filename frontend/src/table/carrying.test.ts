import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Carrying, handOf } from './carrying.ts'
import { fromWire, Keys } from './fold.ts'

let sent: object[]
let up: boolean
let mine: Carrying
const over = (zone: string | null): { from: string; cards: number; over: string | null } => ({ from: 'w0.1', cards: 2, over: zone })
const note = (zone: string | null): object => ({ k: 'carry', ...over(zone) })
const DOWN = { k: 'carry' }
const wait = (ms: number): void => void vi.advanceTimersByTime(ms)

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  sent = []
  up = true
  mine = new Carrying((what) => up && sent.push(what) > 0)
})
afterEach(() => void vi.useRealTimers())

test('a lift is told at once, then no more than a note in 100 ms: the latest', () => {
  mine.carry(over(null))
  for (const zone of ['f0', 'f1', 'f2']) {
    wait(20)
    mine.carry(over(zone))
  }
  expect(sent).toEqual([note(null)])
  wait(39)
  expect(sent.length).toBe(1)
  wait(1)
  expect(sent).toEqual([note(null), note('f2')])
})

test('what has not changed is told again only to be remembered', () => {
  mine.carry(over('f0'))
  mine.carry(over('f0'))
  wait(3_900)
  expect(sent.length).toBe(1)
  wait(200)
  expect(sent).toEqual([note('f0'), note('f0')])
})

test('a put-down follows its move, and is never left out', () => {
  mine.carry(over('f0'))
  wait(500)
  mine.carry(null)
  expect(sent.length).toBe(1)
  wait(100)
  expect(sent).toEqual([note('f0'), DOWN])
  wait(20_000)
  expect(sent.length).toBe(2)
})

test('a hand put down before it was told of needs no word; one that follows in time takes the place of the put-down', () => {
  mine.carry(over(null))
  mine.carry(null)
  wait(50)
  mine.carry(over('f1'))
  wait(50)
  expect(sent).toEqual([note(null), note('f1')])
  mine.carry(null)
  wait(100)
  mine.carry(over(null))
  mine.carry(null)
  wait(1_000)
  expect(sent).toEqual([note(null), note('f1'), DOWN])
})

test('on a line that is down nothing is told, and nothing has to be put down', () => {
  up = false
  mine.carry(over(null))
  up = true
  mine.carry(null)
  wait(1_000)
  expect(sent).toEqual([])
})

test('what is in hand is named by its pile and how many lie there', () => {
  const zones = { 'w0.0': ['all', 0, ['KS0', 'QH0', 'JS0']] as ['all', number, string[]] }
  const view = fromWire({ game: 'nerts', options: {}, seats: 2, zones, facts: {} }, 0, new Keys(), null)
  const keys = view.zones['w0.0']!.cards.map(({ key }) => key)
  expect(handOf(view, keys.slice(1), 'f0')).toEqual({ from: 'w0.0', cards: 2, over: 'f0' })
  expect(handOf(view, keys.slice(0, 2), null)).toBeNull()
  expect(handOf(view, [], null)).toBeNull()
})
