import { describe, expect, test } from 'vitest'
import { fold, fromWire, Keys } from '../../table/fold.ts'
import type { Move, Op, Place } from '../../wire/frames.ts'
import type { Sight } from '../module.ts'
import { noticesOf, refusedBy } from '../notices.ts'
import { lastTrick, openPlaces, placeOf, programmeOf, sideOf, sorted, standings } from './facts.ts'
import { scene } from './layout.ts'
import { adviceWords } from './advice.ts'
import { outOf, unseenOf } from './out.ts'
import { advice, dealCaption, late, offers, progress, signed, turnTitle, whyNot } from './words.ts'

const FACTS = {
  deal: 4, dealer: 3, trump: null, leader: 1, winners: [], taken: [0, 0, 0, 0], sheet: [], score: [0, 0, 0, 0], turn: 0,
  ready: [], passed: [], finished: [], deadline: null, bank: [0, 0, 0, 0], wake_at: null, over: null,
}
const HANDS = { h0: ['QD', 'TD', 'KS', 'AH', '5C'] }
const keys = new Keys()
const places: Place[] = ['Hanka', 'Erik', 'Zosia', 'Mela'].map((name, seat) => ({
  seat, n: 0, name, weave: seat, bot: null, stand_in: false, here: true, host: seat === 0,
}))

/** What seat 0 sees, after some ops. */
function sight(ops: Op[] = [], legal: Move[] | null = null, facts: Record<string, unknown> = {}, size = { w: 1280, h: 752 }): Sight {
  const zones: Parameters<typeof fromWire>[0]['zones'] = {
    h0: ['owner', 0, HANDS.h0], h1: ['owner', 1, 5], h2: ['owner', 2, 5], h3: ['owner', 3, 5], stock: ['none', null, 0],
  }
  for (const zone of ['trick', 'w0', 'w1', 'w2', 'w3', 'o0', 'o1', 'o2', 'o3', 'rS', 'rH', 'rC', 'rD']) zones[zone] = ['all', null, []]
  const view = fromWire({ game: 'kierki', options: {}, seats: 4, zones, facts: { ...FACTS, ...facts } }, 0, keys, null)
  const look = { theme: 'dark', suits: 'two', face: 'jumbo' } as const
  return { view: fold(view, ops, 0, keys), seat: 0, legal, places, size, look, carried: [], notices: [], offline: false }
}
const TRICK: Op[] = [['m', 'h1', 'trick', ['9D']], ['m', 'h2', 'trick', ['JD']], ['m', 'h3', 'trick', ['3D']]]
const FOLLOW: Move[] = [['play', 'QD'], ['play', 'TD']]
const spotOf = (of: Sight, card: string) => [...scene(of).spots.values()].find(({ id }) => id === card)!

describe('the layout', () => {
  test('holds the hand by suits, colours alternating, high to low', () => {
    expect(sorted(HANDS.h0.map((id) => ({ id }))).map(({ id }) => id)).toEqual(['KS', 'AH', '5C', 'QD', 'TD'])
  })

  test('raises what may be played and dims the rest', () => {
    const table = sight(TRICK, FOLLOW)
    const [may, not] = [spotOf(table, 'QD'), spotOf(table, 'AH')]
    expect([may.dim, may.drops, not.dim, not.drops]).toEqual([false, ['trick'], true, []])
    expect(may.y).toBeLessThan(not.y)
  })

  test('lays each card of a trick on its player\'s side: left is the next seat', () => {
    const table = sight(TRICK)
    const [left, top, right] = ['9D', 'JD', '3D'].map((card) => spotOf(table, card))
    expect(left!.x).toBeLessThan(top!.x)
    expect(right!.x).toBeGreaterThan(top!.x)
    expect(top!.y).toBeLessThan(left!.y)
    expect([sideOf(1, 0), sideOf(3, 0), sideOf(0, 3)]).toEqual([1, 3, 1])
  })

  test('is the same for the same sight, and gives every sprite one spot', () => {
    const table = sight(TRICK, FOLLOW)
    expect(scene(table)).toEqual(scene(table))
    expect(scene(table).spots.size).toBe(20)
  })

  test('on a phone the hand has two rows and opponents\' cards are not drawn', () => {
    const table = sight([['m', 'h1', 'h0', ['2S', '3S', '4S']]], null, {}, { w: 390, h: 796 })
    const rows = new Set([...scene(table).spots.values()].filter(({ own }) => own).map(({ y }) => y))
    expect(rows.size).toBe(2)
    expect([...scene(table).spots.values()].filter(({ id, hidden }) => id === null && !hidden)).toEqual([])
  })
})

describe('what is still out', () => {
  test('counts cards taken and cards on the table', () => {
    const out = outOf(sight([...TRICK, ['m', 'h1', 'w3', ['KC']]]))
    expect(out.tiles.find(({ key }) => key === 'KC')!.taker).toBe(3)
    expect(out.tiles.find(({ key }) => key === 'JD')!.onTable).toBe(true)
    expect(out.text).toBe('Seven still out, one of them on the table')
  })

  test('groups what the robber wants', () => {
    const groups = outOf(sight([['m', 'h1', 'w3', ['KH', '2H']]], null, { deal: 7, winners: [3, 3, 3, 3, 3, 3, 3] })).groups
    expect(groups.map(({ left }) => left)).toEqual([6, 11, 4, 7, 0, 1])
  })
})

describe('words', () => {
  test('say whose turn it is and what it asks for', () => {
    const table = sight(TRICK, FOLLOW)
    expect([turnTitle(table), advice(table), whyNot(table, 'AH')]).toEqual(['Your turn', 'Follow diamonds', 'Follow diamonds'])
    expect(turnTitle(sight([], null, { turn: 2 }))).toBe('Zosia leads')
    expect(whyNot(sight([], null, { turn: 2 }), 'AH')).toBe('Wait for your turn')
  })

  test('say what is waited for while a move waits for the line', () => {
    expect(turnTitle({ ...sight(TRICK, null), offline: true })).toBe('Waiting for the connection')
  })

  test('tell what a bot did when my time was up', () => {
    const mine: Op[] = [['m', 'h0', 'trick', ['QD']], ['s', { turn: 1, late: null }]]
    const { view: before, ...rest } = sight(TRICK, null, { late: 0 })
    const after: Sight = { ...rest, view: before }
    expect(late(mine, before, after)).toBe('Time was up: a bot played Q\u2666 for you')
    expect(late([['s', { trump: 'S', late: null }]], before, after)).toBe('Time was up: a bot named spades for you')
    expect(late(mine, sight(TRICK, null, { late: 2 }).view, after)).toBeNull()
    const played = sight([...TRICK, mine[0]!], null, { late: 0 })
    expect(late(mine, played.view, played)).toBeNull()
  })

  test('write minus as minus', () => expect([signed(-20), signed(0), signed(25)]).toEqual(['\u221220', '0', '+25']))
})

test('the last trick remembers who played what', () => {
  const ops: Op[] = [...TRICK, ['m', 'h0', 'trick', ['QD']], ['m', 'trick', 'w0', ['9D', 'JD', '3D', 'QD']]]
  const trick = lastTrick(sight(ops, null, { winners: [0], leader: 0, dealer: 0 }).view)!
  expect([trick.taker, trick.cards.map(({ seat }) => seat)]).toEqual([0, [1, 2, 3, 0]])
})

test('the lottery has a place for each suit\'s opener and for both ends of a run', () => {
  const { view } = sight([['m', 'h1', 'rS', ['6S', '7S', '8S']], ['m', 'h2', 'rH', ['KH', 'AH']]], null, { deal: 12 })
  expect([...openPlaces(view)].sort()).toEqual(['5S', '7C', '7D', '9S', 'QH'])
})

describe('notices', () => {
  const shown = (facts: Record<string, unknown>, left = false) =>
    noticesOf(sight([], null, facts), left).map(({ text, waiting, answers }) => [text, waiting, ...answers.map(({ words }) => words)])

  test('ask for a pause, and whoever is asked may refuse', () => {
    expect(shown({ votes: { pause: [1] } })).toEqual([['Erik asks for a pause', false, 'Agree', 'Not now']])
    expect(shown({ votes: { pause: [0] } })).toEqual([['You ask for a pause', true, 'Take it back']])
  })

  test('tell who refused', () => {
    expect(refusedBy([['s', { votes: {}, refused: ['pause', 1] }]], sight([], null, {}))).toBe('Erik: not now')
    expect(refusedBy([['s', { votes: {}, refused: null }]], sight([], null, {}))).toBeNull()
  })

  test('tell who is away, until a bot is asked for', () => {
    const away = places.map((place) => ({ ...place, here: place.seat !== 2 }))
    const of = (facts: Record<string, unknown>) => noticesOf({ ...sight([], null, facts), places: away }, false).map(({ text }) => text)
    expect(of({})).toEqual(['Zosia is away'])
    expect(of({ votes: { 'replace.2': [3] } })).toEqual(['Mela asks: a bot for Zosia?'])
  })

  test('offer a seat that was left, while the game goes on', () => {
    expect(shown({}, true)[0]).toEqual(['You left. A bot plays for you.', false, 'Take your seat again'])
    expect(shown({ over: 'done' }, true)).toEqual([])
  })

})

test('equal totals share the place', () => {
  expect(standings([10, 30, 30, -70]).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [2, 1], [0, 3], [3, 4]])
})

describe('programmes', () => {
  const with_ = (options: Record<string, unknown>) => ({ ...sight().view, options })
  test('have the deals that the rules say', () => {
    expect(programmeOf(with_({}))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(programmeOf(with_({ programme: 'rozgrywka', lotteries: 4 }))).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(programmeOf(with_({ programme: 'short', lotteries: 1 }))).toEqual([7, 8, 9, 10, 11, 12])
    expect(programmeOf(with_({ programme: 'odgrywka', lotteries: 4 }))).toEqual([8, 9, 10, 11, 12, 12, 12, 12])
  })

  test('tell how far they have come, in a deal and after it', () => {
    const sheet = [[8, [0, 0, 0, 325], 'S'], [9, [325, 0, 0, 0], 'H']]
    const during = { ...sight([], null, { deal: 10, sheet }), view: { ...sight([], null, { deal: 10, sheet }).view, options: { programme: 'odgrywka' } } }
    expect(progress(during.view)).toEqual({ short: '10 · 3 / 5', long: 'Deal 10 · 3 of 5' })
    const last = { ...during.view, options: {}, facts: { ...FACTS, deal: 7, sheet: Array(6).fill(sheet[0]) } }
    expect(progress(last as never)).toEqual({ short: '7 / 12', long: 'Deal 7 of 12' })
    expect(placeOf({ ...FACTS, sheet, turn: null } as never)).toBe(1)
  })

  test('call a lottery the last of all only if it is', () => {
    const caption = (done: number, lotteries: number) => {
      const facts = { deal: 12, sheet: Array(done).fill([8, [0, 0, 0, 0], 'S']) }
      return dealCaption({ ...sight([], null, facts).view, options: { programme: 'odgrywka', lotteries } })
    }
    expect([caption(4, 1), caption(4, 4), caption(7, 4)]).toEqual(['Deal 12, last of all', 'Deal 12, lottery 1 of 4', 'Deal 12, last of all'])
  })
})

describe('a claim', () => {
  const asked = (legal: Move[], hand = HANDS.h0) => {
    const { view } = sight([], legal)
    const mine = { ...view.zones.h0!, cards: view.zones.h0!.cards.slice(0, hand.length) }
    return offers({ view: { ...view, zones: { ...view.zones, h0: mine } }, seat: 0, legal }).map(({ answers }) => answers[0]!.answer)
  }
  test('is offered where it is legal, and not for the last card', () => {
    expect(asked([['play', 'QD'], ['claim']])).toEqual([{ move: ['claim'] }])
    expect(asked([['play', 'QD']])).toEqual([])
    expect(asked([['play', 'QD'], ['claim']], ['QD'])).toEqual([])
  })
})

describe('what is still out', () => {
  test('is what neither the own hand nor the table has shown', () => {
    const table = sight([...TRICK, ['m', 'trick', 'w2', ['9D', 'JD', '3D']]])
    const diamonds = unseenOf(table.view, 0).find(({ suit }) => suit === 'D')!
    expect(diamonds.ranks.join('')).toBe('AK876542')
    expect(unseenOf(table.view, null).find(({ suit }) => suit === 'D')!.ranks.join('')).toBe('AKQT876542')
    expect(unseenOf(table.view, 0).flatMap(({ ranks }) => ranks)).toHaveLength(52 - 5 - 3)
  })
})

describe('advice', () => {
  test('names the move and says why', () => {
    expect(adviceWords(['play', 'QD'], 'ducks')).toBe('Q♦: it is too low to take this trick')
    expect(adviceWords(['trump', 'S'], 'strongest_suit')).toBe('Spades: this is your strongest suit')
    expect(adviceWords(['claim'], 'claim')).toBe('Claim: the rest are yours')
    expect(adviceWords(['play', 'QD'], 'unknown')).toBe('Q♦')
  })
})
