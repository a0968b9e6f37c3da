/** The client's fold: a view, and what the four redacted ops make of it.
 *
 *  Every card on the table is a sprite: a key that lives as long as the card can be followed, and the card's id while
 *  it is known. So a hidden zone is a row of anonymous sprites, and a card that becomes known keeps the sprite that
 *  was seen lying there: the stage turns that one over. Views are never changed in place. */
import type { Facts, Op, See, Shown, TableView } from '../wire/frames.ts'

export interface Sprite {
  readonly key: number
  readonly id: string | null
}

export interface Zone {
  readonly see: See
  readonly owner: number | null
  /** Bottom to top. */
  readonly cards: readonly Sprite[]
  /** This audience sees every card of it. */
  readonly open: boolean
}

export interface View {
  readonly game: string
  readonly options: Readonly<Record<string, unknown>>
  readonly seats: number
  readonly zones: Readonly<Record<string, Zone>>
  readonly facts: Readonly<Facts>
}

/** An op that does not fit the view: of a newer server, or a guess that came true otherwise. */
export class Misfit extends Error {}

/** Hands out sprite keys, and finds the sprites again that a former view had for the same cards. */
export class Keys {
  private next = 1

  fresh(id: string | null = null): Sprite {
    return { key: this.next++, id }
  }

  fill(n: number): Sprite[] {
    return Array.from({ length: n }, () => this.fresh())
  }
}

const opened = (see: See, owner: number | null, seat: number | null): boolean =>
  see === 'all' || (see === 'owner' && owner !== null && owner === seat)

/** A view as the server sent it. Sprites of `former`, the view it replaces, are kept where they can be. */
export function fromWire(table: TableView, seat: number | null, keys: Keys, former: View | null): View {
  const known = new Map<string, Sprite>()
  const spare = new Map<string, Sprite[]>()
  for (const [name, zone] of Object.entries(former?.zones ?? {})) {
    for (const card of zone.cards) if (card.id !== null) known.set(card.id, card)
    spare.set(name, zone.cards.filter((card) => card.id === null))
  }
  const named = (id: string): Sprite => known.get(id) ?? keys.fresh(id)
  const blank = (zone: string): Sprite => spare.get(zone)?.shift() ?? keys.fresh()
  const zones: Record<string, Zone> = {}
  for (const [name, [see, owner, shown]] of Object.entries(table.zones)) {
    zones[name] = { see, owner, open: opened(see, owner, seat), cards: laid(shown, see, named, () => blank(name)) }
  }
  const { game, options, seats, facts } = table
  return { game, options, seats, zones, facts }
}

function laid(shown: Shown, see: See, named: (id: string) => Sprite, blank: () => Sprite): Sprite[] {
  const hidden = (n: number): Sprite[] => Array.from({ length: n }, blank)
  if (typeof shown === 'number') return hidden(shown)
  if (see !== 'top') return (shown as string[]).map(named)
  const [count, top] = shown as [number, string | null]
  return top === null ? hidden(count) : [...hidden(count - 1), named(top)]
}

/** The view that ops lead to, for the audience of `seat`. Throws Misfit. */
export function fold(view: View, ops: readonly Op[], seat: number | null, keys: Keys): View {
  const zones: Record<string, Zone> = { ...view.zones }
  let facts = view.facts
  for (const op of ops) {
    if (op[0] === 's') facts = { ...facts, ...op[1] }
    else if (op[0] === 'm') move(zones, op)
    else if (op[0] === 'o') reorder(zones, op)
    else {
      const [, name, see, owner, cards] = op
      const laidOut = typeof cards === 'number' ? keys.fill(cards) : cards.map((id) => keys.fresh(id))
      zones[name] = { see, owner, open: opened(see, owner, seat), cards: laidOut }
    }
  }
  return { ...view, zones, facts }
}

function zoneOf(zones: Record<string, Zone>, name: string): Zone {
  const zone = zones[name]
  if (!zone) throw new Misfit(`no zone ${name}`)
  return zone
}

function move(zones: Record<string, Zone>, [, source, target, cards, at]: Extract<Op, ['m', ...unknown[]]>): void {
  const [taken, rest] = take(zoneOf(zones, source), cards)
  zones[source] = { ...zoneOf(zones, source), cards: rest }
  const into = zoneOf(zones, target)
  // Of a zone that is not open a card's name is forgotten; of one with an open top, an "o" names it again.
  const put = into.open ? taken : taken.map((card) => ({ key: card.key, id: null }))
  const place = at ?? into.cards.length
  zones[target] = { ...into, cards: [...into.cards.slice(0, place), ...put, ...into.cards.slice(place)] }
}

/** The sprites that leave a zone, named where their names are told, and those that stay. */
function take(zone: Zone, cards: string[] | number): [Sprite[], readonly Sprite[]] {
  const n = typeof cards === 'number' ? cards : cards.length
  if (n > zone.cards.length) throw new Misfit('more cards taken than there are')
  if (typeof cards !== 'number' && zone.open) {
    const found = cards.map((id) => zone.cards.find((card) => card.id === id))
    if (found.some((card) => !card)) throw new Misfit('a card is not where it is taken from')
    const gone = new Set(found as Sprite[])
    return [found as Sprite[], zone.cards.filter((card) => !gone.has(card))]
  }
  // Which one lay where is not known: the topmost go. What is left of an open top is not known either.
  const cut = zone.cards.length - n
  const top = zone.cards.slice(cut)
  const taken = typeof cards === 'number' ? top : cards.map((id, i) => ({ key: top[i]!.key, id }))
  return [taken, zone.cards.slice(0, cut)]
}

function reorder(zones: Record<string, Zone>, [, name, order]: Extract<Op, ['o', ...unknown[]]>): void {
  const zone = zoneOf(zones, name)
  let cards: Sprite[]
  if (Array.isArray(order)) {
    const byId = new Map(zone.cards.map((card) => [card.id, card]))
    cards = order.map((id) => byId.get(id) ?? zone.cards[order.indexOf(id)]!)
    if (cards.some((card) => !card)) throw new Misfit('an order of cards that are not there')
    cards = cards.map((card, i) => ({ key: card.key, id: order[i]! }))
  } else {
    const last = zone.cards.length - 1
    cards = zone.cards.map(({ key }, i) => ({ key, id: i === last && zone.see === 'top' ? order : null }))
  }
  zones[name] = { ...zone, cards }
}

/** The ids of a zone's known cards, bottom to top; none for a zone that is not there. */
export function ids(view: View, zone: string): string[] {
  return (view.zones[zone]?.cards ?? []).flatMap((card) => (card.id === null ? [] : [card.id]))
}
/** How many cards lie in a zone. */
export const count = (view: View, zone: string): number => view.zones[zone]?.cards.length ?? 0
