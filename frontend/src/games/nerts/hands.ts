/** Cards in others' hands: raised where they lie, or held over the pile they may go to. */
import { cardSign } from '../../cards/suits.ts'
import type { Held, Spot } from '../../stage/scene.ts'
import type { Carried } from '../../table/carried.ts'
import type { Sprite } from '../../table/fold.ts'
import { partnerOf, playersAt, type Sight, weaveOf } from '../module.ts'
import { boardOf, isFoundation } from './facts.ts'
import { faceFor } from './faces.ts'
import type { Keyed } from './keys.ts'
import { clamp, type Frame, type Point, STEP, TALLNESS } from './measures.ts'
import { sourceOf } from './plays.ts'

type Spots = Map<number, Spot>

const SCALE = 1.06
/** Over all that lies, under what I carry. */
const HIGH = 500
/** Degrees: of one card over a pile, and of one that was just raised. */
const OVER = 6
const RAISED = 3
/** Part of its width that a card is raised by. */
const RISE = 0.12
/** A card over a pile lies so far beside it, in parts of its width: the pile's index can be read. */
const BESIDE = 0.3
const BELOW = 0.5
/** Foundations of this width leave room for a name on the tag. */
const NAMED = 36
/** The most px a tag may be wide, by its name: the patch, and letters up to where they are cut (stage.css). */
const tagWidth = (name: string): number => 32 + Math.min(120, 10 * name.length)

/** Put what is in others' hands where it is held. Hands of which nothing can be seen, or that are out of date, are passed over. */
export function hands(sight: Sight, frame: Frame, spots: Spots): void {
  const over = new Map<string, number>()
  for (const one of sight.carried) {
    const cards = inHand(sight, one)
    const top = cards && spots.get(cards.at(-1)!.key)
    if (!top) continue
    const nth = over.get(one.over ?? '') ?? 0
    const to = one.over === null ? null : beside(sight, frame, spots, one, nth)
    if (!to && top.hidden) continue // it lies on a pile that has no place here
    if (to) over.set(one.over!, nth + 1)
    lift(sight, frame, spots, one, cards, to)
    if (!top.hidden) uncover(sight, spots, one)
    if (one.seat === sight.seat) keep(sight, spots, one)
  }
}

/** The cards; null where that cannot be: they are mine, not that seat's, or not so many. */
function inHand({ view, seat: me, n: one = 0 }: Sight, { seat, n, from, cards }: Carried): readonly Sprite[] | null {
  if ((seat === me && n === one) || seat >= view.seats) return null
  const { nerts, waste, work } = boardOf(view, seat)
  const pile = view.zones[from]?.cards ?? []
  if (![nerts, waste, ...work].includes(from) || cards > pile.length) return null
  const top = pile.slice(pile.length - cards)
  return top.every(({ id }) => id !== null) ? top : null
}

interface Place extends Point {
  w: number
}

/** The place over a pile: a little beside its top card. Several hands over one pile fan out. Null where the pile has none,
 *  as an empty one of another's board. */
function beside({ view, seat: me }: Sight, { found, own }: Frame, spots: Spots, { seat, over }: Carried, nth: number): Place | null {
  const shift = BESIDE * (1 + nth)
  const cell = isFoundation(over!) ? found.cells[Number(over!.slice(1))] : undefined
  if (cell) {
    const { w, box } = found
    const h = w * TALLNESS
    const y = cell.y + h * (0.5 + BELOW / TALLNESS)
    // Not down over my own cards: in the lowest row it is held above its pile.
    const low = y + h / 2 > box.y + box.h + 4
    return { x: clamp(w, cell.x + w * (0.5 + shift), box.x + box.w), y: low ? cell.y + h * (0.5 - 0.3) : y, w: w * SCALE }
  }
  const zone = view.zones[over!]
  if (!zone || !boardOf(view, seat).work.includes(over!)) return null
  const top = spots.get(zone.cards.at(-1)?.key ?? -1)
  const gap = seat === me && !top ? own.work[Number(over!.split('.')[1])] : undefined
  if (gap) return { x: gap.x + gap.w * (0.5 + shift), y: gap.y + gap.w * TALLNESS * 0.5, w: gap.w * SCALE }
  return !top || top.hidden ? null : { x: top.x + top.w * shift, y: top.y + top.w * STEP, w: top.w * SCALE }
}

/** Lay the cards at a place, one on the other; or, without one, raise them where they lie. */
function lift(sight: Sight, frame: Frame, spots: Spots, { seat, n, over }: Carried, cards: readonly Sprite[], to: Place | null): void {
  const named = seat === sight.seat || (to && frame.found.w >= NAMED)
  const name = (named && playersAt(sight, seat).find((place) => place.n === n)?.name) || ''
  const held: Held = { seat, weave: weaveOf(sight, seat), name, over: to && over, tag: null }
  const alone = cards.length === 1
  cards.forEach(({ key }, i) => {
    const lies = spots.get(key)!
    const at = to
      ? { x: to.x, y: to.y + i * to.w * TALLNESS * STEP, w: to.w, face: faceFor(sight, to.w, alone), hidden: false }
      : { y: lies.y - lies.w * RISE, w: lies.w * SCALE }
    const spot: Spot = { ...lies, ...at, z: HIGH + i, turn: alone ? (to ? OVER : RAISED) : 0 }
    const side = spot.x + spot.w / 2 + tagWidth(name) < sight.size.w ? 'right' : 'left'
    spots.set(key, { ...spot, held: { ...held, tag: i === cards.length - 1 ? side : null } })
  })
}

/** A pile of ours of which my partner has the top in hand is not to be picked from; what I carry already I keep. */
function keep({ view }: Sight, spots: Spots, { from }: Carried): void {
  for (const { key } of view.zones[from]!.cards) {
    const spot = spots.get(key)
    if (spot?.own) spots.set(key, { ...spot, own: false })
  }
}

/** Where nothing else of the pile is drawn, the card under those in hand is. */
function uncover({ view }: Sight, spots: Spots, { from, cards }: Carried): void {
  const left = view.zones[from]!.cards.slice(0, -cards)
  const under = left.at(-1)
  const spot = under && spots.get(under.key)
  if (spot && left.every(({ key }) => spots.get(key)?.hidden)) spots.set(under.key, { ...spot, hidden: false })
}

/** What my partner has done to a card of ours that I go for, or does; null where that is not why it does not go. */
export function partnersDoing(sight: Sight, card: string): string | null {
  const partner = partnerOf(sight)
  if (!partner) return null
  const source = sourceOf(sight.view, sight.seat!, card)
  if (source === null) return `${partner.name} was first`
  return heldByPartner(sight, source) ? `${partner.name} has ${cardSign(card)}` : null
}

/** Whether my partner has the top of this pile of ours in hand. */
const heldByPartner = ({ carried, seat }: Sight, zone: string): boolean =>
  carried.some((hand) => hand.seat === seat && hand.from === zone)

/** What a key means, or that my partner has the card in hand that it means. */
export function leftToPartner(sight: Sight, what: Keyed | null): Keyed | null {
  const zone = what && ('move' in what ? what.move[1] : 'choose' in what ? what.choose : null)
  return typeof zone === 'string' && heldByPartner(sight, zone) ? { say: `${partnerOf(sight)?.name} has it` } : what
}
