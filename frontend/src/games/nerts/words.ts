/** Nerts' words for people: short, human, sentence case. */
import { cardName, cardSign } from '../../cards/suits.ts'
import type { Move } from '../../wire/frames.ts'
import { nameOf, playerAt, type Sight } from '../module.ts'
import { boardOf, type Facts, factsOf, flipSize, foundations, holderOf, isCounting, optionsOf, outOf, ownerOf, topOf } from './facts.ts'
import { flipKind, sourceOf } from './plays.ts'

export const signed = (points: number): string => (points < 0 ? `\u2212${-points}` : points > 0 ? `+${points}` : '0')
/** Points in all; minus as minus. */
export const plain = (points: number): string => (points < 0 ? `\u2212${-points}` : String(points))
/** Whole seconds as a clock: "1:42". */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const NUMBERS = ['no', 'one', 'two', 'three']
const counted = (n: number): string => NUMBERS[n] ?? String(n)

/** What the match goes to: "to 100", "10 hands", "first to 3". */
export function goal(sight: Sight): string {
  const { match, target, hands, wins } = optionsOf(sight.view)
  return match === 'points' ? `to ${target}` : match === 'hands' ? `of ${hands}` : `first to ${wins} won`
}
/** The number that ends the match, for bars; null where none does. */
export function aim(sight: Sight): number | null {
  const { match, target, wins } = optionsOf(sight.view)
  return match === 'points' ? target : match === 'won' ? wins : null
}

/** "You" or a name with a verb that goes with it. */
export const does = (sight: Sight, seat: number, mine: string, theirs: string): string =>
  seat === sight.seat ? `You ${mine}` : `${playerAt(sight, seat)} ${theirs}`

/** Why an own card goes nowhere now. */
export function whyNot(sight: Sight, card: string): string {
  const facts = factsOf(sight.view)
  if (facts.paused) return 'The table is paused'
  if (facts.ended !== null || facts.caller !== null) return 'The hand is over'
  if (isCounting(facts)) return 'Wait for “Go!”'
  const rival = foundations(sight.view).flatMap((zone) => topOf(sight.view, zone) ?? []).find((top) => top.slice(0, 2) === card.slice(0, 2))
  if (rival !== undefined) return tooLate(sight, ownerOf(rival), cardSign(card))
  const source = sourceOf(sight.view, sight.seat ?? 0, card)
  return source !== null && topOf(sight.view, source) !== card ? `No pile takes this run` : `No place for ${cardSign(card)} yet`
}

/** A server's refusal in a few words; null where the code is not Nerts'. */
export function refusal(code: string, args: Record<string, unknown>, sight: Sight, move: Move): string | null {
  const card = typeof move[3] === 'string' ? cardSign(move[3]) : 'card'
  switch (code) {
    case 'taken': return typeof args.who === 'number' ? tooLate(sight, args.who, card) : 'Somebody was first'
    case 'does_not_fit': return `${card} does not fit there`
    case 'not_top': return `${card} is covered`
    case 'no_gap': return 'That needs an empty pile'
    case 'hand_over': return 'The hand is over'
    case 'already_called': return calledFirst(sight)
    case 'not_started': return 'Wait for “Go!”'
    case 'nerts_pile_not_empty': return 'Your Nerts pile is not empty'
    case 'stale_flip': return 'Flipped already'
    case 'nothing_to_flip': return 'Nothing to flip'
    default: return null
  }
}

const tooLate = (sight: Sight, who: number, card: string): string =>
  who === sight.seat ? `Your own ${card} is there` : `${playerAt(sight, who)}'s ${card} was first`

function calledFirst(sight: Sight): string {
  const { caller } = factsOf(sight.view)
  return caller === null ? 'Somebody called first' : `${nameOf(sight, caller)} called first`
}

/** What the next flip does. */
export function flipWords(sight: Sight): string {
  const kind = flipKind(sight.view, sight.seat ?? 0)
  if (kind === null) return 'Nothing to flip'
  return kind === 'recycle' ? 'Turn over' : `Flip ${counted(flipSize(sight.view))}`
}

/** Who is stuck, and whom all wait for; '' while nobody is. */
export function stuckWords(sight: Sight, secondsLeft: number | null): string {
  const { view } = sight
  const out = outOf(factsOf(view))
  if (!out.length) return ''
  const holder = holderOf(view)
  if (holder === null || secondsLeft === null) return view.seats === 1 ? 'No way on' : `${out.length} of ${view.seats} stuck`
  return holder === sight.seat ? `All wait for you: ${secondsLeft} s` : `Waiting for ${playerAt(sight, holder)}: ${secondsLeft} s`
}

/** How a hand ended, as a title. */
export function endTitle(sight: Sight): string {
  const { ended, caller } = factsOf(sight.view)
  if (ended === 'blocked' || caller === null) return 'Nobody can go on'
  return caller === sight.seat ? 'Nerts! You called it' : `Nerts! ${playerAt(sight, caller)} called it`
}

/** The score in one line. */
export function scoreLine(sight: Sight): string {
  const { penalty, bonus } = optionsOf(sight.view)
  const extra = bonus ? `, ${bonus} more for the caller` : ''
  return `One point for each card on the foundations, ${counted(penalty)} off for each left in the Nerts pile${extra}.`
}

/** What a screen reader hears besides moves: hands, calls, who is stuck, how many are left. */
export function spoken(sight: Sight, before: Facts, after: Facts): string[] {
  const said: string[] = []
  if (after.hand !== before.hand) said.push(`Hand ${after.hand}.`)
  if (isCounting(before) && !isCounting(after) && after.ended === null && after.hand === before.hand) said.push('Go!')
  if (after.caller !== null && before.caller === null && after.ended === null) said.push(`${does(sight, after.caller, 'call', 'calls')} Nerts!`)
  if (after.ended !== null && before.ended === null) said.push(`${endTitle(sight)}. ${handScores(sight, after)}`)
  for (const seat of after.voted) if (!before.voted.includes(seat)) said.push(`${does(sight, seat, 'say you are stuck', 'says: stuck')}.`)
  if (after.applied > before.applied) said.push(appliedWords(sight))
  return said
}

/** What was done because all were stuck. */
export const appliedWords = (sight: Sight): string =>
  optionsOf(sight.view).stuck === 'one' ? 'All stuck: flips turn one card now' : 'All stuck: stocks turned over, top card below'

const handScores = (sight: Sight, facts: Facts): string =>
  (facts.sheet.at(-1)?.[0] ?? []).map((points, seat) => `${nameOf(sight, seat)}: ${signed(points)}.`).join(' ')

/** An own card that was put somewhere, and what a flip has shown. */
export function toldMove(sight: Sight, source: string, target: string, cards: readonly string[]): string {
  const { nerts, waste } = boardOf(sight.view, sight.seat ?? 0)
  const top = cards.at(-1)
  if (top === undefined) return ''
  if (target === waste) return `Waste: ${cardName(top)}.`
  const where = target.startsWith('f') ? 'to a foundation' : `to pile ${Number(target.split('.')[1]) + 1}`
  return `${cardName(cards[0]!)} ${where}.${source === nerts ? ` ${sight.view.zones[nerts]?.cards.length ?? 0} left.` : ''}`
}
