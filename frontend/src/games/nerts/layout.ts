/** Where Nerts' cards lie: state and size in, a spot for every sprite out. */
import { type Box, type Pile, type Scene, type Spot, spot } from '../../stage/scene.ts'
import { count, type Sprite, type View } from '../../table/fold.ts'
import { nameOf, partnerOf, type Sight, weaveOf } from '../module.ts'
import { faceFor, TICK } from './faces.ts'
import { boardOf, factsOf, foundations, isComplete, optionsOf, ownerOf } from './facts.ts'
import { frameOf } from './frame.ts'
import { handsPart } from './later.ts'
import { type Frame, type Other, type Point, STEP, TALLNESS } from './measures.ts'
import { dropsOf } from './plays.ts'
import { drawnAs, names, photo } from './wild.svelte.ts'

/** A long run makes my cards smaller; others' cards down to this part of theirs, then the middle of the run is left out. */
const OTHERS_LEAST = 0.72
/** px of a card's width from which its index can be read while others cover it. */
const READABLE = 15.6
/** The cards of a heap that are drawn; the others lie under them. */
const HEAP = 3

type Ground = { sight: Sight; frame: Frame; spots: Map<number, Spot>; me: number }

let last: { w: number; h: number; boards: number; piles: number; open: number; partner: boolean; frame: Frame } | null = null

/** The frame for what a person looks at: the same object as long as nothing it is made from changes. */
export function frameFor(sight: Sight): Frame {
  const { size: { w, h }, view } = sight
  const { seats: boards } = view
  const { piles } = optionsOf(view)
  const open = placesFor(view)
  const partner = partnerOf(sight)?.bot === null
  if (last?.w !== w || last.h !== h || last.boards !== boards || last.piles !== piles || last.open !== open || last.partner !== partner) {
    last = { w, h, boards, piles, open, partner, frame: frameOf({ w, h }, { boards, piles, open, partner }) }
  }
  return last.frame
}

/** Places for foundations: four to a board, and where jokers have been aces as many as are needed. */
function placesFor(view: View): number {
  if (optionsOf(view).jokers !== 'two') return 4 * view.seats
  const all = foundations(view)
  const used = all.findIndex((zone) => !count(view, zone)) + 1 || all.length
  return Math.max(4 * view.seats, Math.min(all.length, used))
}

/** The others, clockwise from my left. */
export const othersOf = ({ view, seat }: Sight): number[] =>
  Array.from({ length: view.seats - 1 }, (_, i) => ((seat ?? 0) + 1 + i) % view.seats)

/** The others' hands move far more often than anything lies elsewhere: only what they hold is laid anew then. */
export function scene(sight: Sight): Scene {
  const { card, spots, piles } = lying(sight)
  if (!sight.carried.length || !handsPart.now) return { card, spots, piles }
  const held = new Map(spots)
  handsPart.now.hands(sight, frameFor(sight), held)
  return { card, spots: held, piles }
}

let laid: { sight: Sight; scene: Scene } | null = null

/** The scene with nobody's hand over it: the same object as long as nothing it is made from changes. */
function lying(sight: Sight): Scene {
  const { view, seat, size, places, look } = sight
  const was = laid?.sight
  if (!laid || was?.view !== view || was.seat !== seat || was.size !== size || was.places !== places || was.look !== look) {
    photo(view)?.watchLandings(view)
    const ground: Ground = { sight, frame: frameFor(sight), spots: new Map(), me: seat ?? 0 }
    own(ground)
    othersOf(sight).forEach((one, i) => other(ground, one, ground.frame.others[i]!))
    found(ground)
    laid = { sight, scene: { card: Math.max(ground.frame.card, ground.frame.found.w), spots: ground.spots, piles: piles(ground) } }
  }
  return laid.scene
}

const cardsOf = (view: View, zone: string): readonly Sprite[] => view.zones[zone]?.cards ?? []

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

/** The width of the cards of a run of `n` that fits a box. */
export const widthIn = ({ w, h }: { w: number; h: number }, n: number): number => Math.min(w, h / (TALLNESS * (1 + STEP * (n - 1))))

function run(ground: Ground, zone: string, at: Box, w: number, n: number, more: (card: Sprite, i: number) => Partial<Spot>): void {
  const { sight, spots } = ground
  const cards = cardsOf(sight.view, zone)
  const left = cards.length - n // so many are left out, below all but the lowest, which lies in their shade
  cards.forEach((card, i) => {
    const shown = n > 1 && i === 0 ? 0 : i - left
    const covered = n > 1 && i < cards.length - 1
    spots.set(card.key, spot({
      x: at.x + at.w / 2, y: at.y + w * TALLNESS * (0.5 + Math.max(0, shown) * STEP), w, z: 20 + i, id: card.id, as: drawnAs(sight.view, zone, i),
      weave: weaveOf(sight, Number(zone.charAt(1))), face: covered ? (w < TICK ? 'slim' : 'jumbo') : faceFor(sight, w, cards.length === 1),
      hidden: shown < 0 || (n > 1 && i > 0 && shown === 0), dim: n > 1 && !i && left > 0, ...more(card, i),
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
    const at = frame.own.work[k]!
    run(ground, zone, at, widthIn(at, cards.length), cards.length, (card, i) => play(card, zone, cards.slice(i + 1)))
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
  const most = at.as === 'strip' ? tickWidth(at) : at.w
  work.forEach((zone, k) => {
    const place = at.work[k]
    const cards = cardsOf(sight.view, zone).length
    const box = { ...(place ?? at.nerts), w: most, h: Math.max(at.deep, most * TALLNESS) }
    const w = Math.max(widthIn(box, Math.max(1, cards)), most * OTHERS_LEAST, Math.min(most, READABLE))
    const room = Math.floor(1 + (box.h / (w * TALLNESS) - 1) / STEP + 0.01)
    const flat = room < 3 && (cards > room || w < most * 0.85) // the top alone says more than two that are small
    run(ground, zone, box, flat ? most : w, flat ? 1 : Math.min(cards, room), () => (place ? {} : { hidden: true }))
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
    const complete = isComplete(sight.view, zone)
    cards.forEach((card, place) => {
      const under = cards.length - 1 - place
      const owner = card.id === null ? 0 : ownerOf(card.id)
      spots.set(card.key, spot({
        x: cells[i]!.x + w / 2, y: cells[i]!.y + w * 0.7, w, z: place, id: card.id, as: drawnAs(sight.view, zone, place), weave: weaveOf(sight, owner),
        face: faceFor(sight, w, true), dim: complete && !under, hidden: under > 1,
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

const topLabel = (view: View, zone: string): string => names(view, zone).slice(-1).map((name) => `, ${name}`).join('')
const listed = (view: View, zone: string): string => names(view, zone).join(', ') || 'empty'

/** How far down a work pile reaches, with a card more. */
function reach(view: View, zone: string, { own: { work } }: Frame, k: number, ch: number): number {
  const n = count(view, zone)
  return n ? Math.min(work[k]!.h, widthIn(work[k]!, n) * TALLNESS * (1 + STEP * n)) : ch
}

/** Foundations in use, and the next one. Whichever takes a card, it may be let go anywhere over all of them. */
function middle({ sight, frame }: Ground): Pile[] {
  const { w, cells, box } = frame.found
  const zones = foundations(sight.view)
  const next = zones.find((zone) => !count(sight.view, zone))
  return zones.flatMap((zone, i) => {
    const n = count(sight.view, zone)
    if (!n && zone !== next) return []
    const label = n ? `Foundation${topLabel(sight.view, zone)}${isComplete(sight.view, zone) ? ', complete' : ''}` : 'New foundation, for an ace'
    return [{ zone, ...cells[i]!, w, h: w * TALLNESS, drawn: !n, label, catches: box }]
  })
}
