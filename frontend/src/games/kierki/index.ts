/** Kierki at the generic table. */
import { ids } from '../../table/fold.ts'
import { Part } from '../../table/part.svelte.ts'
import type { Op } from '../../wire/frames.ts'
import type { GameModule, Sight } from '../module.ts'
import { factsOf, isLottery, LOW_TO_HIGH } from './facts.ts'
import Hud from './Hud.svelte'
import { ends } from './later.ts'
import { scene } from './layout.ts'
import { late, offers, progress, refusal, spoken, whyNot } from './words.ts'

/** A trick stays until everybody has seen it. */
const TRICK_STAYS = 1000
/** Between two cards laid to a trick or a run. */
const CARD_STAYS = 180

const isHand = (zone: string): boolean => /^h\d$/.test(zone)
const isTaken = (zone: string): boolean => /^w\d$/.test(zone)

function hold(op: Op): number {
  if (op[0] !== 'm') return 0
  const [, source, target, cards] = op
  const n = typeof cards === 'number' ? cards : cards.length
  if (!n) return 0
  if (source === 'trick' && isTaken(target)) return TRICK_STAYS
  if (isHand(source) && (target === 'trick' || target.startsWith('r'))) return CARD_STAYS
  // Cards are gathered before they are dealt: two sights, one after the other.
  return source === 'stock' ? 1 : 0
}

function tell(ops: readonly Op[], before: Sight['view'], sight: Sight): string {
  const moved: { card: string; seat: number }[] = []
  let taker: number | null = null
  for (const op of ops) {
    if (op[0] !== 'm') continue
    const [, source, target, cards] = op
    if (isHand(source) && Array.isArray(cards) && !target.startsWith('o') && target !== 'stock') {
      // An own card was told when it was played; its entry finds it on the table.
      const gone = before.zones[source]?.open && !ids(before, source).includes(cards[0] ?? '')
      if (!gone) for (const card of cards) moved.push({ card, seat: Number(source.charAt(1)) })
    }
    if (source === 'trick' && isTaken(target)) taker = Number(target.charAt(1))
  }
  return spoken(sight, factsOf(before), moved, taker)
}

const kierki: GameModule = {
  settings: ['face', 'stay'],
  scene,
  hold,
  tell,
  late,
  refusal,
  predict(view, seat, [verb, card]) {
    if (verb === 'play' && typeof card === 'string') return [['m', `h${seat}`, 'trick', [card]]]
    if (verb !== 'lay' || typeof card !== 'string') return []
    const zone = `r${card.charAt(1)}`
    const lowest = ids(view, zone)[0]
    const below = lowest !== undefined && LOW_TO_HIGH.indexOf(card.charAt(0)) < LOW_TO_HIGH.indexOf(lowest.charAt(0))
    return [below ? ['m', `h${seat}`, zone, [card], 0] : ['m', `h${seat}`, zone, [card]]]
  },
  moveFor({ id, to }, sight) {
    const facts = factsOf(sight.view)
    if (to === null) return whyNot(sight, id)
    return [isLottery(facts) ? 'lay' : 'play', id]
  },
  notices: offers,
  advice: async (move, why) => (await import('./advice.ts')).adviceWords(move, why),
  progress: ({ view }) => progress(view),
  Hud,
  Result: new Part(async () => (await ends.get()).Result),
}

export default kierki
