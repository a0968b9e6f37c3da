/** Nerts' words for people: short, human, sentence case. */
import { cardSign, isJoker } from '../../cards/suits.ts'
import type { Move } from '../../wire/frames.ts'
import { nameOf, partnerOf, playerAt, playersAt, type Sight } from '../module.ts'
import { boardOf, factsOf, flipSize, foundations, holderOf, isCounting, optionsOf, outOf, ownerOf, standsFor, topOf } from './facts.ts'
import { handsPart } from './later.ts'
import { flipKind, sourceOf } from './plays.ts'
import { names } from './wild.svelte.ts'

export const signed = (points: number): string => (points < 0 ? `\u2212${-points}` : points > 0 ? `+${points}` : '0')
/** Points in all; minus as minus. */
export const plain = (points: number): string => (points < 0 ? `\u2212${-points}` : String(points))
/** Whole seconds as a clock: "1:42". */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const NUMBERS = ['no', 'one', 'two', 'three']
export const counted = (n: number): string => NUMBERS[n] ?? String(n)

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

/** "You" or a name, or two, with a verb that goes with it. */
export const does = (sight: Sight, seat: number, mine: string, theirs: string): string =>
  `${nameOf(sight, seat)} ${seat === sight.seat || playersAt(sight, seat).length > 1 ? mine : theirs}`

/** Why an own card goes nowhere now. */
export function whyNot(sight: Sight, card: string): string {
  const facts = factsOf(sight.view)
  if (facts.paused) return 'The table is paused'
  if (facts.ended !== null || facts.caller !== null) return 'The hand is over'
  if (isCounting(facts)) return 'Wait for “Go!”'
  const partners = handsPart.now?.partnersDoing(sight, card)
  if (partners) return partners
  const rival = foundations(sight.view).flatMap((zone) => topOf(sight.view, zone) ?? []).find((top) => standsFor(sight.view, top).slice(0, 2) === standsFor(sight.view, card).slice(0, 2))
  if (rival !== undefined) return tooLate(sight, ownerOf(rival), cardSign(card))
  const source = sourceOf(sight.view, sight.seat ?? 0, card)
  return source !== null && topOf(sight.view, source) !== card ? `No pile takes this run` : `No place for ${cardSign(card)} yet`
}

/** A server's refusal in a few words; null where the code is not Nerts'. */
export function refusal(code: string, args: Record<string, unknown>, sight: Sight, move: Move): string | null {
  const said = String(move[4] ?? '')
  const id = String(move[3] ?? '')
  const card = !id ? 'card' : said && isJoker(id) ? cardSign(said) : cardSign(standsFor(sight.view, id))
  switch (code) {
    case 'taken': return typeof args.who === 'number' ? tooLate(sight, args.who, card, args.by) : 'Somebody was first'
    case 'does_not_fit': return `${card} does not fit there`
    case 'not_top': return handsPart.now?.partnersDoing(sight, String(move[3])) ?? `${card} is covered`
    case 'no_gap': return 'That needs an empty pile'
    case 'undeclared': return 'Say what the joker is'
    case 'hand_over': return 'The hand is over'
    case 'already_called': return calledFirst(sight)
    case 'not_started': return 'Wait for “Go!”'
    case 'nerts_pile_not_empty': return 'Your Nerts pile is not empty'
    case 'already_ready':
    case 'already_voted': return `${partnerOf(sight)?.name ?? 'You'} said so already`
    case 'not_voted':
    case 'hand_begun': return 'Too late'
    case 'stale_flip': return `${partnerOf(sight)?.name ?? 'You'} flipped already`
    case 'nothing_to_flip': return 'Nothing to flip'
    case 'not_stuck': return 'You are not stuck'
    case 'nothing_to_shift': return 'Nothing to shift'
    default: return null
  }
}

/** Who was first at a place, and by how many ms where that was close. */
function tooLate(sight: Sight, who: number, card: string, by: unknown = null): string {
  if (who === sight.seat) return `Your own ${card} is there`
  return `${playerAt(sight, who)}'s ${card} was first${typeof by === 'number' && by < 1000 ? `, by ${by} ms` : ''}`
}

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

/** What lies on somebody's board, for a screen reader. */
export function boardWords(sight: Sight, seat: number): string {
  const { nerts, waste, work } = boardOf(sight.view, seat)
  const top = (zone: string): string => {
    return names(sight.view, zone).at(-1) ?? 'empty'
  }
  const piles = work.map((zone, i) => `work pile ${i + 1} ${top(zone)}`)
  return `Nerts pile ${top(nerts)}, ${piles.join(', ')}, waste ${top(waste)}.`
}

/** What was done because all were stuck. */
export function appliedWords({ view }: Sight): string {
  const { stuck, flip } = optionsOf(view)
  const who = view.seats > 1 ? 'All stuck' : 'Stuck'
  if (stuck === 'one') return `${who}: flips turn one card now`
  return factsOf(view).applied > flip ? `${who}: turned over for the last time` : `${who}: stocks turned over, top card below`
}
