/** One table in this browser: entries folded in order, own moves shown before the server has answered.
 *
 *  Three layers: what the server said (`seq`, the playback's queue), what is shown of it so far (`paced`), and on top
 *  the ops that own pending moves are expected to make. An acknowledgement takes the guess away as the entry itself
 *  comes; a refusal takes it away and says why. */
import { type AsideNote, type CarryNote, type Join, type Move, moveId, type Note, type Op, type Place, type ServerFrame, type You } from '../wire/frames.ts'
import type { LineStatus } from '../wire/socket.ts'
import { type Carried, Hands } from './carried.ts'
import { fold, fromWire, Keys, Misfit, type View } from './fold.ts'
import { type Hold, Playback } from './playback.ts'

/** What a store needs to know of the game: both may be guesses, the server decides. */
export interface Guide {
  /** The ops a move of this seat will make, as far as they can be foretold. */
  predict(view: View, seat: number, move: Move): Op[]
  hold: Hold
}

export interface Refusal {
  code: string
  args: Record<string, unknown>
  move: Move
  /** The refusal that this one follows from: the move was made on top of a guess that fell. */
  cause: Refusal | null
  /** Tells two refusals of the same kind apart. */
  n: number
}

export interface TableState {
  /** As shown now; null before the start. */
  view: View | null
  /** A first view has come. */
  joined: boolean
  you: You
  /** The moves I may make now; null when it is not mine to move, or a move of mine is under way. */
  legal: readonly Move[] | null
  places: readonly Place[]
  line: LineStatus
  /** Own moves without an answer yet. */
  pending: number
  /** The newest entries are still being shown. */
  behind: boolean
  refusal: Refusal | null
  /** What the others have in hand. */
  carried: readonly Carried[]
  /** The last note about options, for the waiting room. */
  optionsNote: Extract<Note, { k: 'options' }> | null
  rematch: string | null
  /** Another tab plays this seat; this one only watches. */
  takenOver: boolean
  /** The server speaks a newer protocol. */
  outdated: boolean
}

/** What made a state: the ops that were shown, if any; `jump` where nothing should be seen to travel. */
export interface Change {
  ops: readonly Op[]
  jump: boolean
}

export type Listener = (state: TableState, change: Change) => void
export type Sender = (frame: ['m', string, number, Move]) => boolean

interface Pending {
  id: string
  move: Move
  ops: Op[]
  sent: boolean
  /** Why a guess fell that this move was made on. */
  cause: Refusal | null
}

/** The piles that a guess takes from or adds to. */
const touched = (ops: readonly Op[]): string[] => ops.flatMap((op) => (op[0] === 'm' ? [op[1], op[2]] : []))

const NOTHING: Change = { ops: [], jump: false }

export class TableStore {
  state: TableState = {
    view: null, joined: false, you: null, legal: null, places: [], line: { state: 'joining', rtt: null, reason: null },
    pending: 0, behind: false, refusal: null, optionsNote: null, rematch: null, takenOver: false, outdated: false, carried: [],
  }
  seq = -1
  private readonly keys = new Keys()
  private readonly listeners = new Set<Listener>()
  private readonly playback: Playback
  private readonly hands = new Hands(() => this.emit(NOTHING, { carried: this.hands.list }))
  private guide: Guide = { predict: () => [], hold: () => 0 }
  private paced: View | null = null
  private pending: Pending[] = []
  private legal: readonly Move[] | null = null
  private offset = 0
  private clock = 0
  private refusals = 0
  private announced = -1
  /** How to send a move; false while the line is down. Set by whoever owns the line. */
  send: Sender = () => false
  /** A partner's line, or my own that went; or the code with which mine was refused. */
  onAside: (said: AsideNote | string) => void = () => {}
  /** A gap in the entries: join anew. */
  onGap: () => void = () => {}

  constructor(pace: () => number = () => 1) {
    this.playback = new Playback((ops) => this.show(ops), pace)
  }

  follow(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  guideBy(guide: Guide): void {
    this.guide = guide
  }

  /** The table's clock, ms; it stands still while the table is paused. */
  now(): number {
    return this.paced?.facts.paused ? this.clock : performance.now() + this.offset
  }

  join(): Join {
    const sent = this.pending.filter((move) => move.sent).map((move) => move.id)
    return { ...(this.seq >= 0 && this.paced ? { since: this.seq } : {}), ...(sent.length ? { pending: sent } : {}) }
  }

  /** Who I am here has changed: what I was shown is another's. The next join asks for all anew. */
  forget(): void {
    this.seq = -1
  }

  /** Make a move: shown at once, sent as soon as there is a line. */
  submit(move: Move): void {
    const { you, view, takenOver } = this.state
    if (!you || !view || takenOver) return
    const one: Pending = { id: moveId(), move, ops: this.guide.predict(view, you[0], move), sent: false, cause: null }
    this.pending.push(one)
    one.sent = this.send(['m', one.id, you[0], move])
    this.emit({ ops: one.ops, jump: false }, { refusal: null })
  }

  /** Everything that waits to be shown is shown. */
  hurry(): void {
    this.playback.hurry()
  }

  setLine(line: LineStatus): void {
    // Whoever joins again is the newest tab: it has the seat, unless the server says otherwise.
    this.emit(NOTHING, line.state === 'away' ? { line, takenOver: false } : { line })
  }

  /** Take in a frame of the server. */
  take(frame: ServerFrame): void {
    switch (frame[0]) {
      case 'view':
        return this.view(frame)
      case 'e':
        return this.entry(frame)
      case 'ok':
        if (this.settle(frame[1])) this.emit(NOTHING)
        return
      case 'no':
        return this.no(frame[1], frame[2], frame[3] ?? {})
      case 'head':
        return this.head(frame[1], frame[2])
      case 'note':
        return this.note(frame[1])
      case 'reload':
        return this.emit(NOTHING, { outdated: true })
    }
  }

  /** Send what was moved while the line was down. */
  flushUnsent(): void {
    const seat = this.state.you?.[0]
    if (seat === undefined) return
    for (const one of this.pending) if (!one.sent) one.sent = this.send(['m', one.id, seat, one.move])
  }

  private view([, seq, now, you, table, legal]: Extract<ServerFrame, ['view', ...unknown[]]>): void {
    const first = !this.state.view
    this.playback.clear()
    this.setClock(now)
    this.seq = this.announced = seq
    this.legal = legal
    this.paced = table && fromWire(table, you?.[0] ?? null, this.keys, this.paced)
    this.hands.clear()
    this.emit({ ops: [], jump: first }, { you, joined: true, carried: [] })
  }

  private entry([, seq, at, , id, ops, legal]: Extract<ServerFrame, ['e', ...unknown[]]>): void {
    if (seq <= this.seq) {
      if (id && this.settle(id)) this.emit(NOTHING)
      return
    }
    if (seq > this.seq + 1 || !this.paced) return this.onGap()
    this.seq = seq
    this.clock = at
    this.legal = legal ?? null
    this.playback.push(ops, this.guide.hold, () => id && this.settle(id))
  }

  private no(id: string | null, code: string, args: Record<string, unknown>): void {
    const one = this.pending.find((move) => move.id === id)
    if (!one) return void (args.k === 'aside' && this.onAside(code))
    const refusal: Refusal = { code, args, move: one.move, cause: one.cause, n: ++this.refusals }
    const piles = touched(one.ops)
    for (const later of this.pending.slice(this.pending.indexOf(one) + 1)) {
      if (touched(later.ops).some((pile) => piles.includes(pile))) later.cause ??= one.cause ?? refusal
    }
    this.settle(one.id)
    this.emit(NOTHING, { refusal })
  }

  /** A head comes before the tail it announces; what has not come by the next one is missing. */
  private head(seq: number, now: number): void {
    this.setClock(now)
    const missing = this.announced > this.seq
    this.announced = seq
    if (missing && this.state.joined) this.onGap()
  }

  private note(note: Note): void {
    if (note.k === 'places') this.emit(NOTHING, { places: note.places })
    else if (note.k === 'options') this.emit(NOTHING, { optionsNote: note })
    else if (note.k === 'rematch') this.emit(NOTHING, { rematch: note.code })
    else if (note.k === 'taken_over') this.emit(NOTHING, { takenOver: true })
    else if (note.k === 'carry') this.carried(note)
    else if (note.k === 'aside') this.onAside(note)
  }

  /** My own hand, in another tab, is not told of. */
  private carried(note: CarryNote): void {
    const { you } = this.state
    if (you && you[0] === note.who[0] && you[1] === note.who[1]) return
    this.hands.hear(note)
    this.emit(NOTHING, { carried: this.hands.list })
  }

  private settle(id: string): boolean {
    const before = this.pending.length
    this.pending = this.pending.filter((move) => move.id !== id)
    return this.pending.length < before
  }

  private setClock(now: number): void {
    this.clock = now
    this.offset = now - performance.now()
  }

  private show(ops: readonly Op[]): void {
    if (!this.paced) return
    try {
      this.paced = fold(this.paced, ops, this.state.you?.[0] ?? null, this.keys)
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      this.paced = null // a fresh view, please
      return this.onGap()
    }
    this.emit({ ops, jump: false }, this.hands.moved(ops) ? { carried: this.hands.list } : {})
  }

  /** The paced view with the pending guesses on top; a guess that fits no longer waits for its answer unseen. */
  private guessed(): View | null {
    let view = this.paced
    for (const { ops } of this.pending) {
      try {
        view = view && fold(view, ops, this.state.you?.[0] ?? null, this.keys)
      } catch (error) {
        if (!(error instanceof Misfit)) throw error
      }
    }
    return view
  }

  private emit(change: Change, patch: Partial<TableState> = {}): void {
    const behind = this.playback.behind
    const free = !behind && !this.pending.length
    this.state = { ...this.state, ...patch, behind, legal: free ? this.legal : null, pending: this.pending.length }
    this.state.view = this.guessed() ?? this.state.view
    for (const listener of this.listeners) listener(this.state, change)
  }
}
