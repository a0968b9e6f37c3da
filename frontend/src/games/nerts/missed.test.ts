/** The coach: what is worth playing, and what was missed. */
import { expect, test } from 'vitest'
import { fold, fromWire, Keys, type View } from '../../table/fold.ts'
import type { Op } from '../../wire/frames.ts'
import { advice, chances, playWords } from './chances.ts'
import { Watch } from './missed.ts'

const FACTS = { hand: 1, go: 0, caller: null, landed: [], ended: null, stuck: [], voted: [], single: false, wake_at: null, over: null }
const keys = new Keys()
type Zones = Parameters<typeof fromWire>[0]['zones']

/** What seat 0 sees; kings on the work piles. */
function view(shown: Record<string, unknown>, facts: object = {}): View {
  const all: Record<string, unknown> = { n0: ['top', 0, [3, '9D0']], s0: ['none', 0, 20], v0: ['all', 0, []] }
  for (const [i, king] of ['KS0', 'KH0', 'KC0', 'KD0'].entries()) all[`w0.${i}`] = ['all', 0, [king]]
  for (let i = 0; i < 8; i++) all[`f${i}`] = ['all', null, []]
  for (const [zone, cards] of Object.entries(shown)) all[zone] = [zone === 'n0' ? 'top' : 'all', 0, cards]
  const options = { piles: 4, penalty: 2, photo: 0, lands: 'any', gaps: 'any', flip: 3, leftover: 'hidden' }
  return fromWire({ game: 'nerts', options, seats: 2, zones: all as Zones, facts: { ...FACTS, ...facts } as never }, 0, keys, null)
}
const after = (before: View, ...ops: Op[]): View => fold(before, ops, 0, keys)

test('what is worth most comes first: the Nerts pile to a foundation, to a pile, a point, then what opens something', () => {
  const board = view({ n0: [2, '5H0'], v0: ['9C0', 'AS0'], 'w0.0': ['8C0', '7H0'], 'w0.1': ['6S0'], 'w0.2': ['TD0', '9S0'], f0: ['AH1', '2H1', '3H1', '4H1'] })
  expect(chances(board, 0).map(({ card, target, value }) => [card, target, value])).toEqual([['5H0', 'f0', 3], ['AS0', 'f1', 1], ['6S0', 'w0.0', 0.1]])
  expect(playWords(board, 0, chances(board, 0)[0]!)).toBe('5♥ from the Nerts pile to a foundation')
  expect(playWords(board, 0, chances(board, 0)[2]!)).toBe('6♠ from work pile 2 to the 7♥')
})

test('a run is worth moving where it lays a foundation card bare', () => {
  const board = view({ 'w0.0': ['2H0', '9S0'], 'w0.1': ['TD0'], f0: ['AH1'] })
  expect(chances(board, 0)).toEqual([{ card: '9S0', source: 'w0.0', target: 'w0.1', value: 0.1 }])
  expect(chances(view({ 'w0.0': ['3H0', '9S0'], 'w0.1': ['TD0'], f0: ['AH1'] }), 0)).toEqual([])
})

test('a gap is kept for the Nerts pile', () => {
  const board = view({ n0: [2, '9D0'], v0: ['5C0'], 'w0.0': [] })
  expect(chances(board, 0).map(({ card }) => card)).toEqual(['9D0'])
  expect(playWords(board, 0, chances(board, 0)[0]!)).toBe('9♦ from the Nerts pile to the empty pile')
})

test('without a play one flips, calls, or is stuck', () => {
  expect(advice(view({}), 0)).toBe('flip')
  expect(advice(view({ s0: 0 }), 0)).toBe('stuck')
  expect(advice(view({ n0: [0, null] }), 0)).toBe('call')
})

const OPEN = { v0: ['9C0', 'AS0'] }

test('a play that nobody made is missed for as long as it was open', () => {
  const watch = new Watch()
  const board = view(OPEN)
  watch.see(board, 0, 1000)
  watch.see(board, 0, 4000)
  watch.see(after(board, ['m', 's0', 'v0', ['2C0', '3C0', '4C0']]), 0, 6000)
  expect(watch.worst).toEqual([{ card: 'AS0', words: 'A♠ from the waste to a foundation', value: 1, ms: 5000 }])
})

test('what was played is not, nor what was gone at once', () => {
  const watch = new Watch()
  const board = view(OPEN)
  watch.see(board, 0, 1000)
  watch.see(after(board, ['m', 'v0', 'f0', ['AS0']]), 0, 9000)
  watch.see(board, 0, 10_000)
  watch.see(after(board, ['m', 's0', 'v0', ['2C0']]), 0, 11_000)
  expect(watch.worst).toEqual([])
})

test('the end of the hand ends what was open, another hand forgets it', () => {
  const watch = new Watch()
  const board = view({ n0: [2, '9D0'], 'w0.0': [], v0: ['AS0'] })
  watch.see(board, 0, 0)
  watch.see(after(board, ['s', { paused: true }]), 0, 50_000)
  watch.see(after(board, ['s', { caller: 1 }]), 0, 3000)
  expect(watch.worst.map(({ card, value, ms }) => [card, value, ms])).toEqual([['9D0', 2, 3000], ['AS0', 1, 3000]])
  watch.see(view(OPEN, { hand: 2 }), 0, 60_000)
  expect(watch.worst).toEqual([])
})

test('a card that was missed twice is told once, the longest time', () => {
  const watch = new Watch()
  const board = view(OPEN)
  const covered = after(board, ['m', 's0', 'v0', ['2C0']])
  for (const [shown, at] of [[board, 0], [covered, 2000], [board, 3000], [covered, 9000], [board, 9500], [covered, 11_100]] as const) watch.see(shown, 0, at)
  expect(watch.worst.map(({ ms }) => ms)).toEqual([6000])
})
