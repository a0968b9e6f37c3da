import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { decode, type Move, type Op, type ServerFrame, type TableView } from '../wire/frames.ts'
import { ids } from './fold.ts'
import { TableStore, type TableState } from './store.ts'

vi.stubGlobal('document', { hidden: false })

const wire: TableView = {
  game: 'kierki',
  options: {},
  seats: 2,
  zones: { h0: ['owner', 0, ['7H', 'KS']], h1: ['owner', 1, 2], trick: ['all', null, []], w0: ['all', null, []] },
  facts: { turn: 0, over: null },
}
const play = (card: string): Op => ['m', 'h0', 'trick', [card]]
const LEGAL: Move[] = [['play', '7H'], ['play', 'KS']]

let store: TableStore
let sent: [string, string, number, Move][]
let up: boolean
const state = (): TableState => store.state
const trick = (): string[] => ids(store.state.view!, 'trick')
const lastId = (): string => sent.at(-1)![1]
const take = (frame: ServerFrame): void => store.take(frame)

beforeEach(() => {
  sent = []
  up = true
  store = new TableStore(() => 1)
  store.guideBy({ predict: (_view, _seat, move) => [play(String(move[1]))], hold: (op) => (op[0] === 'm' && op[2] === 'w0' ? 1000 : 0) })
  store.send = (frame) => up && sent.push(frame) > 0
  take(['view', 4, 0, [0, 0], wire, LEGAL])
})

test('whoever takes a seat is told all anew', () => {
  expect(store.join().since).toBe(4)
  store.forget()
  expect(store.join()).toEqual({})
  take(['view', 6, 0, [1, 0], wire, null])
  expect(state().you).toEqual([1, 0])
  expect(store.join().since).toBe(6)
})

describe('own moves', () => {
  test('show at once, and nothing more may be moved until they are answered', () => {
    store.submit(['play', '7H'])
    expect(trick()).toEqual(['7H'])
    expect(state().pending).toBe(1)
    expect(state().legal).toBeNull()
    expect(sent[0]![3]).toEqual(['play', '7H'])
  })

  test('settle on the entry that holds their id', () => {
    store.submit(['play', '7H'])
    take(['e', 5, 10, 0, lastId(), [play('7H'), ['s', { turn: 1 }]]])
    expect([trick(), state().pending, state().view!.facts.turn]).toEqual([['7H'], 0, 1])
  })

  test('go back when refused, with the reason', () => {
    store.submit(['play', '7H'])
    take(['no', lastId(), 'must_follow', { suit: 'S' }])
    expect([trick(), state().pending, state().legal]).toEqual([[], 0, LEGAL])
    expect(state().refusal).toMatchObject({ code: 'must_follow', args: { suit: 'S' }, move: ['play', '7H'] })
  })

  test('made on a guess that fell go back for the reason of the first', () => {
    const [first, second, apart] = [['play', '7H'], ['play', 'KS'], ['wave']] as Move[]
    store.guideBy({ predict: (_view, _seat, move) => (move[0] === 'play' ? [play(String(move[1]))] : []), hold: () => 0 })
    for (const move of [first!, second!, apart!]) store.submit(move)
    const [one, two, three] = sent.map(([, id]) => id) as [string, string, string]
    take(['no', one, 'taken', { who: 1 }])
    expect(trick()).toEqual(['KS'])
    take(['no', two, 'not_top', {}])
    expect(state().refusal).toMatchObject({ code: 'not_top', move: second, cause: { code: 'taken', move: first } })
    take(['no', three, 'too_fast', {}])
    expect(state().refusal).toMatchObject({ code: 'too_fast', cause: null })
    expect([trick(), state().pending]).toEqual([[], 0])
  })

  test('stay on top of entries that come before their answer', () => {
    store.submit(['play', '7H'])
    take(['e', 5, 10, 1, 'other1', [['m', 'h1', 'trick', ['2C']]]])
    expect(trick()).toEqual(['2C', '7H'])
  })

  test('made while the line is down are sent when it is back, once', () => {
    up = false
    store.submit(['play', '7H'])
    expect([sent.length, trick(), store.join()]).toEqual([0, ['7H'], { since: 4 }])
    up = true
    store.flushUnsent()
    store.flushUnsent()
    expect(sent.length).toBe(1)
  })

  test('in flight when the line broke are asked for by their ids', () => {
    store.submit(['play', '7H'])
    expect(store.join()).toEqual({ since: 4, pending: [lastId()] })
    take(['ok', lastId(), 5])
    expect(state().pending).toBe(0)
  })

  test('that are in a fresh view already are not shown twice', () => {
    store.submit(['play', '7H'])
    const zones = { ...wire.zones, h0: ['owner', 0, ['KS']] as ['owner', number, string[]], trick: ['all', null, ['7H']] as ['all', null, string[]] }
    take(['view', 5, 0, [0, 0], { ...wire, zones }, null])
    expect(trick()).toEqual(['7H'])
    take(['e', 5, 10, 0, lastId(), [play('7H')]])
    expect([trick(), state().pending]).toEqual([['7H'], 0])
  })
})

describe("others' hands", () => {
  const note = { k: 'carry', who: [1, 0], from: 'h1', cards: 1, over: 'trick' } as const
  const HAND = { seat: 1, n: 0, from: 'h1', cards: 1, over: 'trick' }
  const hear = (what: object): void => {
    const frame = decode(JSON.stringify(['note', what]))
    if (frame) take(frame)
  }
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
    take(['view', 4, 0, [0, 0], wire, LEGAL])
  })
  afterEach(() => void vi.useRealTimers())

  test('hold what the newest note says, until they put it down', () => {
    hear({ ...note, over: null })
    hear(note)
    expect(state().carried).toEqual([HAND])
    hear({ k: 'carry', who: [1, 0] })
    expect(state().carried).toEqual([])
  })

  test('are empty once their cards are seen elsewhere, in the same change', () => {
    hear(note)
    take(['e', 5, 10, 0, 'x', [play('7H')]])
    expect(state().carried).toEqual([HAND])
    const seen: unknown[] = []
    store.follow((now) => seen.push([ids(now.view!, 'trick'), now.carried]))
    take(['e', 6, 20, 1, 'y', [['m', 'h1', 'trick', ['2C']]]])
    expect(seen).toEqual([[['7H', '2C'], []]])
  })

  test('are forgotten with a new view, and 10 s after the last note', () => {
    hear(note)
    take(['view', 4, 0, [0, 0], wire, LEGAL])
    expect(state().carried).toEqual([])
    hear(note)
    vi.advanceTimersByTime(6_000)
    hear(note)
    vi.advanceTimersByTime(9_999)
    expect(state().carried).toEqual([HAND])
    vi.advanceTimersByTime(1)
    expect(state().carried).toEqual([])
  })

  test('are not mine, and notes that make no sense are none', () => {
    hear({ ...note, who: [0, 0] })
    for (const wrong of [{ who: 1 }, { who: ['1', 0] }, { from: 3 }, { cards: 0 }, { cards: 1.5 }, { over: 7 }, { over: undefined }]) hear({ ...note, ...wrong })
    expect(state().carried).toEqual([])
  })
})

describe('two tabs', () => {
  const line = (line: 'open' | 'away'): void => store.setLine({ state: line, rtt: null, reason: null })

  test('the older one only watches, until it joins anew and so is the newest', () => {
    line('open')
    take(['note', { k: 'taken_over' }])
    store.submit(['play', '7H'])
    expect([state().takenOver, sent.length]).toEqual([true, 0])
    line('away')
    line('open')
    store.submit(['play', '7H'])
    expect([state().takenOver, sent.length]).toEqual([false, 1])
  })
})

describe('entries', () => {
  test('heard twice count once', () => {
    take(['e', 5, 10, 0, 'x', [play('7H')]])
    take(['e', 5, 10, 0, 'x', [play('7H')]])
    expect(trick()).toEqual(['7H'])
  })

  test('stop the clock at the time of the pause', () => {
    take(['e', 5, 7200, 0, 'x', [['s', { paused: true }]]])
    expect(store.now()).toBe(7200)
  })

  test('with a gap ask for a new join', () => {
    store.onGap = vi.fn()
    take(['e', 6, 10, 0, 'x', [play('7H')]])
    expect(store.onGap).toHaveBeenCalledOnce()
    expect(trick()).toEqual([])
  })

  test('that a head announced and that never came ask for a new join; a head before its tail does not', () => {
    store.onGap = vi.fn()
    take(['head', 5, 20])
    expect(store.onGap).not.toHaveBeenCalled()
    take(['head', 5, 40])
    expect(store.onGap).toHaveBeenCalledOnce()
  })

  test('that do not fit lead to a join for a whole view', () => {
    store.onGap = vi.fn()
    take(['e', 5, 10, 0, 'x', [play('2D')]])
    expect(store.onGap).toHaveBeenCalledOnce()
    expect(store.join()).toEqual({})
  })

  test('let a trick be seen before it is taken, and moves wait for that', () => {
    vi.useFakeTimers({ now: 0 })
    take(['view', 4, 0, [0, 0], wire, null])
    take(['e', 5, 10, 1, 'x', [['m', 'h1', 'trick', ['2C']], ['m', 'trick', 'w0', ['2C']], ['s', { turn: 0 }]], LEGAL])
    expect([trick(), state().legal, state().behind]).toEqual([['2C'], null, true])
    vi.advanceTimersByTime(1001)
    expect([trick(), state().legal, state().behind]).toEqual([[], LEGAL, false])
    vi.useRealTimers()
  })
})
