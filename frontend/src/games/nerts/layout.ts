/** Where Nerts' cards lie: state and size in, a spot for every sprite out. */
import type { FaceStyle } from '../../cards/faces.ts'
import { cardName } from '../../cards/suits.ts'
import { type Box, type Pile, type Scene, type Spot, spot } from '../../stage/scene.ts'
import { count, ids, type Sprite, type View } from '../../table/fold.ts'
import { nameOf, type Sight, weaveOf } from '../module.ts'
import { boardOf, factsOf, foundations, optionsOf, ownerOf, topOf } from './facts.ts'
import { frameOf } from './frame.ts'
import { type Frame, type Other, type Point, TALLNESS } from './measures.ts'
import { dropsOf } from './plays.ts'

/** Under this width a card is rank and suit only; from the other one its face may be the classic one. */
const TICK = 34
const CLASSIC = 90
/** Part of a card's height between two cards of a run. */
const STEP = 0.34
const OTHERS_STEP = 0.27
/** Cards are made smaller for a long run, mine down to this width, others' to this part of theirs; then they lie closer. */
const LEAST = 46
const OTHERS_LEAST = 0.58
/** The cards of a heap that are drawn; the others lie under them. */
const HEAP = 3

type Ground = { sight: Sight; frame: Frame; spots: Map<number, Spot>; me: number }

/** The frame for what a person looks at. */
export const frameFor = ({ size, view }: Sight): Frame => frameOf(size, { boards: view.seats, piles: optionsOf(view).piles })

/** The others, clockwise from my left. */
export const othersOf = ({ view, seat }: Sight): number[] =>
  Array.from({ length: view.seats - 1 }, (_, i) => ((seat ?? 0) + 1 + i) % view.seats)

export function scene(sight: Sight): Scene {
  const ground: Ground = { sight, frame: frameFor(sight), spots: new Map(), me: sight.seat ?? 0 }
  own(ground)
  othersOf(sight).forEach((seat, i) => other(ground, seat, ground.frame.others[i]!))
  found(ground)
  return { card: Math.max(ground.frame.card, ground.frame.found.w), spots: ground.spots, piles: piles(ground) }
}

const cardsOf = (view: View, zone: string): readonly Sprite[] => view.zones[zone]?.cards ?? []

/** The face for a card that lies free, or that others cover but for its index. */
function faceFor(sight: Sight, w: number, free: boolean): FaceStyle {
  if (w < TICK) return 'tick'
  return free && w >= CLASSIC && sight.look.face === 'classic' ? 'classic' : 'jumbo'
}

/** A heap: only its uppermost cards are drawn, each a little higher than the one below. */
function heap({ sight, spots }: Ground, zone: string, at: Point, w: number, seat: number, rise: number, more: (card: Sprite, top: boolean) => Partial<Spot>): void {
  const cards = cardsOf(sight.view, zone)
  cards.forEach((card, i) => {
    const under = cards.length - 1 - i
    const lift = Math.min(under, HEAP - 1) * rise
    spots.set(card.key, spot({
      x: at.x + w / 2 + lift, y: at.y + w * 0.7 + lift, w, z: HEAP + Math.min(i, 60), id: card.id, weave: weaveOf(sight, seat),
      face: faceFor(sight, w, true), hidden: under >= HEAP, ...more(card, under === 0),
    }))
  })
}

/** How a run of `n` lies in a box: the width of its cards and the step between them. */
export function runIn({ w, h }: { w: number; h: number }, n: number, step: number, least: number): { w: number; step: number } {
  const fits = h / (TALLNESS * (1 + step * (n - 1)))
  const card = Math.min(w, Math.max(Math.min(least, w), fits))
  return { w: card, step: n < 2 ? 0 : Math.min(step * card * TALLNESS, (h - card * TALLNESS) / (n - 1)) }
}

function run(ground: Ground, zone: string, at: Box, step: number, least: number, more: (card: Sprite, i: number) => Partial<Spot>): void {
  const { sight, spots } = ground
  const cards = cardsOf(sight.view, zone)
  const how = runIn(at, cards.length, step, least)
  cards.forEach((card, i) => {
    spots.set(card.key, spot({
      x: at.x + at.w / 2, y: at.y + how.w * 0.7 + i * how.step, w: how.w, z: 20 + i, id: card.id,
      weave: weaveOf(sight, Number(zone.charAt(1))), face: how.step ? 'jumbo' : faceFor(sight, how.w, cards.length === 1), ...more(card, i),
    }))
  })
}

function own(ground: Ground): void {
  const { sight, frame, me } = ground
  const { view } = sight
  const { nerts, waste, stock, work } = boardOf(view, me)
  const mine = sight.seat !== null && factsOf(view).ended === null
  const play = ({ id }: Sprite, zone: string, along: readonly Sprite[] = []): Partial<Spot> =>
    mine && id !== null ? { own: true, drops: dropsOf(view, me, id), pile: zone, with: along.map(({ key }) => key) } : {}
  const w = frame.card
  heap(ground, stock, frame.own.stock, w, me, 2, () => ({ id: null }))
  heap(ground, nerts, frame.own.nerts, w, me, 2, (card, top) => (top ? { ...play(card, nerts), z: 30 } : {}))
  wasteFan(ground, waste, (card) => play(card, waste))
  work.forEach((zone, k) => {
    const cards = cardsOf(view, zone)
    run(ground, zone, frame.own.work[k]!, STEP, LEAST, (card, i) => play(card, zone, cards.slice(i + 1)))
  })
}

/** The waste's last cards side by side, all others under the first of them. */
function wasteFan({ sight, frame, spots, me }: Ground, zone: string, play: (card: Sprite) => Partial<Spot>): void {
  const cards = cardsOf(sight.view, zone)
  const first = Math.max(0, cards.length - 3)
  const { waste, step } = frame.own
  const w = frame.card
  cards.forEach((card, i) => {
    const top = i === cards.length - 1
    spots.set(card.key, spot({
      x: waste.x + w / 2 + Math.max(0, i - first) * step, y: waste.y + w * 0.7, w, z: 20 + Math.min(i, 60), id: card.id,
      weave: weaveOf(sight, me), face: 'fan', hidden: i < first - 1, ...(top ? play(card) : {}),
    }))
  })
}

function other(ground: Ground, seat: number, at: Other): void {
  const { sight } = ground
  const { nerts, stock, waste, work } = boardOf(sight.view, seat)
  heap(ground, stock, at.waste ?? at.nerts, at.w, seat, 0, () => ({ hidden: true }))
  heap(ground, nerts, at.nerts, at.w, seat, 0, (_, top) => ({ hidden: !top }))
  const lower = at.waste ?? at.nerts
  heap(ground, waste, lower, at.w, seat, 0, (_, top) => ({ hidden: !top || at.waste === null }))
  const ticks = at.as === 'strip' ? tickWidth(at) : at.w
  work.forEach((zone, k) => {
    const place = at.work[k]
    const deep = Math.max(at.deep, ticks * TALLNESS)
    const top = (sight.view.zones[zone]?.cards.length ?? 0) - 1
    const flat = at.deep < at.w * TALLNESS * 1.25
    run(ground, zone, { ...(place ?? at.nerts), w: ticks, h: flat ? ticks * TALLNESS : deep }, flat ? 0 : OTHERS_STEP, ticks * OTHERS_LEAST,
      (_, i) => ({ hidden: !place || (flat && i < top) }))
  })
}

/** Width of the ticks in a strip: two rows of them beside the Nerts card. */
export const tickWidth = ({ work, w, nerts }: Other): number => {
  const rows = (work.at(-1)!.y - work[0]!.y - 2) / TALLNESS
  return Math.min(w, rows > 0 ? rows : w, work[0]!.x - nerts.x)
}

function found(ground: Ground): void {
  const { sight, frame, spots } = ground
  const { w, cells } = frame.found
  foundations(sight.view).forEach((zone, i) => {
    const cards = cardsOf(sight.view, zone)
    cards.forEach((card, place) => {
      const under = cards.length - 1 - place
      const owner = card.id === null ? 0 : ownerOf(card.id)
      spots.set(card.key, spot({
        x: cells[i]!.x + w / 2, y: cells[i]!.y + w * 0.7, w, z: place, id: card.id, weave: weaveOf(sight, owner),
        face: faceFor(sight, w, true), dim: cards.length === 13 && !under, hidden: under > 1,
      }))
    })
  })
}

function piles(ground: Ground): Pile[] {
  const { sight, frame, me } = ground
  const { view } = sight
  if (factsOf(view).ended !== null || factsOf(view).over !== null) return []
  const { work, waste, nerts } = boardOf(view, me)
  const whose = sight.seat === null ? `${nameOf(sight, 0)}: ` : ''
  const ch = frame.card * TALLNESS
  const of = (zone: string, at: Box, drawn: boolean, label: string): Pile => ({ zone, ...at, drawn, label: whose + label })
  return [
    ...middle(ground),
    of(nerts, frame.own.nerts, !count(view, nerts), `Nerts pile, ${count(view, nerts)} left${topLabel(view, nerts)}`),
    ...work.map((zone, k) => of(zone, { ...frame.own.work[k]!, h: reach(view, zone, frame, k, ch) }, !count(view, zone), `Work pile ${k + 1}, ${listed(view, zone)}`)),
    of(waste, frame.own.waste, false, `Waste${topLabel(view, waste)}`),
  ]
}

const topLabel = (view: View, zone: string): string => {
  const top = topOf(view, zone)
  return top === null ? '' : `, ${cardName(top)}`
}
const listed = (view: View, zone: string): string => (count(view, zone) ? ids(view, zone).map(cardName).join(', ') : 'empty')

/** How far down a work pile reaches, with a card more. */
function reach(view: View, zone: string, { own: { work } }: Frame, k: number, ch: number): number {
  const n = count(view, zone)
  if (!n) return ch
  const how = runIn(work[k]!, n, STEP, LEAST)
  return Math.min(work[k]!.h, how.step * n + how.w * TALLNESS)
}

/** Foundations in use, and the next one. Whichever takes a card, it may be let go anywhere over all of them. */
function middle({ sight, frame }: Ground): Pile[] {
  const { w, cells, box } = frame.found
  const zones = foundations(sight.view)
  const next = zones.find((zone) => !count(sight.view, zone))
  return zones.flatMap((zone, i) => {
    const n = count(sight.view, zone)
    if (!n && zone !== next) return []
    const label = n ? `Foundation${topLabel(sight.view, zone)}${n === 13 ? ', complete' : ''}` : 'New foundation, for an ace'
    return [{ zone, ...cells[i]!, w, h: w * TALLNESS, drawn: !n, label, catches: box }]
  })
}
