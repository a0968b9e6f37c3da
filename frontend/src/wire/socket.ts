/** The line to a table: joins, comes back after every break, measures the way there and back.
 *
 *  It never resends a move. What was in flight when the line broke is asked for by its id (see Join.pending). */
import { decode, SUBPROTOCOL, type ClientFrame, type Join, type ServerFrame } from './frames.ts'

/** "away": lost and being looked for; "over": closed for good (see `reason`). */
export type LineState = 'joining' | 'open' | 'away' | 'over'

export interface LineStatus {
  state: LineState
  /** Milliseconds there and back, smoothed; null until measured. */
  rtt: number | null
  /** The close code that ended it for good. */
  reason: number | null
}

export interface LineHandlers {
  /** What to join with, asked at every (re)connection. */
  join(): Join
  frame(frame: ServerFrame): void
  status(status: LineStatus): void
}

const UNKNOWN_TABLE = 4404
const NOT_ALLOWED = 4401
const NOT_YET = 4403
const FIRST_WAIT = 250
const LONGEST_WAIT = 2_500
/** The server's heartbeat comes every 5 s: two missed ones and the line is dead. */
const SILENCE = 12_000
const PING_EVERY = 5_000
/** A question is answered in this time, or the line is dead. */
const ANSWER = 5_000
const TICK = 1_000
const SEEN_EVERY = 2_500

export class Line {
  private socket: WebSocket | null = null
  private status: LineStatus = { state: 'joining', rtt: null, reason: null }
  private wait = FIRST_WAIT
  private retry = 0
  private heard = 0
  private opened = 0
  /** When the last question was sent that the next "head" answers; 0 while there is none. */
  private asked = 0
  private pinged = 0
  private seq = 0
  private told = -1
  private readonly url: string
  private readonly handlers: LineHandlers
  private readonly beat: ReturnType<typeof setInterval>

  constructor(url: string, handlers: LineHandlers) {
    this.url = url
    this.handlers = handlers
    this.beat = setInterval(this.tick, TICK)
    addEventListener('online', this.hurry)
    addEventListener('offline', this.rejoin)
    document.addEventListener('visibilitychange', this.hurry)
    this.connect()
  }

  /** Sends at once, or says false: the line is down. */
  send(frame: ClientFrame): boolean {
    if (this.status.state !== 'open' || this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(frame))
    // A move on a line that died unheard is noticed by the question behind it.
    if (frame[0] === 'm') this.ask(performance.now())
    return true
  }

  /** The newest entry that was taken in; told to the server at most once a second. */
  seen(seq: number): void {
    this.seq = seq
  }

  /** Joined: the first frame came. */
  joined(): void {
    if (this.status.state === 'open') return
    this.opened = performance.now()
    this.change({ state: 'open' })
  }

  close(reason: number | null = null): void {
    clearInterval(this.beat)
    clearTimeout(this.retry)
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.rejoin)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close(1000)
    this.socket = null
    this.change({ state: 'over', reason })
  }

  private connect(): void {
    const socket = new WebSocket(this.url, SUBPROTOCOL)
    this.socket = socket
    this.heard = performance.now()
    this.told = -1
    socket.onopen = () => socket.send(JSON.stringify(['join', this.handlers.join()]))
    socket.onmessage = (message) => {
      if (socket !== this.socket) return
      this.heard = performance.now()
      const frame = decode(String(message.data))
      if (!frame) return
      if (frame[0] === 'head') this.answered()
      this.handlers.frame(frame)
    }
    socket.onclose = (close) => {
      if (socket !== this.socket) return
      if ([UNKNOWN_TABLE, NOT_ALLOWED, NOT_YET].includes(close.code)) this.close(close.code)
      else this.lost()
    }
  }

  /** Looks for the server again, later and later, each client at its own moment. */
  private lost(): void {
    this.socket = null
    this.asked = 0
    if (this.status.state === 'over') return
    this.change({ state: this.status.state === 'joining' ? 'joining' : 'away', rtt: null })
    clearTimeout(this.retry)
    this.retry = window.setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()))
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  /** The network or the person is back: do not sit out the wait. */
  private hurry = (): void => {
    if (this.socket || this.status.state === 'over' || document.hidden) return
    clearTimeout(this.retry)
    this.wait = FIRST_WAIT
    this.connect()
  }

  private tick = (): void => {
    const now = performance.now()
    if (!this.socket) return
    if (now - this.heard > SILENCE || (this.asked && now - this.asked > ANSWER)) return this.rejoin()
    if (this.status.state !== 'open') return
    if (now - this.opened > SILENCE) this.wait = FIRST_WAIT
    if (now - this.pinged > (this.seq === this.told ? PING_EVERY : SEEN_EVERY)) this.ask(now)
  }

  /** Say how far we are, and how long the last answer took; the next one tells that the line lives. */
  private ask(now: number): void {
    const { rtt } = this.status
    if (this.asked || !this.send(rtt === null ? ['seen', this.seq] : ['seen', this.seq, rtt])) return
    this.told = this.seq
    this.asked = this.pinged = now
  }

  /** Drop the line, dead or with a gap in its entries, and join anew; soon, but not at once for ever. */
  rejoin = (): void => {
    const dead = this.socket
    if (!dead) return
    this.lost()
    dead.close()
  }

  /** Open the line anew, now: who I am has changed, which only the handshake of a new socket tells the server. */
  reopen(): void {
    if (this.status.state === 'over') return
    const old = this.socket
    this.lost()
    clearTimeout(this.retry)
    this.wait = FIRST_WAIT
    this.connect()
    old?.close()
  }

  private answered(): void {
    if (!this.asked) return
    const took = performance.now() - this.asked
    this.asked = 0
    const { rtt } = this.status
    this.change({ rtt: Math.round(rtt === null ? took : rtt + (took - rtt) / 3) })
  }

  private change(change: Partial<LineStatus>): void {
    this.status = { ...this.status, ...change }
    this.handlers.status(this.status)
  }
}
