/** The layout for any game: its zones in a grid, cards fanned in them, mine at the bottom. */
import { cardName } from '../../cards/suits.ts'
import { type Box, type Pile, type Scene, type Size, type Spot, spot } from '../../stage/scene.ts'
import type { View, Zone } from '../../table/fold.ts'
import { nameOf, type Sight, weaveOf } from '../module.ts'

const GAP = 8
const CAPTION = 20
/** Height of the line of moves at the bottom, and of the line above it. */
export const MOVES = 116
const LEAST = 36
const MOST = 96

export interface ZoneBox extends Box {
  name: string
  caption: string
}
export interface Grid {
  boxes: ZoneBox[]
  card: number
}

/** So many zones can be told apart; where a game has more, its empty ones are left out. */
const MANY = 12

type Named = [name: string, zone: Zone]

/** Mine apart from all others; a zone that nobody sees is shown only while cards lie there. */
function shownZones(view: View, seat: number | null): { mine: Named[]; others: Named[] } {
  const all = Object.entries(view.zones)
  const crowded = all.length > MANY
  const shown = all.filter(([, zone]) => zone.cards.length > 0 || (zone.see === 'all' && !crowded))
  const isMine = ([, zone]: Named): boolean => zone.owner !== null && zone.owner === seat && zone.open
  return { mine: shown.filter(isMine), others: shown.filter((zone) => !isMine(zone)) }
}

/** The others' zones in as many columns as let cards be largest; each of mine has a row of its own below. */
export function grid(sight: Sight): Grid {
  const { mine, others } = shownZones(sight.view, sight.seat)
  const { size } = sight
  const own = Math.min(CAPTION + MOST * 1.4 + GAP, ((size.h - MOVES) * 0.5) / Math.max(1, mine.length))
  const room: Size = { w: size.w - 2 * GAP, h: size.h - MOVES - GAP - own * mine.length }
  let best = { card: 0, columns: 1 }
  for (let columns = 1; columns <= others.length; columns++) {
    const card = fitting(room, columns, Math.ceil(others.length / columns))
    if (card > best.card) best = { card, columns }
  }
  const w = room.w / best.columns
  const h = room.h / Math.max(1, Math.ceil(others.length / best.columns))
  const box = ([name, zone]: Named, x: number, y: number, w: number, h: number): ZoneBox => ({
    name, caption: caption(name, zone, sight), x, y, w: w - GAP, h: h - GAP / 2,
  })
  const boxes = [
    ...others.map((one, i) => box(one, GAP + (i % best.columns) * w, GAP / 2 + Math.floor(i / best.columns) * h, w, h)),
    ...mine.map((one, i) => box(one, GAP, GAP / 2 + room.h + i * own, room.w + GAP, own)),
  ]
  return { boxes, card: Math.max(24, Math.min(best.card || MOST, (own - CAPTION - GAP) / 1.4)) }
}

const fitting = (room: Size, columns: number, rows: number): number =>
  Math.min(MOST, (room.w / columns - GAP) / 2, (room.h / rows - CAPTION - GAP) / 1.4)

function caption(name: string, zone: Zone, sight: Sight): string {
  const owner = zone.owner === null ? '' : `, ${nameOf(sight, zone.owner).toLowerCase()}`
  return `${name}${owner}: ${zone.cards.length}`
}

/** Legal moves that have this card as an argument, by the zones they name; "" where they name none. */
export function movesWith(sight: Sight, card: string): readonly (readonly (string | number | null)[])[] {
  return sight.legal?.filter((move) => move.includes(card)) ?? []
}

export function scene(sight: Sight): Scene {
  const { boxes, card } = grid(sight)
  const spots = new Map<number, Spot>()
  const at = new Map(boxes.map((box) => [box.name, box]))
  for (const [name, zone] of Object.entries(sight.view.zones)) {
    const box = at.get(name)
    const w = Math.max(LEAST, card)
    const step = box ? Math.min(w * 0.4, (box.w - w) / Math.max(1, zone.cards.length - 1)) : 0
    zone.cards.forEach(({ key, id }, i) => {
      const moves = id === null ? [] : movesWith(sight, id)
      const targets = moves.flatMap((move) => move.filter((part): part is string => typeof part === 'string' && at.has(part)))
      spots.set(key, spot({
        x: (box?.x ?? 0) + w / 2 + i * step, y: (box?.y ?? 0) + CAPTION + w * 0.7, w, id, z: i,
        face: w < 34 ? 'tick' : 'fan', weave: weaveOf(sight, zone.owner ?? 0), hidden: !box,
        own: id !== null && (moves.length > 0 || zone.owner === sight.seat), drops: moves.length ? (targets.length ? targets : ['']) : [],
      }))
    })
  }
  return { card: Math.max(LEAST, card), spots, piles: boxes.map((box) => pile(box, sight.view)) }
}

function pile({ name, caption, x, y, w, h }: ZoneBox, view: View): Pile {
  const known = (view.zones[name]?.cards ?? []).flatMap(({ id }) => (id === null ? [] : [cardName(id)]))
  return { zone: name, x, y: y + CAPTION, w, h: h - CAPTION, drawn: true, label: [caption, ...known].join(', ') }
}
