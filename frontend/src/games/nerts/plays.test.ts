import { describe, expect, test, vi } from 'vitest'
import { fold, fromWire, Keys } from '../../table/fold.ts'
import { lineIsOpen } from '../../table/part.svelte.ts'
import type { Op, Place } from '../../wire/frames.ts'
import type { Sight } from '../module.ts'
import { holderOf } from './facts.ts'
import { endTitle, playedBy, practiceWords, standings, totals } from './scored.ts'
import { keyed } from './keys.ts'
import { STEP } from './measures.ts'
import { accepts, cardFor, dropsOf, flipKind, foundationFor, moveTo, predict } from './plays.ts'
import { fetched, question, settle } from './wild.svelte.ts'
import { appliedWords, refusal, signed, stuckWords, whyNot } from './words.ts'

vi.mock('./ends.ts', () => import('./jokers.ts'))
vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { scene, widthIn } = await import('./layout.ts')
const { ways } = await import('./jokers.ts')

const FACTS = {
  hand: 1, go: 3000, caller: null, landed: [], ended: null, stuck: [], voted: [], applied: 0, single: false, ready: [], sheet: [], times: [],
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
  for (let i = 0; i < 12; i++) all[`f${i}`] = ['all', null, []]
  for (const [name, shown] of Object.entries(zones)) all[name] = [all[name]![0], all[name]![1], shown]
  const view = fromWire({ game: 'nerts', options: { ...OPTIONS, ...options }, seats: 2, zones: all, facts: { ...FACTS, ...facts } }, 0, keys, null)
  return { view, seat: 0, legal: null, places, carried: [], notices: [], offline: false, size: { w: 1280, h: 752 }, look: { theme: 'dark', suits: 'two', face: 'jumbo' } }
}
const BOARD: Zones = {
  n0: [5, '4H0'], s0: 20, v0: ['7C0', '2H0', '5D0'], 'w0.0': ['KS0', 'QH0', 'JS0'], 'w0.1': ['9C0', '8D0'], 'w0.2': ['6S0'], 'w0.3': [],
  f0: ['AH1', '2H1', '3H1'], f1: ['AS1'],
}

const spotOf = (of: Sight, card: string) => [...scene(of).spots.values()].find(({ id }) => id === card)!

test('what is done when all are stuck is told, and when it is for the last time', () => {
  expect([0, 1, 3, 4].map((applied) => appliedWords(sight({}, { applied })))).toEqual([
    ...Array.from({ length: 3 }, () => 'All stuck: stocks turned over, top card below'), 'All stuck: turned over for the last time',
  ])
  expect(appliedWords(sight({}, { applied: 1 }, { stuck: 'one' }))).toBe('All stuck: flips turn one card now')
})

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

  test('each foundation that would take a card may be chosen, but an ace opens the first free one', () => {
    const { view } = sight({ v0: ['4H0'], 'w0.0': ['AC0'], f0: ['AH0', '2H0', '3H0'], f1: ['AS0'], f3: ['AH1', '2H1', '3H1'] })
    expect(dropsOf(view, 0, '4H0').slice(0, 2)).toEqual(['f0', 'f3'])
    expect(dropsOf(view, 0, 'AC0').filter((zone) => zone.startsWith('f'))).toEqual(['f2'])
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

  test('an ace opens the first free foundation, wherever it is aimed', () => {
    const { view } = sight({ f0: ['AH1'], f1: [], f2: [], 'w0.2': ['AS0'] })
    for (const aim of ['f0', 'f1', 'f2']) expect(predict(view, 0, ['play', 'w0.2', aim, 'AS0'])).toEqual([['m', 'w0.2', 'f1', ['AS0']]])
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
    expect(keyed('1', table, 'n0', null)).toEqual({ loose: true, move: ['play', 'n0', 'f0', '4H0'] })
    expect(keyed('3', table, 'v0', null)).toEqual({ say: '5♦ does not fit there' })
  })
  test('F plays to a foundation, N calls once the pile is empty', () => {
    expect(keyed('f', table, null, null)).toEqual({ loose: true, move: ['play', 'n0', 'f0', '4H0'] })
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
  test('a long run is made smaller, never closer, and stays in its box', () => {
    expect(widthIn({ w: 96, h: 316 }, 4)).toBe(96)
    const long = widthIn({ w: 96, h: 316 }, 13)
    expect(long * 1.4 * (1 + 12 * STEP)).toBeCloseTo(316)
    const run = 'KS0 QH0 JS0 TH0 9S0 8H0 7S0 6H0 5S0 4H0 3S0 2H0 AS0'.split(' ')
    const mine = run.map((card) => spotOf(sight({ 'w0.0': run }), card))
    expect(mine.every(({ hidden }) => !hidden)).toBe(true)
  })
  test('of another\'s long run the lowest card is seen, and as many of the last as there is room for', () => {
    const run = 'KS1 QH1 JS1 TH1 9S1 8H1 7S1 6H1 5S1 4H1 3S1 2H1 AS1'.split(' ')
    const seen = run.map((card) => spotOf(sight({ 'w1.0': run }), card)).filter(({ hidden }) => !hidden)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen.length).toBeLessThan(13)
    expect([seen[0]!.id, seen.at(-1)!.id, seen.at(-2)!.id]).toEqual(['KS1', 'AS1', '2H1'])
    seen.slice(1).forEach((one, i) => expect(one.y - seen[i]!.y).toBeCloseTo(one.w * 1.4 * STEP))
  })
})

test('points over the hands, each card to its owner, equal totals share the place', () => {
  const { view } = sight(BOARD, { sheet: [[[7, -4], 0, [15, 2], [4, 3]], [[3, 9], 1, [3, 9], [0, 0]]] })
  expect(totals(view)).toEqual([[7, -4], [10, 5]])
  expect(playedBy(view, 1)).toEqual(['AS1', 'AH1', '2H1', '3H1'])
  expect(standings([5, 9, 5]).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [0, 2], [2, 2]])
})

describe('practice alone', () => {
  const alone = (facts: object): Sight => {
    const one = sight(BOARD, facts)
    return { ...one, view: { ...one.view, seats: 1 } }
  }
  const CLEARED = [[40], 0, [40], [0]]
  const BLOCKED = [[-7], null, [5], [6]]
  test('a hand says whether it was cleared, and its time', () => {
    expect(endTitle(alone({ ended: 'called', caller: 0, sheet: [CLEARED], times: [102_900] }))).toBe('Cleared in 1:42')
    expect(endTitle(alone({ ended: 'blocked', sheet: [CLEARED, BLOCKED], times: [102_900, 61_000] }))).toBe('Blocked after 1:01')
  })
  test('a match says the points, the time and how many hands were cleared', () => {
    const match = { over: 'done', ended: 'called', caller: 0, sheet: [CLEARED, BLOCKED, CLEARED], times: [102_900, 61_000, 95_000], score: [73] }
    expect(practiceWords(alone(match))).toEqual({ title: '73 points in 4:18', line: '2 of 3 hands cleared, fastest 1:35.' })
    expect(practiceWords(alone({ sheet: [BLOCKED], times: [61_780], score: [-7] }))).toEqual({ title: '\u22127 points in 1:01.7', line: 'Blocked.' })
  })
})

describe('jokers', async () => {
  const wild = (zones: Zones, jokers: Record<string, string> = {}, deck = 52): Sight['view'] => sight(zones, { jokers }, { jokers: 'two', deck }).view
  lineIsOpen(true)
  await fetched(wild({}))
  /** What may be said when a card goes to a pile; null where it does not go. */
  const said = (view: Sight['view'], card: string, target: string, loose = false): string[] | null => {
    const move = moveTo(view, 0, card, target)
    const all = move && ways(view, move, loose).map((way) => String(way[4] ?? '-'))
    return all
  }
  const HEARTS = ['AH1', '2H1', '3H1', '4H1', '5H1', '6H1']

  test('on a foundation one is the next card, or an ace that opens one', () => {
    const view = wild({ n0: [2, '*10'], f0: ['AS1', 'KS1'], f1: HEARTS })
    expect(said(view, '*10', 'f1')).toEqual(['7H'])
    expect(said(view, '*10', 'f2')).toEqual(['AS', 'AH', 'AC', 'AD'])
    expect(said(view, '*10', 'f0')).toBeNull()
    expect(said(view, '*10', 'f1', true)).toEqual(['7H', 'AS', 'AH', 'AC', 'AD'])
    expect(dropsOf(view, 0, '*10')).toEqual(['f1', 'f2', 'w0.0', 'w0.1', 'w0.2', 'w0.3'])
    expect(predict(view, 0, ['play', 'n0', 'f1', '*10', '7H'])).toEqual([['s', { jokers: { '*10': '7H0' } }], ['m', 'n0', 'f1', ['*10']]])
    expect(predict(view, 0, ['play', 'n0', 'f1', '*10', 'AC'])[1]).toEqual(['m', 'n0', 'f2', ['*10']])
  })
  test('on a pile it is free, and becomes a card when one is put on it', () => {
    const view = wild({ n0: [2, '5D0'], v0: ['KD0'], 'w0.0': ['*10'], 'w0.1': ['7H0', '*20'], 'w0.2': ['AC0'], 'w0.3': ['6D0'] })
    expect(said(view, '*10', 'w0.2')).toBeNull()
    expect(said(view, '*10', 'w0.1')).toEqual(['6S', '6C'])
    expect(said(view, '*20', 'w0.0')).toBeNull() // that one has no rank
    expect(said(view, '5D0', 'w0.0')).toEqual(['6S', '6C'])
    expect(said(view, '5D0', 'w0.1')).toEqual(['6S', '6C'])
    expect(said(view, 'KD0', 'w0.0')).toBeNull()
    expect(said(view, '6D0', 'w0.1')).toBeNull()
    expect(predict(view, 0, ['play', 'n0', 'w0.0', '5D0'])[0]).toEqual(['s', { jokers: { '*10': '6S0' } }])
  })
  test('and stays that card in the work piles', () => {
    const view = wild({ 'w0.0': ['*10'], 'w0.1': ['7H0'], 'w0.2': ['6D0'], 'w0.3': ['7S0', '*20'], f0: HEARTS.slice(0, 5), f1: ['5C1'] }, { '*10': '6C0' })
    expect(['w0.1', 'w0.2', 'w0.3', 'f0', 'f1'].map((zone) => said(view, '*10', zone))).toEqual([['-'], null, null, null, ['-']])
  })
  test('slid under a pile it is one rank more; a card under a free one leaves it free', () => {
    const view = wild({ n0: [2, '*10'], v0: ['AC0'], 'w0.0': ['6D0', '5C0'], 'w0.1': ['KH0'], 'w0.2': ['*20'], 'w0.3': [] })
    expect(accepts(view, 0, '*10', 'w0.0')).toBe('play') // on top first
    expect(ways(view, ['slide', 'n0', 'w0.0', '*10'], false).map((way) => way[4])).toEqual(['7S', '7C'])
    expect(said(view, '*10', 'w0.2')).toBeNull()
    expect(said(view, 'AC0', 'w0.2')).toEqual(['2H', '2D'])
  })
  test('with forty cards ranks end at ten', () => {
    const view = wild({ n0: [2, '*10'], v0: ['TD0'], 'w0.0': ['*20'], 'w0.1': ['2S0'], 'w0.2': ['2C0'], 'w0.3': ['3C0'], f0: ['TS1'], f1: ['9H1'] }, {}, 40)
    expect([said(view, '*10', 'f0'), said(view, '*10', 'f1'), said(view, 'TD0', 'w0.0')]).toEqual([null, ['TH'], null])
  })
  test('it is drawn and named as what it stands for', () => {
    const one = sight({ 'w0.0': ['7H0', '*10'], 'w0.1': ['*20', '5D0'], f0: [...HEARTS, '*21'] }, { jokers: { '*20': '6C0', '*21': '7H1' } }, { jokers: 'two', deck: 52 })
    expect(['*10', '*20', '*21'].map((card) => spotOf(one, card).as)).toEqual(['6b', '6C', '7H'])
    const labels = scene(one).piles.map(({ label }) => label)
    expect(labels).toContain('Work pile 1, Seven of hearts, Joker for a black six')
    expect(labels).toContain('Work pile 2, Joker for Six of clubs, Five of diamonds')
    expect(labels).toContain('Foundation, Joker for Seven of hearts')
    expect(scene(one).piles.filter(({ zone }) => zone.startsWith('f'))).toHaveLength(2)
  })
  test('who has one thing to say is not asked', () => {
    const view = wild({ n0: [2, '*10'], 'w0.0': ['KS0'], f0: HEARTS })
    expect(settle(view, moveTo(view, 0, '*10', 'f0')!)).toEqual(['play', 'n0', 'f0', '*10', '7H'])
    expect(settle(view, moveTo(view, 0, '*10', 'w0.0')!)).toEqual(['play', 'n0', 'w0.0', '*10'])
    expect(question.move).toBeNull()
    expect(settle(view, moveTo(view, 0, '*10', 'f1')!)).toBeNull()
    expect(question.move).toEqual(['play', 'n0', 'f1', '*10'])
    question.move = null
  })
})
