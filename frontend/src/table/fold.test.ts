import { describe, expect, test } from 'vitest'
import type { Op, TableView } from '../wire/frames.ts'
import { fold, fromWire, ids, Keys, Misfit, type View } from './fold.ts'

const wire: TableView = {
  game: 'x',
  options: {},
  seats: 2,
  zones: {
    h0: ['owner', 0, ['7H', 'KS']],
    h1: ['owner', 1, 2],
    pile: ['all', null, ['2C']],
    nerts: ['top', 0, [3, '9D']],
    stock: ['none', null, 4],
  },
  facts: { turn: 0, over: null },
}
const keys = new Keys()
const start = (): View => fromWire(wire, 0, keys, null)
const after = (...ops: Op[]): View => fold(start(), ops, 0, keys)
const zone = (view: View, name: string): (string | null)[] => view.zones[name]!.cards.map((card) => card.id)

describe('a view from the server', () => {
  test('shows what the audience sees and blanks for the rest', () => {
    const view = start()
    expect(zone(view, 'h0')).toEqual(['7H', 'KS'])
    expect(zone(view, 'h1')).toEqual([null, null])
    expect(zone(view, 'nerts')).toEqual([null, null, '9D'])
  })

  test('keeps the sprites of the view it replaces', () => {
    const first = start()
    const second = fromWire({ ...wire, zones: { ...wire.zones, h1: ['owner', 1, 1] } }, 0, keys, first)
    expect(second.zones.h0!.cards).toEqual(first.zones.h0!.cards)
    expect(second.zones.h1!.cards[0]!.key).toBe(first.zones.h1!.cards[0]!.key)
  })
})

describe('m', () => {
  test('moves a known card to the top, the sprite with it', () => {
    const before = start()
    const view = fold(before, [['m', 'h0', 'pile', ['7H']]], 0, keys)
    expect(zone(view, 'pile')).toEqual(['2C', '7H'])
    expect(view.zones.pile!.cards[1]!.key).toBe(before.zones.h0!.cards[0]!.key)
    expect(zone(before, 'h0')).toEqual(['7H', 'KS'])
  })

  test('puts cards in at an index from the bottom', () => {
    expect(zone(after(['m', 'h0', 'pile', ['KS'], 0]), 'pile')).toEqual(['KS', '2C'])
  })

  test('names the sprite that lay in a hidden zone', () => {
    const before = start()
    const view = fold(before, [['m', 'h1', 'pile', ['AD']]], 0, keys)
    expect(zone(view, 'pile')).toEqual(['2C', 'AD'])
    expect(zone(view, 'h1')).toEqual([null])
    expect(view.zones.pile!.cards[1]!.key).toBe(before.zones.h1!.cards[1]!.key)
  })

  test('forgets a card that goes into a hidden zone', () => {
    expect(zone(after(['m', 'pile', 'stock', ['2C']]), 'stock')).toEqual([null, null, null, null, null])
  })

  test('moves counts between hidden zones', () => {
    const view = after(['m', 'stock', 'h1', 3])
    expect([view.zones.stock!.cards.length, view.zones.h1!.cards.length]).toEqual([1, 5])
  })

  test('of an open top: the rest is unknown until its new top is told', () => {
    const view = after(['m', 'nerts', 'pile', ['9D']], ['o', 'nerts', '4S'])
    expect(zone(view, 'nerts')).toEqual([null, '4S'])
    expect(zone(view, 'pile')).toEqual(['2C', '9D'])
  })

  test('does not fit when the card is not there', () => {
    expect(() => after(['m', 'h0', 'pile', ['2D']])).toThrow(Misfit)
    expect(() => after(['m', 'h1', 'pile', 3])).toThrow(Misfit)
    expect(() => after(['m', 'nowhere', 'pile', 1])).toThrow(Misfit)
  })
})

describe('o, z and s', () => {
  test('reorders a seen zone, sprites with their cards', () => {
    const before = start()
    const view = fold(before, [['o', 'h0', ['KS', '7H']]], 0, keys)
    expect(view.zones.h0!.cards).toEqual([...before.zones.h0!.cards].reverse())
  })

  test('an unseen order leaves no names', () => {
    expect(zone(after(['o', 'h1', null]), 'h1')).toEqual([null, null])
  })

  test('an emptied top is null', () => {
    expect(zone(after(['m', 'nerts', 'stock', 3], ['o', 'nerts', null]), 'nerts')).toEqual([])
  })

  test('lays out zones, seen or not', () => {
    const view = after(['z', 'o0', 'all', null, ['3C']], ['z', 'h0', 'owner', 0, ['5D']], ['z', 'h1', 'owner', 1, 2])
    expect([zone(view, 'o0'), zone(view, 'h0'), zone(view, 'h1')]).toEqual([['3C'], ['5D'], [null, null]])
    expect(ids(view, 'h1')).toEqual([])
  })

  test('facts are laid over the former ones', () => {
    expect(after(['s', { turn: 1 }]).facts).toEqual({ turn: 1, over: null })
  })
})
