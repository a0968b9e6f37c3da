/** The photo finish as a page shows it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fold, fromWire, ids, Keys, type View } from '../../table/fold.ts'
import type { Op } from '../../wire/frames.ts'
import { lateWords, latePlace, watchLandings } from './photo.ts'
import { dropsOf, predict } from './plays.ts'
import { lineIsOpen } from '../../table/part.svelte.ts'
import { fetched } from './wild.svelte.ts'

vi.mock('./ends.ts', () => import('./photo.ts'))

const keys = new Keys()
const FACTS = { hand: 1, go: 0, caller: null, landed: [], ended: null, stuck: [], voted: [], wake_at: null, over: null }
let hand = 0

/** Seat 1 has a five of hearts on its Nerts pile; the foundation of hearts has these cards. */
function view(hearts: string[], photo = 100): View {
  const all: Parameters<typeof fromWire>[0]['zones'] = { f0: ['all', null, hearts], n1: ['top', 1, [2, '5H1']], s1: ['none', 1, 0], v1: ['all', 1, []] }
  for (let i = 1; i < 8; i++) all[`f${i}`] = ['all', null, []]
  for (const zone of ['w1.0', 'w1.1', 'w1.2', 'w1.3']) all[zone] = ['all', 1, [`K${'SHDC'.charAt(Number(zone.at(-1)))}1`]]
  const options = { piles: 4, photo, lands: 'any', gaps: 'any', flip: 3 }
  return fromWire({ game: 'nerts', options, seats: 2, zones: all, facts: { ...FACTS, hand } as never }, 1, keys, null)
}
const FOURS = ['AH0', '2H0', '3H0', '4H0']

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 10_000 }) // no moment passes, however busy the machine is
  hand++
  lineIsOpen(true)
  await fetched(view([]))
})
afterEach(() => void vi.useRealTimers())

test('a place that was just taken is still offered, for a moment', () => {
  watchLandings(view(FOURS), 0)
  const taken = view([...FOURS, '5H0', '6H0'])
  watchLandings(taken, 1000)
  expect(latePlace(taken, '5H1', 'f0', 1050)).toBe(5)
  expect(latePlace(taken, '5H1', 'f0', 1050 + 400)).toBeNull()
  expect(latePlace(taken, '3H1', 'f0', 1050)).toBeNull() // its like lies there for long
  expect(latePlace(view([...FOURS, '5H0'], 0), '5H1', 'f0', 1050)).toBeNull()
})

test('the hints offer it, and the card is shown under what followed', () => {
  watchLandings(view(FOURS), performance.now() - 5000)
  const taken = view([...FOURS, '5H0', '6H0'])
  watchLandings(taken)
  expect(dropsOf(taken, 1, '5H1')).toEqual(['f0'])
  const shown = fold(taken, predict(taken, 1, ['play', 'n1', 'f0', '5H1']), 1, keys)
  expect(ids(shown, 'f0')).toEqual([...FOURS, '5H0', '5H1', '6H0'])
})

test('what lands while my card is under way lies over it, and nothing is there twice', () => {
  const before = view(FOURS)
  watchLandings(before)
  const guess = predict(before, 1, ['play', 'n1', 'f0', '5H1'])
  const theirs: Op[] = [['m', 'f7', 'f0', ['5H0']], ['m', 'f7', 'f0', ['6H0']]]
  const more = { ...before, zones: { ...before.zones, f7: { ...before.zones.f7!, cards: [keys.fresh('5H0'), keys.fresh('6H0')] } } }
  const after = fold(more, theirs, 1, keys)
  expect(ids(fold(after, guess, 1, keys), 'f0')).toEqual([...FOURS, '5H1', '5H0', '6H0'])
  const entry: Op[] = [['m', 'n1', 'f0', ['5H1'], 5]]
  const last = fold(after, entry, 1, keys)
  expect(ids(last, 'f0')).toEqual([...FOURS, '5H0', '5H1', '6H0'])
  expect(lateWords(entry, fold(after, guess, 1, keys), last, 1)).toBe('Photo finish: your 5♥ counts too')
  expect(lateWords(entry, fold(after, guess, 1, keys), last, 0)).toBeNull() // another's
  expect(lateWords(guess, after, last, 1)).toBeNull() // not before the server has said so
})
