import { expect, test, vi } from 'vitest'
import type { Move, Op, TableView } from '../wire/frames.ts'
import { ids, type View } from './fold.ts'
import { type Refusal, TableStore } from './store.ts'

vi.stubGlobal('document', { hidden: false })

/** Small numbers from a seed, for a game that can be played again. */
function luck(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const MINE = ['a0', 'b0', 'c0']
const SHARED = ['f0', 'f1']
const RANKS = [...'A23456789TJQK']
const DEALT: Record<string, readonly string[]> = {
  a0: RANKS.map((rank) => `${rank}S0`), b0: RANKS.map((rank) => `${rank}H0`), c0: [],
  a1: RANKS.map((rank) => `${rank}S1`), f0: [], f1: [],
}
const ALL = Object.values(DEALT).flat().sort()

/** Takes moves late, in their order; a move is refused where the card no longer tops its pile, or by chance. */
class SlowServer {
  readonly zones = new Map(Object.entries(DEALT).map(([name, cards]) => [name, [...cards]]))
  readonly waiting: [id: string, move: Move][] = []
  readonly refused: Move[] = []
  private readonly store: TableStore
  private readonly pick: (below: number) => number
  private seq = 0

  constructor(store: TableStore, pick: (below: number) => number) {
    this.store = store
    this.pick = pick
    const zones: TableView['zones'] = Object.fromEntries(Object.entries(DEALT).map(([name, cards]) => [name, ['all', null, [...cards]]]))
    store.send = ([, id, , move]) => this.waiting.push([id, move]) > 0
    store.take(['view', 0, 0, [0, 0], { game: 'slow', options: {}, seats: 2, zones, facts: {} }, null])
  }

  answer(): void {
    const [id, move] = this.waiting.shift()!
    const [, from, to, card] = move as [string, string, string, string]
    if (this.zones.get(from)!.at(-1) === card && this.pick(3)) return this.enter(0, id, from, to)
    this.refused.push(move)
    this.store.take(['no', id, 'taken', { card }])
  }

  /** The other player is quicker. */
  other(): void {
    if (this.zones.get('a1')!.length) this.enter(1, 'other', 'a1', SHARED[this.pick(2)]!)
  }

  private enter(seat: number, id: string, from: string, to: string): void {
    const card = this.zones.get(from)!.pop()!
    this.zones.get(to)!.push(card)
    this.store.take(['e', ++this.seq, this.seq, seat, id, [['m', from, to, [card]]]])
  }
}

const predict = (_view: View, _seat: number, [, from, to, card]: Move): Op[] => [['m', String(from), String(to), [String(card)]]]

test.each(Array.from({ length: 60 }, (_, seed) => seed))('quick moves on a slow line, some refused: the server\'s table, no card lost or doubled (%i)', (seed) => {
  const pick = luck(seed)
  const store = new TableStore()
  store.guideBy({ predict, hold: () => 0 })
  const server = new SlowServer(store, pick)
  const explained = new Map<number, Refusal>()
  let most = 0
  store.follow(({ view, refusal, pending }) => {
    expect(Object.keys(view!.zones).flatMap((zone) => ids(view!, zone)).sort()).toEqual(ALL)
    if (refusal) explained.set(refusal.n, refusal)
    most = Math.max(most, pending)
  })
  for (let step = 0; step < 120; step++) {
    const what = pick(8)
    if (what === 0) server.other()
    else if (what < 4 && server.waiting.length) server.answer()
    else {
      const view = store.state.view!
      const from = MINE[pick(3)]!
      const card = ids(view, from).at(-1)
      const to = [...MINE, ...SHARED].filter((zone) => zone !== from)[pick(4)]!
      if (card) store.submit(['play', from, to, card])
    }
  }
  while (server.waiting.length) server.answer()
  const { view, pending } = store.state
  expect(Object.fromEntries([...server.zones.keys()].map((zone) => [zone, ids(view!, zone)]))).toEqual(Object.fromEntries(server.zones))
  expect(pending).toBe(0)
  expect(most).toBeGreaterThan(3)
  expect([...explained.values()].map(({ move }) => move)).toEqual(server.refused)
  expect(server.refused.length).toBeGreaterThan(5)
})
