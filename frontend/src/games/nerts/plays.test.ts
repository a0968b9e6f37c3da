import { describe, expect, test, vi } from 'vitest'
import { fold, fromWire, Keys } from '../../table/fold.ts'
import type { Op, Place } from '../../wire/frames.ts'
import type { Sight } from '../module.ts'
import { holderOf, playedBy, standings, totals } from './facts.ts'
import { keyed } from './keys.ts'
import { accepts, cardFor, dropsOf, flipKind, foundationFor, moveTo, predict } from './plays.ts'
import { refusal, signed, stuckWords, whyNot } from './words.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { runIn, scene } = await import('./layout.ts')

const FACTS = {
  hand: 1, go: 3000, caller: null, landed: [], ended: null, stuck: [], voted: [], applied: 0, single: false, ready: [], sheet: [],
  score: [0, 0], wake_at: null, over: null, turn: null,
}
const OPTIONS = { match: 'points', target: 100, penalty: 2, bonus: 0, piles: 4, flip: 3, leftover: 'hidden', gaps: 'any', lands: 'any', stuck: 'rotate' }
const keys = new Keys()
const places: Place[] = ['Hanka', 'Ana'].map((name, seat) => ({ seat, n: 0, name, weave: seat, bot: null, stand_in: false, here: true, host: seat === 0 }))
type Zones = Record<string, string[] | number | [number, string | null]>

/** What seat 0 sees. Left out: empty. */
function sight(zones: Zones = {}, facts: object = {}, options: object = {}): Sight {
  const all: Parameters<typeof fromWire>[0]['zones'] = {}
  for (const seat of [0, 1]) {
    all[`n${seat}`] = ['top', seat, [0, null]]
    all[`s${seat}`] = ['none', seat, 0]
    for (const zone of [`v${seat}`, ...[0, 1, 2, 3].map((i) => `w${seat}.${i}`)]) all[zone] = ['all', seat, []]
  }
  for (let i = 0; i < 8; i++) all[`f${i}`] = ['all', null, []]
  for (const [name, shown] of Object.entries(zones)) all[name] = [all[name]![0], all[name]![1], shown]
  const view = fromWire({ game: 'nerts', options: { ...OPTIONS, ...options }, seats: 2, zones: all, facts: { ...FACTS, ...facts } }, 0, keys, null)
  return { view, seat: 0, legal: null, places, notices: [], offline: false, size: { w: 1280, h: 752 }, look: { theme: 'dark', suits: 'two', face: 'jumbo' } }
}
const BOARD: Zones = {
  n0: [5, '4H0'], s0: 20, v0: ['7C0', '2H0', '5D0'], 'w0.0': ['KS0', 'QH0', 'JS0'], 'w0.1': ['9C0', '8D0'], 'w0.2': ['6S0'], 'w0.3': [],
  f0: ['AH1', '2H1', '3H1'], f1: ['AS1'],
}

describe('hints', () => {
  const { view } = sight(BOARD)
  test('a foundation takes the next of its suit, an ace opens the first free one', () => {
    expect(foundationFor(view, '4H0')).toBe('f0')
    expect([foundationFor(view, '5H0'), foundationFor(view, 'AC0')]).toEqual([null, 'f2'])
  })

  test('the obvious place comes first: foundation, pile, gap', () => {
    expect(dropsOf(view, 0, '4H0')).toEqual(['f0', 'w0.3'])
    expect(dropsOf(view, 0, '5D0')).toEqual(['w0.2', 'w0.3'])
    expect(dropsOf(view, 0, '2H0')).toEqual([]) // not the top of the waste
  })

  test('only the exposed card goes to a foundation, a run only to a pile (vector 4)', () => {
    const table = sight({ 'w0.0': ['4H0', '3S0'], 'w0.1': ['5S0'], 'w0.2': ['9D0'], 'w0.3': ['9H0'], f0: ['AH1', '2H1', '3H1'] }).view
    expect([accepts(table, 0, '4H0', 'f0'), accepts(table, 0, '4H0', 'w0.1')]).toEqual([null, 'play'])
  })

  test('a single card slides under a pile while there is a gap (vector 5)', () => {
    const piles = { n0: [3, 'KD0'] as [number, string], 'w0.0': ['QS0', 'JH0'], 'w0.1': ['2D0'], 'w0.2': ['3D0'] }
    expect(moveTo(sight(piles).view, 0, 'KD0', 'w0.0')).toEqual(['slide', 'n0', 'w0.0', 'KD0'])
    expect(moveTo(sight({ ...piles, 'w0.3': ['8C0'] }).view, 0, 'KD0', 'w0.0')).toBeNull()
  })

  test('a whole pile to a gap is no hint', () => expect(accepts(view, 0, 'KS0', 'w0.3')).toBeNull())

  test('nothing goes before "Go!", nor after the call but a single card, once', () => {
    expect(dropsOf(sight(BOARD, { wake_at: 3000 }).view, 0, '4H0')).toEqual([])
    expect(dropsOf(sight(BOARD, { caller: 1 }).view, 0, '4H0')).toEqual(['f0', 'w0.3'])
    expect(dropsOf(sight(BOARD, { caller: 1, landed: [0] }).view, 0, '4H0')).toEqual([])
    expect(dropsOf(sight(BOARD, { caller: 1 }, { lands: 'foundations' }).view, 0, '4H0')).toEqual(['f0'])
  })
})

describe('guesses', () => {
  const { view } = sight(BOARD)
  const after = (...ops: Op[]) => fold(view, ops, 0, keys)

  test('several moves may be under way: each flip names the stock that the one before leaves', () => {
    expect(predict(view, 0, ['flip', 20])).toEqual([['m', 's0', 'v0', 3]])
    const next = after(...predict(view, 0, ['flip', 20]))
    expect(keyed(' ', { ...sight(), view: next }, null, null)).toEqual({ move: ['flip', 17] })
  })

  test('too few left: the waste is turned over (vector 3); 1 and 1: both are turned up (vector 12)', () => {
    expect(flipKind(sight({ s0: 2, v0: ['7C0', '2H0', '5D0'] }).view, 0)).toBe('recycle')
    expect(predict(sight({ s0: 1, v0: ['7C0'] }).view, 0, ['flip', 1])).toEqual([['m', 's0', 'v0', 1]])
    expect(flipKind(sight({ v0: ['7C0', '2H0'] }).view, 0)).toBeNull()
  })

  test('a run moves whole, and the Nerts pile fills the gap where the table says so', () => {
    expect(predict(view, 0, ['play', 'w0.0', 'w0.3', 'QH0'])).toEqual([['m', 'w0.0', 'w0.3', ['QH0', 'JS0']]])
    const filling = sight({ ...BOARD, 'w0.2': ['AS0'] }, {}, { gaps: 'nerts' }).view
    expect(predict(filling, 0, ['play', 'w0.2', 'f2', 'AS0'])).toEqual([['m', 'w0.2', 'f2', ['AS0']], ['m', 'n0', 'w0.2', ['4H0']]])
  })
})

describe('keys', () => {
  const table = sight(BOARD)
  test('digits choose piles from left to right, then where to', () => {
    expect(keyed('6', table, null, null)).toEqual({ choose: 'v0' })
    expect(keyed('4', table, 'v0', null)).toEqual({ move: ['play', 'v0', 'w0.2', '5D0'] })
    expect(keyed('1', table, 'n0', null)).toEqual({ move: ['play', 'n0', 'f0', '4H0'] })
    expect(keyed('3', table, 'v0', null)).toEqual({ say: '5♦ does not fit there' })
  })
  test('F plays to a foundation, N calls once the pile is empty', () => {
    expect(keyed('f', table, null, null)).toEqual({ move: ['play', 'n0', 'f0', '4H0'] })
    expect(keyed('n', table, null, null)).toEqual({ say: 'Your Nerts pile is not empty' })
    expect(keyed('n', sight(), null, null)).toEqual({ move: ['call'] })
  })
  test('of a pile the deepest run that fits goes along', () => {
    const runs = sight({ 'w0.0': ['9C0', '8D0', '7S0'], 'w0.1': ['9S0'] }).view
    expect(cardFor(runs, 0, 'w0.0', 'w0.1')).toBe('8D0')
  })
})

describe('words', () => {
  test('say who was first', () => {
    expect(refusal('taken', { who: 1 }, sight(BOARD), ['play', 'n0', 'f0', '5H0'])).toBe("Ana's 5♥ was first")
    expect(whyNot(sight({ ...BOARD, f0: ['AH1', '2H1', '3H1', '4H1'] }), '4H0')).toBe("Ana's 4♥ was first")
  })
  test('say who is stuck and whom all wait for', () => {
    expect([stuckWords(sight(), null), signed(-4)]).toEqual(['', '\u22124'])
    expect(holderOf(sight({}, { voted: [1] }).view)).toBe(0)
    expect(stuckWords(sight({}, { voted: [1] }), 12)).toBe('All wait for you: 12 s')
  })
})

describe('the layout', () => {
  const spotOf = (of: Sight, card: string) => [...scene(of).spots.values()].find(({ id }) => id === card)!
  test('gives every sprite one spot, the same for the same sight', () => {
    const table = sight(BOARD)
    expect(scene(table)).toEqual(scene(table))
    expect(scene(table).spots.size).toBe(5 + 20 + 3 + 3 + 2 + 1 + 3 + 1)
  })
  test('a run is carried together, a tap on it means its pile', () => {
    const table = sight(BOARD)
    const queen = spotOf(table, 'QH0')
    expect(queen.with).toEqual([...scene(table).spots].filter(([, { id }]) => id === 'JS0').map(([key]) => key))
    expect([queen.pile, queen.own, spotOf(table, '3H1').own]).toEqual(['w0.0', true, false])
  })
  test('a long run is made smaller before it is closer, and stays in its box', () => {
    const [short, long] = [runIn({ w: 96, h: 316 }, 4, 0.34, 46), runIn({ w: 96, h: 316 }, 13, 0.34, 46)]
    expect(short).toEqual({ w: 96, step: 0.34 * 96 * 1.4 })
    expect(long.w).toBe(46)
    expect(long.w * 1.4 + 12 * long.step).toBeLessThanOrEqual(316.01)
  })
})

test('points over the hands, each card to its owner, equal totals share the place', () => {
  const { view } = sight(BOARD, { sheet: [[[7, -4], 0, [15, 2], [4, 3]], [[3, 9], 1, [3, 9], [0, 0]]] })
  expect(totals(view)).toEqual([[7, -4], [10, 5]])
  expect(playedBy(view, 1)).toEqual(['AS1', 'AH1', '2H1', '3H1'])
  expect(standings([5, 9, 5]).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [0, 2], [2, 2]])
})
