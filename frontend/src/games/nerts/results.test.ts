import { describe, expect, test } from 'vitest'
import { linesHeight, planOf } from './results.ts'

const said = (w: number, h: number, players: number, chart: 'none' | 'may' | 'must' = 'may', buttons = 1): string => {
  const { rows, columns, chart: at } = planOf({ w, h }, { players, buttons, chart })
  return `${rows} ${columns} ${at ? (at.beside ? 'beside' : 'below') : 'no chart'}`
}

describe('a page of results', () => {
  test.each([
    [1280, 752, 4, 'wide 1 below'], [1280, 752, 8, 'tall 2 beside'], [2560, 1380, 8, 'tall 2 below'],
    [390, 796, 2, 'tall 1 below'], [390, 796, 4, 'tall 1 below'], [390, 796, 8, 'table 1 below'], [360, 592, 4, 'tall 1 no chart'], [360, 592, 8, 'close 1 below'],
    [844, 342, 2, 'tall 1 beside'], [844, 342, 4, 'tall 2 no chart'], [844, 342, 8, 'close 1 beside'],
  ])('shows cards where there is room: %dx%d, %d players', (w, h, players, plan) => {
    expect(said(w, h, players)).toBe(plan)
  })
  test('of a match has its chart, at the cost of the cards', () => {
    for (const [w, h] of [[1280, 752], [390, 796], [844, 342]] as const) {
      for (const players of [2, 4, 8]) expect(said(w, h, players, 'must', 2), `${w}x${h}, ${players}`).not.toContain('no chart')
    }
    expect(said(1280, 752, 8, 'must', 2)).toContain('tall')
  })
  test('has room for a line of figures, or says that it has none', () => {
    const eight = (h: number): ReturnType<typeof planOf> =>
      planOf({ w: 844, h }, { players: 8, buttons: 2, chart: 'must', more: linesHeight({ w: 844, h }, 1) })
    expect(eight(342)).toMatchObject({ rows: 'close', chart: { beside: true }, fits: true })
    expect(eight(320)).toMatchObject({ rows: 'close', chart: null, fits: false })
  })
  test('has a chart that is no flat line where there is room', () => {
    for (const players of [2, 4, 6, 8]) expect(planOf({ w: 1280, h: 752 }, { players, buttons: 2, chart: 'must' }).chart!.height, `${players}`).toBeGreaterThan(150)
  })
  test('gives its cards what room is left', () => {
    const card = (w: number, h: number): number => planOf({ w, h }, { players: 4, buttons: 1, chart: 'may' }).card
    expect(card(1280, 752)).toBeLessThan(card(1920, 1032))
    expect(card(2560, 1380)).toBeLessThanOrEqual(90)
  })
})
