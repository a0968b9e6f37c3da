/** A table before the start: what the API says of the table, and each thing asked of it. */
import { api, ApiError } from '../api.ts'
import type { Place } from '../wire/frames.ts'
import type { GameInfo, TableInfo } from './tables.ts'
import type { OptionValues } from './options.ts'
import { sendOff } from './word.ts'

export class WaitingTable {
  info = $state.raw<TableInfo | null>(null)
  game = $state.raw<GameInfo | null>(null)
  /** Something is being asked of the server. */
  busy = $state(false)
  /** What went wrong last, and where it was asked for: "seat.2.0", "start", "options", "invite". */
  trouble = $state<{ where: string; text: string } | null>(null)

  private readonly code: string
  /** I took a seat: to the socket I am still who I was before. */
  private readonly seated: () => void
  private leaving = false

  constructor(code: string, game: string, seated: () => void) {
    this.code = code
    this.seated = seated
    void this.meet(game)
  }

  troubleAt(where: string): string {
    return this.trouble?.where === where ? this.trouble.text : ''
  }

  /** Who sits where changed: am I still there, am I the host now? */
  async refresh(): Promise<void> {
    const had = this.info?.you
    try {
      this.info = await api.get<TableInfo>(`tables/${this.code}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unknown_table') sendOff('/', 'That table is closed.')
      return // offline: the next change asks again
    }
    if (had && !this.info.you && !this.leaving) sendOff('/', 'The host took you off the table.')
  }

  /** Take a seat, by a name if one is given. */
  sit = async (name = ''): Promise<void> => {
    const named = async (): Promise<unknown> => {
      if (name.trim()) await api.patch('me', { name })
      return this.post('join')
    }
    if (await this.ask('start', named)) this.seated()
  }
  start = () => this.ask('start', () => this.post('start'))
  list = (listed: boolean) => this.ask('invite', () => api.patch(`tables/${this.code}`, { public: listed }))
  change = (options: OptionValues) => this.ask('options', () => api.patch(`tables/${this.code}`, { options }))

  async leave(): Promise<void> {
    this.leaving = true
    if (await this.ask('start', () => this.post('leave'))) location.assign('/')
    this.leaving = false
  }

  /** Take another place. */
  move = (seat: number, n: number) => this.ask(`seat.${seat}.${n}`, () => this.post('join', { seat, n }))

  /** Put a bot on a place, or change the level of the one that is there. */
  bot = (seat: number, n: number, level: string, there: Place | undefined) =>
    this.ask(`seat.${seat}.${n}`, async () => {
      if (there) await this.takeOff(there)
      await this.post('bots', { seat, n, level })
    })

  /** A bot on each of these places. */
  fill = (places: [seat: number, n: number][], level: string) =>
    this.ask('start', async () => {
      for (const [seat, n] of places) await this.post('bots', { seat, n, level })
    })

  remove = (place: Place) => this.ask(`seat.${place.seat}.${place.n}`, () => this.takeOff(place))

  private takeOff({ seat, n, bot }: Place): Promise<unknown> {
    return bot ? api.delete(`tables/${this.code}/bots/${seat}?n=${n}`) : this.post('kick', { seat, n })
  }

  private post(path: string, body: unknown = {}): Promise<unknown> {
    return api.post(`tables/${this.code}/${path}`, body)
  }

  private async meet(slug: string): Promise<void> {
    const games = await api.get<GameInfo[]>('games').catch(() => [])
    this.game = games.find((game) => game.slug === slug) ?? null
  }

  private async ask(where: string, act: () => Promise<unknown>): Promise<boolean> {
    this.busy = true
    this.trouble = null
    try {
      await act()
      return true
    } catch (error) {
      this.trouble = { where, text: error instanceof ApiError ? error.message : 'No answer. Are you online?' }
      return false
    } finally {
      this.busy = false
      if (!this.leaving) await this.refresh()
    }
  }
}
