/** Kierki in words: its deals, what they cost, why a card does not go. Minus is U+2212. */
import { cardName, cardSign, type Suit, SUIT_NAMES } from '../../cards/suits.ts'
import { ids, type View } from '../../table/fold.ts'
import type { Op } from '../../wire/frames.ts'
import { nameOf, type Sight } from '../module.ts'
import type { Notice } from '../notices.ts'
import { factsOf, isBetween, isLottery, isNaming, isTrumpDeal, placeOf, programmeOf, type Facts } from './facts.ts'

/** Points with their sign. */
export const signed = (points: number): string =>
  points < 0 ? `\u2212${-points}` : points > 0 ? `+${points}` : '0'

/** So many of something. */
export const numbered = (n: number, one: string, more = ''): string => `${n} ${one}${n === 1 ? '' : 's'}${more}`

const TRUMP_DEAL = { name: 'Tricks to win', cost: 25, of: 'each trick' }
/** Deal number -> its name, and what it costs or pays. */
const DEALS: readonly { name: string; cost: number; of: string }[] = [
  { name: '', cost: 0, of: '' },
  { name: 'No tricks', cost: -20, of: 'each trick' },
  { name: 'No hearts', cost: -20, of: 'each heart' },
  { name: 'No queens', cost: -60, of: 'each queen' },
  { name: 'No kings or jacks', cost: -30, of: 'each one taken' },
  { name: 'No king of hearts', cost: -150, of: 'for whoever takes it' },
  { name: 'No seventh and last', cost: -75, of: 'for each of the two' },
  { name: 'The robber', cost: 0, of: 'all six at once' },
  TRUMP_DEAL, TRUMP_DEAL, TRUMP_DEAL, TRUMP_DEAL,
  { name: 'Little lottery', cost: 800, of: 'first out' },
]
/** What the first and the second hand out of a lottery get. */
export const prizesOf = ({ view }: Sight): readonly [number, number] => (view.options.lotteries === 4 ? [200, 125] : [800, 500])
const LAST_TRICKS: Record<string, { cost: number; of: string; tricks: number[] }> = {
  seventh_and_last: { cost: -75, of: 'for each of the two', tricks: [7, 13] },
  last_two: { cost: -75, of: 'for each of the two', tricks: [12, 13] },
  last: { cost: -150, of: 'for the thirteenth', tricks: [13] },
}
const NAMES: Record<string, string> = {
  seventh_and_last: 'No seventh and last', last_two: 'No last two tricks', last: 'No last trick',
}

const sixth = (sight: Sight): string => {
  const chosen = sight.view.options.last_tricks
  return typeof chosen === 'string' && chosen in LAST_TRICKS ? chosen : 'seventh_and_last'
}
/** The tricks that cost in deals 6 and 7. */
export const costlyTricks = (sight: Sight): number[] => LAST_TRICKS[sixth(sight)]!.tricks

/** A deal's name, points and what they are for. */
export function dealOf(sight: Sight, deal: number): { name: string; cost: number; of: string } {
  if (deal === 6) return { ...LAST_TRICKS[sixth(sight)]!, name: NAMES[sixth(sight)]! }
  return deal === 12 ? { ...DEALS[deal]!, cost: prizesOf(sight)[0] } : DEALS[deal]!
}

/** A deal's line on the full sheet. */
export const rowName = (sight: Sight, deal: number): string => (deal >= 8 && deal <= 11 ? 'Trump' : dealOf(sight, deal).name)

export const trumpName = (trump: string): string =>
  trump === 'N' ? 'No trump' : SUIT_NAMES[trump as Suit].replace(/^./, (c) => c.toUpperCase())

const someone = (sight: Sight, seat: number, own: string, their: string): string =>
  seat === sight.seat ? own : their.replace('%', nameOf(sight, seat))

/** Whose turn it is, as a title. */
export function turnTitle(sight: Sight): string {
  const facts = factsOf(sight.view)
  const { turn } = facts
  if (sight.offline) return 'Waiting for the connection'
  if (turn === null) return isBetween(facts) ? 'Between deals' : 'The end'
  if (isNaming(facts)) return someone(sight, turn, 'You name trump', '% names trump')
  if (isLottery(facts)) return someone(sight, turn, 'Your turn', '% to lay')
  const leads = !ids(sight.view, 'trick').length
  return leads ? someone(sight, turn, 'You lead', '% leads') : someone(sight, turn, 'Your turn', '% to play')
}

/** What the player to act may do, in three words; '' for others. */
export function advice(sight: Sight): string {
  const facts = factsOf(sight.view)
  if (facts.turn !== sight.seat || sight.seat === null || !sight.legal) return ''
  if (isNaming(facts)) return 'Then you lead'
  const cards = sight.legal.flatMap(([verb, card]) => (verb === 'play' || verb === 'lay' ? [String(card)] : []))
  if (isLottery(facts)) return cards.length === 1 ? 'One card fits' : `${cards.length} cards fit`
  const led = ids(sight.view, 'trick')[0]?.charAt(1) as Suit | undefined
  if (!led) return cards.length < ids(sight.view, `h${sight.seat}`).length ? 'No heart lead' : 'Lead any card'
  return cards.every((card) => card.charAt(1) === led) ? `Follow ${SUIT_NAMES[led]}` : 'Play any card'
}

/** Why an own card cannot be played now. */
export function whyNot(sight: Sight, card: string): string {
  const facts = factsOf(sight.view)
  if (facts.turn !== sight.seat) return isBetween(facts) ? 'Wait for the deal' : 'Wait for your turn'
  if (!sight.legal) return 'One moment'
  if (isNaming(facts)) return 'Name trump first'
  if (isLottery(facts)) return `${cardName(card)} does not fit yet`
  const led = ids(sight.view, 'trick')[0]?.charAt(1) as Suit | undefined
  if (!led) return 'No heart lead now'
  const due = sight.legal[0]?.[1]
  const suit = typeof due === 'string' ? (due.charAt(1) as Suit) : led
  return suit === led ? `Follow ${SUIT_NAMES[led]}` : due === 'KH' ? 'The king of hearts goes' : `Play a higher trump`
}

/** A server's refusal in a few words; null where the code is not Kierki's. */
export function refusal(code: string, args: Record<string, unknown>): string | null {
  const suit = SUIT_NAMES[args.suit as Suit]
  switch (code) {
    case 'must_follow': return `Follow ${suit}`
    case 'must_trump': return args.over ? `Beat the ${suit}` : `Play a trump: ${suit}`
    case 'no_heart_lead': return 'No heart lead now'
    case 'king_of_hearts': return 'The king of hearts goes'
    case 'cannot_lay': return 'It does not fit yet'
    case 'not_certain': return 'That is not certain yet'
    case 'name_trump_first': return 'Name trump first'
    case 'not_between_deals':
    case 'already_ready': return 'The deal goes on'
    default: return null
  }
}

/** That a bot moved for me because my time was up, if these ops are that move. */
export function late(ops: readonly Op[], before: View, { seat }: Sight): string | null {
  if (seat === null || before.facts.late !== seat) return null
  for (const op of ops) {
    if (op[0] === 's' && typeof op[1].trump === 'string') return `Time was up: a bot named ${trumpName(op[1].trump).toLowerCase()} for you`
    if (op[0] !== 'm' || op[1] !== `h${seat}` || !Array.isArray(op[3])) continue
    // An own card that is already gone was mine after all.
    const card = op[3][0]
    if (card && ids(before, op[1]).includes(card)) return `Time was up: a bot played ${cardSign(card)} for you`
  }
  return null
}

/** How far the game has come, for the bar. */
export function progress(view: View): { short: string; long: string } {
  const facts = factsOf(view)
  if (facts.over !== null) return { short: 'The end', long: 'Final sheet' }
  const [nth, all] = [placeOf(facts) + 1, programmeOf(view).length]
  // A deal keeps its number in every programme; where that is not its place, both are told.
  const apart = facts.deal === nth ? '' : `${facts.deal} · `
  return { short: `${apart}${nth} / ${all}`, long: `Deal ${apart}${nth} of ${all}` }
}

/** That the rest is mine for certain: a single card is sooner played than claimed. */
export function offers({ view, seat, legal }: Pick<Sight, 'view' | 'seat' | 'legal'>): Notice[] {
  if (!legal?.some(([verb]) => verb === 'claim') || ids(view, `h${seat}`).length < 2) return []
  const answers = [{ words: 'Claim', id: 'claim', answer: { move: ['claim'] as const } }]
  return [{ key: 'claim', text: 'The rest are yours, whatever they hold', waiting: false, answers }]
}

/** What a seat has become in the lottery; undefined while it plays. */
export const outWords = ({ finished }: Facts, seat: number): string | undefined => ['first out', 'second out'][finished.indexOf(seat)]

/** Who claimed the rest of this deal; '' if nobody did. */
export function claimWords(sight: Sight): string {
  const { claimed } = factsOf(sight.view)
  return typeof claimed === 'number' ? someone(sight, claimed, 'You claimed the rest', '% claimed the rest') : ''
}

/** What a deal is played with, small above its name. */
export function dealCaption(view: View): string {
  const facts = factsOf(view)
  const { deal, trump } = facts
  const [at, deals] = [placeOf(facts), programmeOf(view)]
  if (deal === 12) return `Deal 12, ${at < deals.length - 1 ? `lottery ${at - deals.indexOf(12) + 1} of 4` : 'last of all'}`
  if (deal < 8) return `Deal ${deal}, no trump`
  return `Deal ${deal}, ${trump === null ? 'with trump' : trump === 'N' ? 'no trump' : `${SUIT_NAMES[trump]} trump`}`
}

/** What a screen reader hears: cards played, tricks taken, whose turn it has become. */
export function spoken(sight: Sight, before: Facts, moved: { card: string; seat: number }[], taker: number | null): string {
  const facts = factsOf(sight.view)
  const said = moved.map(({ card, seat }) => `${nameOf(sight, seat)}: ${cardName(card)}.`)
  if (taker !== null) said.push(someone(sight, taker, 'You take the trick.', '% takes the trick.'))
  if (typeof facts.claimed === 'number' && before.claimed !== facts.claimed) said.push(`${claimWords(sight)}.`)
  if (isTrumpDeal(facts) && before.trump === null && facts.trump !== null) said.push(`Trump: ${trumpName(facts.trump)}.`)
  if (facts.deal !== before.deal) said.push(`Deal ${facts.deal}: ${dealOf(sight, facts.deal).name}.`)
  for (const seat of facts.passed) if (!before.passed.includes(seat)) said.push(someone(sight, seat, 'You pass.', '% passes.'))
  if (facts.turn === sight.seat && sight.seat !== null && before.turn !== facts.turn) said.push(`${turnTitle(sight)}. ${advice(sight)}.`)
  return said.join(' ')
}
