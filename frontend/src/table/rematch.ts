/** Another game with the same people. */
import { api } from '../api.ts'
import type { Place, You } from '../wire/frames.ts'

interface Made {
  code: string
  host: boolean
  you: You
  seats: number
  players: number
  places: Place[]
}

/** The code of the next table, where I am seated; one with nobody but bots to wait for is started at once.
 *  Throws ApiError, or TypeError while offline. */
export async function nextTable(code: string): Promise<string> {
  const made = await api.post<Made>(`tables/${code}/rematch`)
  const alone = made.places.every(({ bot, seat, n }) => bot !== null || (seat === made.you?.[0] && n === made.you[1]))
  if (made.host && alone && made.places.length === made.seats * made.players) await api.post(`tables/${made.code}/start`)
  return made.code
}
