/** Where Kierki's cards lie: state and size in, a spot for every sprite out. */
import { cardName, type Suit, SUIT_NAMES } from '../../cards/suits.ts'
import { type Pile, type Scene, type Spot, spot } from '../../stage/scene.ts'
import { type Sprite, type View, ids } from '../../table/fold.ts'
import { nameOf, type Sight, weaveOf } from '../module.ts'
import {
  type Facts, factsOf, isBetween, isLottery, LOW_TO_HIGH, openPlaces, RUN_SUITS, SEATS, seatOn, sideOf, sorted,
} from './facts.ts'
import { type Frame, frameOf } from './frame.ts'

const TILT = [-2, -4, 2, 5]
const SMALL = 34

interface Ground {
  sight: Sight
  frame: Frame
  facts: Facts
  me: number
  spots: Map<number, Spot>
}

/** The frame for what a person looks at. */
export const frameFor = ({ size, view, notices }: Sight): Frame =>
  frameOf(size, isLottery(factsOf(view)), notices.length > 0)

export function scene(sight: Sight): Scene {
  const facts = factsOf(sight.view)
  const ground: Ground = { sight, frame: frameFor(sight), facts, me: sight.seat ?? 0, spots: new Map() }
  const { view } = sight
  const { frame } = ground
  put(ground, view, 'stock', { x: frame.trick.x, y: frame.trick.y, w: frame.trick.w })
  for (const seat of SEATS) {
    const from = home(ground, seat)
    put(ground, view, `w${seat}`, { ...from, w: 30 })
    put(ground, view, `o${seat}`, { ...from, w: 30 })
    if (seat !== ground.me) otherHand(ground, seat)
  }
  ownHand(ground)
  trick(ground)
  lottery(ground)
  return { card: Math.max(frame.card, frame.trick.w), spots: ground.spots, piles: piles(ground) }
}

/** A zone whose cards are not drawn: they only set out from there and end there. */
function put({ spots, sight }: Ground, view: View, zone: string, at: { x: number; y: number; w: number }): void {
  const weave = weaveOf(sight, factsOf(view).dealer ?? 0)
  for (const { key, id } of view.zones[zone]?.cards ?? []) spots.set(key, spot({ ...at, id, weave, hidden: true }))
}

/** Where a seat's cards come from: its patch, or under my hand. */
function home({ frame, me }: Ground, seat: number): { x: number; y: number } {
  const side = sideOf(seat, me)
  if (side === 0) return { x: frame.me.x + 28, y: frame.me.y + frame.me.h / 2 }
  return frame.seats[side as 1 | 2 | 3]
}

function otherHand(ground: Ground, seat: number): void {
  const { frame, sight, spots, facts } = ground
  const cards = sight.view.zones[`h${seat}`]?.cards ?? []
  const { x, y, fan } = frame.seats[sideOf(seat, ground.me) as 1 | 2 | 3]
  const weave = weaveOf(sight, seat)
  cards.forEach(({ key, id }, i) => {
    if (!fan || isLottery(facts)) return spots.set(key, spot({ x, y, w: 30, id, weave, hidden: true }))
    const along = (i - (cards.length - 1) / 2) * fan.step
    const at = fan.upright ? { x: fan.x, y: fan.y + along, turn: 90 } : { x: fan.x + along, y: fan.y }
    return spots.set(key, spot({ ...at, w: fan.w, id, weave, z: i }))
  })
}

/** The zones that an own card may go to now. */
function drops(facts: Facts, sight: Sight, card: Sprite): string[] {
  const legal = sight.legal?.some((move) => (move[0] === 'play' || move[0] === 'lay') && move[1] === card.id)
  if (!legal || card.id === null) return []
  return [isLottery(facts) ? `r${card.id.charAt(1)}` : 'trick']
}

function ownHand({ sight, frame, facts, me, spots }: Ground): void {
  const zone = sight.view.zones[`h${me}`]
  if (!zone) return
  const mine = sight.seat !== null
  const cards = mine ? sorted(zone.cards) : zone.cards
  const { hand, card: w } = frame
  const rows = cards.length > 7 ? hand.rows : 1
  const perRow = Math.ceil(cards.length / rows)
  const step = Math.min(hand.maxStep, (hand.w - w) / Math.max(1, perRow - 1))
  const left = hand.x + (hand.w - (perRow - 1) * step - w) / 2
  const playing = sight.legal?.some((move) => move[0] === 'play' || move[0] === 'lay') ?? false
  const all = cards.map((card) => drops(facts, sight, card))
  const every = all.every((zones) => zones.length > 0)
  cards.forEach((card, i) => {
    const row = Math.floor(i / perRow)
    const can = all[i]!.length > 0
    const lift = !playing ? 0 : can ? -hand.raise * (every ? 0.4 : 1) : hand.sink
    spots.set(card.key, spot({
      x: left + (i - row * perRow) * step + w / 2,
      y: hand.y + (rows === 1 && hand.rows === 2 ? hand.rowStep / 2 : row * hand.rowStep) + w * 0.7 + lift,
      w, z: 100 + i, id: card.id, weave: weaveOf(sight, me), face: 'fan',
      own: mine && card.id !== null, dim: playing && !can, drops: all[i]!,
    }))
  })
}

function trick({ sight, frame, facts, me, spots }: Ground): void {
  const { x, y, w, dx, dy } = frame.trick
  const cards = sight.view.zones.trick?.cards ?? []
  const places = [{ x, y: y + dy }, { x: x - dx, y: y - 4 }, { x, y: y - dy }, { x: x + dx, y: y + 4 }]
  cards.forEach(({ key, id }, i) => {
    const side = sideOf((facts.leader + i) % 4, me)
    const face = sight.look.face === 'classic' && w >= 90 ? 'classic' : 'jumbo'
    spots.set(key, spot({ ...places[side]!, w, id, z: 50 + i, turn: TILT[side]!, face }))
  })
}

/** The middle of a card's place among the four runs. */
export function cell({ lottery }: Frame, card: string): { x: number; y: number } {
  return {
    x: lottery.x + LOW_TO_HIGH.indexOf(card.charAt(0)) * lottery.step,
    y: lottery.y + RUN_SUITS.indexOf(card.charAt(1) as Suit) * lottery.row,
  }
}

function lottery({ sight, frame, spots }: Ground): void {
  const { w } = frame.lottery
  for (const suit of RUN_SUITS) {
    for (const { key, id } of sight.view.zones[`r${suit}`]?.cards ?? []) {
      if (id !== null) spots.set(key, spot({ ...cell(frame, id), w, id, z: 20, face: w < SMALL ? 'tick' : 'jumbo' }))
    }
  }
}

function piles({ sight, frame, facts, me }: Ground): Pile[] {
  const { view } = sight
  if (isBetween(facts) || facts.over !== null) return []
  if (isLottery(facts)) {
    const { x, y, step, row, w } = frame.lottery
    return RUN_SUITS.map((suit, i) => ({
      zone: `r${suit}`, x: x - w / 2, y: y + (i - 0.5) * row + 1, w: 12 * step + w, h: row - 2, drawn: false,
      label: runLabel(view, suit),
    }))
  }
  const { trick } = frame
  const lying = ids(view, 'trick').map((id, i) => {
    const name = nameOf(sight, (facts.leader + i) % 4)
    return `${name}: ${cardName(id)}`
  })
  const w = trick.w
  const box = { x: trick.x - w / 2, y: trick.y + trick.dy - w * 0.7, w, h: w * 1.4 }
  const drawn = facts.turn !== null && !(facts.trump === null && facts.deal >= 8)
  const mineLies = ids(view, 'trick').length > sideOf(me, facts.leader)
  return [{ zone: 'trick', ...box, drawn: drawn && !mineLies, label: lying.length ? `Trick. ${lying.join(', ')}` : 'Trick, empty' }]
}

function runLabel(view: View, suit: Suit): string {
  const run = ids(view, `r${suit}`)
  const open = [...openPlaces(view)].filter((card) => card.charAt(1) === suit).map(cardName)
  const lies = run.length ? `${cardName(run[0]!)} to ${cardName(run.at(-1)!)}` : 'nothing laid'
  return `Run of ${SUIT_NAMES[suit]}: ${lies}. ${open.length ? `Next: ${open.join(' or ')}` : 'Complete'}`
}

/** The seats around me, clockwise from my left. */
export const others = (me: number): { side: 1 | 2 | 3; seat: number }[] =>
  ([1, 2, 3] as const).map((side) => ({ side, seat: seatOn(side, me) }))
