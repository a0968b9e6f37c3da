/** What the rule bot would play, and why, in words: its codes are told in games/kierki/bots/reasons.py. */
import { cardSign } from '../../cards/suits.ts'
import type { Move } from '../../wire/frames.ts'
import { trumpName } from './words.ts'

const REASONS: Readonly<Record<string, string>> = {
  only_move: 'nothing else may be played',
  strongest_suit: 'this is your strongest suit',
  leads_low: 'lead low, let somebody else take it',
  leads_safest: 'this lead is least likely to cost you',
  leads_away: 'be rid of it now: later it is a danger',
  ducks: 'it is too low to take this trick',
  drops_points: 'it costs, and somebody else takes it',
  stays_low: 'your lowest: others may still go over',
  takes_now: 'take it now, later it would cost more',
  throws_points: 'throw it now, somebody else pays for it',
  voids_suit: 'this empties the suit: then you can throw',
  throws_danger: 'throw it now, it might take tricks later',
  takes_high: 'you take it anyway, so use your highest',
  cashes: 'nobody is likely to beat it',
  draws_trumps: 'it draws out the trumps of the others',
  leads_high: 'it draws out the higher cards',
  trumps: 'this trump takes the trick',
  takes_cheaply: 'the lowest card that takes the trick',
  takes_safely: 'high, since others are still to play',
  saves: 'save the high ones, they win more later',
  lets_go: 'you cannot take it, so give your least',
  frees_own: 'then you can lay more of your own',
  opens_nothing: 'it lets nobody else lay a card',
  opens_least: 'it helps the others least',
}

/** A line near the hand. */
export function adviceWords([verb, what]: Move, why: string): string {
  if (verb === 'claim') return 'Claim: the rest are yours'
  const move = verb === 'trump' ? trumpName(String(what)) : cardSign(String(what))
  return REASONS[why] ? `${move}: ${REASONS[why]}` : move
}
