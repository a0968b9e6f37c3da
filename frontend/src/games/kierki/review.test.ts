import { beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '../../api.ts'
import type { Op } from '../../wire/frames.ts'
import type { Log } from './afterwards.ts'
import { Review } from './review.svelte.ts'

vi.mock('../../table/boot.ts', () => ({ readBoot: () => ({ code: 'abc' }) }))

let seq = 0
const entry = (...ops: Op[]): Log['entries'][number] => [++seq, 0, null, [], ops]

/** Two deals that are done: entries from `first` on. */
function log(first: number): Log {
  seq = first
  const deal = (number: number) => entry(['o', 'stock', []], ['s', { deal: number, dealer: 3, trump: null }])
  return { game: 'kierki', options: {}, you: 0, entries: [deal(1), deal(2)] }
}

const settled = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await Promise.resolve()
}
const post = vi.spyOn(api, 'post')
const get = vi.spyOn(api, 'get')
let begin = 0

beforeEach(() => {
  begin += 100 // no two tests look back at the same entries: what was asked once is known
  post.mockReset()
  get.mockReset().mockResolvedValue(log(begin))
})

test('all deals are compared, one after the other, and only once', async () => {
  post.mockResolvedValue([])
  const review = new Review(() => true)
  await settled()
  expect(review.compared).toBe(2)
  expect(post).toHaveBeenCalledTimes(2)
  const again = new Review(() => true)
  await settled()
  expect(again.compared).toBe(2)
  expect(post).toHaveBeenCalledTimes(2)
})

test('what is closed asks no more, and goes on where it was', async () => {
  let answer: (judged: []) => void = () => {}
  post.mockImplementationOnce(() => new Promise((go) => (answer = go))).mockResolvedValue([])
  const review = new Review(() => true)
  await settled()
  review.close()
  const again = new Review(() => true)
  await settled()
  expect(post, 'the question that is under way is not put twice').toHaveBeenCalledTimes(1)
  again.close()
  answer([])
  await settled()
  expect(post).toHaveBeenCalledTimes(1)
  const third = new Review(() => true)
  await settled()
  expect(third.compared).toBe(2)
  expect(post).toHaveBeenCalledTimes(2)
})

test('a question that failed can be put again', async () => {
  post.mockRejectedValueOnce(new ApiError('unavailable', {}, 'Not now.')).mockResolvedValue([])
  const review = new Review(() => true)
  await settled()
  expect(review.trouble).toBe('Not now.')
  const again = new Review(() => true)
  await settled()
  expect([again.trouble, again.compared]).toEqual([null, 2])
})
