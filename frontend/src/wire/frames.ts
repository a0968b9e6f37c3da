/** The protocol "compendium.1": its frames as types, and the decoder that refuses what is none of them. */

export const SUBPROTOCOL = 'compendium.1'

export type See = 'all' | 'owner' | 'none' | 'top'
/** A move: a verb and its arguments. */
export type Move = readonly (string | number | null)[]
export type Facts = Record<string, unknown>

/** A recorded change as one audience may know it: cards are a list where they are known, else a count. */
export type Op =
  | ['z', zone: string, see: See, owner: number | null, cards: string[] | number]
  | ['m', source: string, target: string, cards: string[] | number, at?: number]
  /** A seen zone's order; null for a hidden one; the top card (or null) of a zone of which only the top is seen. */
  | ['o', zone: string, cards: string[] | string | null]
  | ['s', facts: Facts]

/** What is shown of a zone: its cards, their count, or count and top card. */
export type Shown = string[] | number | [number, string | null]

/** A started table as one audience may know it. */
export interface TableView {
  game: string
  options: Record<string, unknown>
  seats: number
  zones: Record<string, [see: See, owner: number | null, shown: Shown]>
  facts: Facts
}

/** Who sits where. `bot` is a level's slug; `stand_in` a bot that sits in for an absent person. */
export interface Place {
  seat: number
  n: number
  name: string
  weave: number
  bot: string | null
  stand_in: boolean
  here: boolean
  host: boolean
}

/** My seat and which of its players I am; null for a watcher. */
export type You = [seat: number, n: number] | null

/** What somebody carries: the top `cards` of a zone, over another one or over none. */
export interface Hand {
  from: string
  cards: number
  over: string | null
}

/** Whose hand it is, and what it carries; without a hand: it was put down. */
export type CarryNote = { k: 'carry'; who: [seat: number, n: number] } & Partial<Hand>

/** What a partner says to me; or my own line, which went. */
export interface AsideNote {
  k: 'aside'
  who: [seat: number, n: number]
  text: string
}

export type Note =
  | { k: 'places'; places: Place[] }
  | { k: 'options'; options?: Record<string, unknown>; public?: boolean }
  | { k: 'rematch'; code: string }
  | { k: 'taken_over' }
  | CarryNote
  | AsideNote

/** Times are milliseconds on the table's clock. */
export type ServerFrame =
  | ['view', seq: number, now: number, you: You, table: TableView | null, legal: Move[] | null]
  | ['e', seq: number, at: number, seat: number | null, id: string | null, ops: Op[], legal?: Move[] | null]
  /** A pending move that was accepted earlier, as the entry `seq`. */
  | ['ok', id: string, seq: number]
  | ['no', id: string | null, code: string, args: Record<string, unknown>]
  | ['head', seq: number, now: number]
  | ['note', Note]
  | ['reload']

/** What my hand carries; without a hand: it was put down. */
export type OwnCarry = { k: 'carry' } & Partial<Hand>

export interface Join {
  since?: number
  as?: [number, number] | 'watch'
  pending?: string[]
}
export type ClientFrame =
  | ['join', Join]
  | ['m', id: string, seat: number, move: Move]
  | ['seen', seq: number, rtt?: number]
  | ['note', OwnCarry]
  | ['note', { k: 'aside'; text: string }]

const isCount = (value: unknown): value is number => typeof value === 'number'
function isCarry(note: object): boolean {
  const { who, from, cards, over } = note as Record<string, unknown>
  if (!Array.isArray(who) || who.length !== 2 || !who.every(isCount)) return false
  const overZone = typeof over === 'string' || over === null
  return from === undefined || (typeof from === 'string' && Number.isInteger(cards) && (cards as number) > 0 && overZone)
}

const SHAPES: Record<string, (frame: unknown[]) => boolean> = {
  view: (f) => isCount(f[1]) && isCount(f[2]) && typeof f[4] === 'object',
  e: (f) => isCount(f[1]) && isCount(f[2]) && Array.isArray(f[5]),
  ok: (f) => typeof f[1] === 'string',
  no: (f) => typeof f[2] === 'string',
  head: (f) => isCount(f[1]) && isCount(f[2]),
  note: (f) => typeof f[1] === 'object' && f[1] !== null && ((f[1] as Note).k !== 'carry' || isCarry(f[1])),
  reload: () => true,
}

/** A server's frame, or null for text that is none (of a newer server: unknown frames are no error). */
export function decode(text: string): ServerFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    if (!Array.isArray(frame) || typeof frame[0] !== 'string') return null
    return SHAPES[frame[0]]?.(frame) ? (frame as unknown as ServerFrame) : null
  } catch {
    return null
  }
}

/** A fresh move id: eight random characters of base 36. */
export function moveId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
}
