import { describe, expect, test } from 'vitest'
import type { Move, Op } from '../../wire/frames.ts'
import { dealsOf, dearest, finished, type Judged, type Log, lostBy, momentOf } from './afterwards.ts'

let seq = 0
const entry = (seat: number | null, move: Move, ...ops: Op[]): Log['entries'][number] => [++seq, 0, seat, move, ops]
const HANDS = ['2S AS', '3S KS', '4S QS', '5S JS'].map((hand) => hand.split(' '))
const dealt = (deal: number, hands: string[][]): Op[] => [
  ['o', 'stock', []],
  ...hands.map((hand, seat): Op => ['m', 'stock', `h${seat}`, hand]),
  ['s', { deal, dealer: 3, trump: null }],
]
const played = (seat: number, card: string, ...ops: Op[]) => entry(seat, ['play', card], ['m', `h${seat}`, 'trick', [card]], ...ops)

const log = (): Log => {
  seq = 0
  return {
    game: 'kierki', options: {}, you: 0,
    entries: [
      entry(null, [], ['z', 'stock', 'none', null, []], ...dealt(1, HANDS)),
      played(0, '2S'), played(1, '3S'), played(2, '4S'),
      played(3, '5S', ['m', 'trick', 'w3', ['2S', '3S', '4S', '5S']]),
      played(3, 'JS'),
      entry(0, ['claim'], ['m', 'trick', 'o3', ['JS']], ['m', 'h0', 'o0', ['AS']], ['s', { claimed: 0, sheet: [[1, [-20, 0, 0, -20], null]] }]),
      entry(null, [], ['m', 'w3', 'stock', ['2S']], ...dealt(8, HANDS)),
      entry(3, ['trump', 'S'], ['m', 'stock', 'h3', ['6S']], ['s', { trump: 'S', claimed: null }]),
    ],
  }
}

describe('a game that is over', () => {
  test('is told deal by deal', () => {
    const deals = dealsOf(log())
    expect(deals.map(({ deal, dealer, trump, first, last, points }) => [deal, dealer, trump, first, last, points])).toEqual([
      [1, 3, null, 1, 7, [-20, 0, 0, -20]], [8, 3, 'S', 8, 9, []],
    ])
    expect(deals[0]!.hands).toEqual(HANDS)
    expect(deals[0]!.steps.map(({ seat, verb, what, taker }) => [seat, verb, what, taker])).toEqual([
      [0, 'play', '2S', null], [1, 'play', '3S', null], [2, 'play', '4S', null], [3, 'play', '5S', 3], [3, 'play', 'JS', null], [0, 'claim', '', null],
    ])
    expect(deals[1]!.hands[3]).toEqual(['5S', 'JS', '6S'])
  })

  test('shows all hands and the trick after any step', () => {
    const [deal] = dealsOf(log())
    expect(momentOf(deal!, 0)).toEqual({ hands: HANDS, trick: [null, null, null, null], taker: null, tricks: [0, 0, 0, 0], laid: [] })
    expect(momentOf(deal!, 2).hands[1]).toEqual(['KS'])
    expect(momentOf(deal!, 4)).toMatchObject({ trick: ['2S', '3S', '4S', '5S'], taker: 3, tricks: [0, 0, 0, 1] })
    expect(momentOf(deal!, 5)).toMatchObject({ trick: [null, null, null, 'JS'], taker: null, tricks: [0, 0, 0, 1] })
    expect(momentOf(deal!, 6)).toMatchObject({ tricks: [12, 0, 0, 1], taker: 0 })
  })
})

describe('a game that goes on', () => {
  /** As seat 0 was told it: others' cards are counts until they are played. */
  const told = (): Log => {
    const hide = (op: Op): Op => (op[0] === 'm' && op[1] === 'stock' && op[2] !== 'h0' ? ['m', op[1], op[2], (op[3] as string[]).length] : op)
    const { entries, ...rest } = log()
    return { ...rest, entries: entries.map(([seq, at, seat, move, ops]) => [seq, at, seat, move, ops.map(hide)]) }
  }
  const shown = ['KS', 'QS'].map((card, n): Op => ['m', `h${n + 1}`, `o${n + 1}`, [card]])

  test('tells of the deals that are done, with every hand that came to lie open', () => {
    const { entries, ...rest } = told()
    const [seq, at, seat, move, ops] = entries[6]!
    entries[6] = [seq, at, seat, move, [...shown, ...ops]]
    const done = finished(dealsOf({ ...rest, entries }))
    expect(done.map(({ deal }) => deal)).toEqual([1])
    expect(done[0]!.hands).toEqual([['2S', 'AS'], ['3S', 'KS'], ['4S', 'QS'], ['5S', 'JS']])
    expect(momentOf(done[0]!, 4)).toMatchObject({ hands: [['AS'], ['KS'], ['QS'], ['JS']], taker: 3 })
  })

  test('shows no hand of which trump was named, but the own', () => {
    const deal = dealsOf(told())[1]!
    expect(deal.closed).toEqual([false, true, true, true])
    expect(momentOf(deal, 0).hands).toEqual([['2S', 'AS'], [], [], []])
  })
})

describe('own decisions', () => {
  const one = (seq: number, card: string, ...values: [string, number][]): Judged => ({
    seq, move: ['play', card], values: values.map(([move, points]) => [['play', move], points]),
  })
  test('are listed by what they cost, and small differences are luck', () => {
    const all = [one(1, '2S', ['2S', -10], ['3S', -12]), one(2, '2S', ['2S', -30], ['3S', -12]), one(3, '2S', ['2S', -90], ['3S', -12]), one(4, '2S', ['2S', -15], ['3S', -12])]
    expect(dearest(all).map(({ seq }) => seq)).toEqual([3, 2])
    expect(lostBy(all[2]!)).toEqual({ points: 78, best: ['play', '3S'] })
    expect(lostBy(all[0]!).points).toBe(0)
  })
})
