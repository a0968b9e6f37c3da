/** What one's decisions in a deal were worth: asked once in this page, however often one looks back. */
import { api, ApiError } from '../../api.ts'
import { readBoot } from '../../table/boot.ts'
import type { Judged } from './afterwards.ts'

/** ms until a question that came too soon is put again. */
const AGAIN = 1500

const asked = new Map<number, Promise<Judged[]>>()

/** The decisions in the entries of a deal. One that could not be answered may be asked for again. */
export function compared(first: number, last: number): Promise<Judged[]> {
  let answer = asked.get(first)
  if (!answer) {
    answer = ask(first, last)
    asked.set(first, answer)
    answer.catch(() => asked.delete(first))
  }
  return answer
}

async function ask(first: number, last: number): Promise<Judged[]> {
  for (;;) {
    try {
      return await api.post<Judged[]>(`tables/${readBoot().code}/review`, { first, last })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'too_fast') throw error
      await new Promise((go) => setTimeout(go, AGAIN))
    }
  }
}
