import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { incomplete, lineIsOpen, Part } from './part.svelte.ts'

/** A fetch that fails so many times. */
const failing = (times: number) => vi.fn(async () => {
  if (times-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
  return 'menu'
})

const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  errors.mockClear()
  lineIsOpen(true)
})
afterEach(() => vi.useRealTimers())

test('a part is fetched once, however often it is asked for', async () => {
  const fetch = failing(0)
  const part = new Part(fetch)
  expect(part.now).toBeNull()
  expect(await Promise.all([part.get(), part.get()])).toEqual(['menu', 'menu'])
  expect(await part.get()).toBe('menu')
  expect(part.now).toBe('menu')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('nothing is fetched before the line is open', async () => {
  lineIsOpen(false)
  const fetch = failing(0)
  const coming = new Part(fetch).get()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).not.toHaveBeenCalled()
  lineIsOpen(true)
  expect(await coming).toBe('menu')
})

test('what failed as the line broke is fetched when it is back, and no word is said of it', async () => {
  const fetch = vi.fn(async () => {
    if (fetch.mock.calls.length > 1) return 'menu'
    lineIsOpen(false)
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const part = new Part(fetch)
  const coming = part.get()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(1)
  lineIsOpen(true)
  expect(await coming).toBe('menu')
  expect(errors).not.toHaveBeenCalled()
})

test('what fails again and again is told of, tried on, and no longer told of once it has come', async () => {
  const part = new Part(failing(5))
  const coming = part.get()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(incomplete()).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(incomplete()).toBe(true)
  expect(errors).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await coming).toBe('menu')
  expect(incomplete()).toBe(false)
})
