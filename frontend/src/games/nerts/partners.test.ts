import { expect, test, vi } from 'vitest'
import type { Spot } from '../../stage/scene.ts'
import type { Carried } from '../../table/carried.ts'
import { fromWire, Keys } from '../../table/fold.ts'
import { lineIsOpen } from '../../table/part.svelte.ts'
import type { Place } from '../../wire/frames.ts'
import { nameOf, partnerOf, type Sight } from '../module.ts'
import { noticesOf } from '../notices.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { frameFor, scene } = await import('./layout.ts')
const { handsPart } = await import('./later.ts')
lineIsOpen(true)
await handsPart.get()
const { endTitle } = await import('./scored.ts')
const { does, refusal, whyNot } = await import('./words.ts')

const place = (seat: number, n: number, name: string): Place => ({ seat, n, name, weave: seat, bot: null, stand_in: false, here: true, host: false })
const PLACES = [place(0, 0, 'Ana'), place(0, 1, 'Bo'), place(1, 0, 'Cid'), place(1, 1, 'Dee')]
const ZONES: Parameters<typeof fromWire>[0]['zones'] = {
  n0: ['top', 0, [5, '4H0']], s0: ['none', 0, 9], v0: ['all', 0, ['7C0', '5D0']],
  'w0.0': ['all', 0, ['KS0', 'QH0', 'JS0']], 'w0.1': ['all', 0, ['5S0']], 'w0.2': ['all', 0, []], 'w0.3': ['all', 0, ['9C0']],
  n1: ['top', 1, [5, '4H1']], s1: ['none', 1, 9], v1: ['all', 1, []],
  'w1.0': ['all', 1, []], 'w1.1': ['all', 1, []], 'w1.2': ['all', 1, []], 'w1.3': ['all', 1, []],
}
for (let i = 0; i < 8; i++) ZONES[`f${i}`] = ['all', null, []]
const FACTS = { hand: 1, go: 0, caller: null, landed: [], ended: null, stuck: [], voted: [], score: [], wake_at: null, over: null }

/** What Bo sees, who shares seat 0 with Ana. */
function sight(carried: Partial<Carried>[] = [], places = PLACES, facts = {}): Sight {
  const view = fromWire({ game: 'nerts', options: { piles: 4, flip: 3 }, seats: 2, zones: ZONES, facts: { ...FACTS, ...facts } }, 0, new Keys(), null)
  const hands = carried.map((one) => ({ seat: 0, n: 0, from: 'n0', cards: 1, over: null, ...one }))
  return { view, seat: 0, n: 1, legal: null, places, carried: hands, notices: [], offline: false, size: { w: 1280, h: 752 }, look: { theme: 'dark', suits: 'two', face: 'jumbo' } }
}
const spotOf = (of: Sight, id: string): Spot => [...scene(of).spots.values()].find((spot) => spot.id === id)!

test('names of two', () => {
  expect(partnerOf(sight())?.name).toBe('Ana')
  expect([nameOf(sight(), 0), nameOf(sight(), 1)]).toEqual(['You & Ana', 'Cid & Dee'])
  expect([does(sight(), 0, 'call', 'calls'), does(sight(), 1, 'call', 'calls')]).toEqual(['You & Ana call', 'Cid & Dee call'])
  expect(endTitle(sight([], PLACES, { caller: 1, ended: 'called' }))).toBe('Nerts! Cid & Dee called it')
})

test('what my partner carries is held, by name, and not mine to pick', () => {
  expect(spotOf(sight(), '4H0')).toMatchObject({ own: true, held: null })
  const held = spotOf(sight([{}]), '4H0')
  expect(held).toMatchObject({ own: false, held: { name: 'Ana', tag: 'right' } })
  expect(held.drops).toEqual(spotOf(sight(), '4H0').drops) // if I have it in hand already, the server decides
  expect(spotOf(sight([{}]), '5D0')).toMatchObject({ own: true, held: null })
  expect(spotOf(sight([{ n: 1 }]), '4H0')).toMatchObject({ own: true, held: null }) // my own, from another tab
})

test('no card below one that is held can be picked', () => {
  const of = sight([{ from: 'w0.0', cards: 1 }])
  for (const id of ['KS0', 'QH0', 'JS0']) expect(spotOf(of, id).own).toBe(false)
  expect(spotOf(of, 'JS0').held?.name).toBe('Ana')
  expect(spotOf(of, 'QH0').held).toBeNull()
})

test('a card over an empty pile of ours is shown there', () => {
  const of = sight([{ over: 'w0.2' }])
  const gap = frameFor(of).own.work[2]!
  expect(Math.abs(spotOf(of, '4H0').x - gap.x - gap.w / 2)).toBeLessThan(gap.w)
})

test('why a card does not go that my partner has, or had', () => {
  expect(whyNot(sight([{}]), '4H0')).toBe('Ana has 4♥')
  expect(whyNot(sight(), '2H0')).toBe('Ana was first')
  expect(refusal('not_top', {}, sight(), ['play', 'n0', 'f0', '2H0'])).toBe('Ana was first')
  expect(refusal('not_top', {}, sight(), ['play', 'w0.0', 'f0', 'QH0'])).toBe('Q♥ is covered')
  expect(refusal('stale_flip', {}, sight(), ['flip', 12])).toBe('Ana flipped already')
  expect(refusal('already_ready', {}, sight(), ['ready'])).toBe('Ana said so already')
})

test('a field for a line to a partner, where one is that reads', () => {
  expect(frameFor(sight()).say).not.toBeNull()
  expect(frameFor(sight([], [PLACES[1]!, { ...PLACES[0]!, bot: 'easy' }])).say).toBeNull()
  expect(frameFor(sight([], [PLACES[1]!])).say).toBeNull()
})

test('who is away: my partner, and others only if both are', () => {
  const away = (...gone: number[]): string[] => {
    const places = PLACES.map((one, i) => (gone.includes(i) ? { ...one, here: false } : one))
    return noticesOf(sight([], places), false).map(({ text, answers }) => `${text} ${answers.length}`)
  }
  expect(away(0)).toEqual(['Ana is away 0'])
  expect(away(2)).toEqual([])
  expect(away(2, 3)).toEqual(['Cid & Dee are away 1'])
})

test('where cards of a pile of others are left out, the lowest lies in their shade', () => {
  const run = ['KS1', 'QH1', 'JS1', 'TH1', '9S1', '8H1', '7S1', '6H1', '5S1', '4H1', '3S1', '2H1', 'AS1']
  const zones = { ...ZONES, 'w1.0': ['all', 1, run], 'w1.1': ['all', 1, ['KC1', 'QD1']] } as typeof ZONES
  const view = fromWire({ game: 'nerts', options: { piles: 4, flip: 3 }, seats: 2, zones, facts: FACTS }, 0, new Keys(), null)
  const of = { ...sight(), view }
  expect(run.some((card) => spotOf(of, card).hidden)).toBe(true)
  expect([...run, 'KC1', 'QD1'].filter((card) => spotOf(of, card).dim)).toEqual(['KS1'])
})
