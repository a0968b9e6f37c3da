import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Op } from '../wire/frames.ts'
import { cut, Playback } from './playback.ts'

vi.stubGlobal('document', { hidden: false })
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const lay: Op = ['m', 'h0', 'trick', ['7H']]
const gather: Op = ['m', 'trick', 'w0', ['7H']]
const facts: Op = ['s', { turn: 1 }]
const hold = (op: Op): number => (op === gather ? 1000 : 0)

test('an entry is cut before what must wait; facts speak of the outcome', () => {
  expect(cut([lay, facts, gather], hold)).toEqual([
    { ops: [lay], hold: 0 },
    { ops: [gather, facts], hold: 1000 },
  ])
  expect(cut([facts], hold)).toEqual([{ ops: [facts], hold: 0 }])
})

test('later entries wait behind; a hurry shows them all', () => {
  const shown: Op[] = []
  const playback = new Playback((ops) => shown.push(...ops), () => 1)
  playback.push([lay, gather], hold)
  playback.push([lay], hold)
  expect([shown.length, playback.behind]).toEqual([1, true])
  playback.hurry()
  expect([shown.length, playback.behind]).toEqual([3, false])
})

test('nobody watches forty steps: they are caught up with', () => {
  const shown: Op[] = []
  const playback = new Playback((ops) => shown.push(...ops), () => 1)
  for (let i = 0; i < 60; i++) playback.push([gather], hold)
  expect(shown.length).toBe(20)
})
