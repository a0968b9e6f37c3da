/** What the people at a table are asked and told: votes to pause or to let a bot sit in, who is away, a seat I left. */
import type { Move, Op } from '../wire/frames.ts'
import { nameOf, playerAt, playersAt, type Sight } from './module.ts'

/** A move to make; "sit": take my seat again. */
export type Answer = { move: Move } | 'sit'

export interface Notice {
  key: string
  text: string
  /** It is mine: others are to answer. */
  waiting: boolean
  answers: readonly { words: string; id: string; answer: Answer }[]
}

type Ground = Omit<Sight, 'notices'>

/** The notices for what a person looks at, the most pressing first. `left`: I left my seat. */
export function noticesOf(sight: Ground, left: boolean): Notice[] {
  if (sight.view.facts.over !== null) return []
  return [...(left ? [ownSeat] : []), ...votes(sight), ...absent(sight)]
}

const ownSeat: Notice = {
  key: 'left',
  text: 'You left. A bot plays for you.',
  waiting: false,
  answers: [{ words: 'Take your seat again', id: 'sit-again', answer: 'sit' }],
}

const votesOf = ({ view }: Ground): [string, number[]][] =>
  Object.entries((view.facts.votes ?? {}) as Record<string, number[]>)

function votes(sight: Ground): Notice[] {
  return votesOf(sight).map(([question, seats]) => {
    const seat = question.startsWith('replace.') ? Number(question.slice(8)) : null
    const asking = seats[0] ?? 0
    const asks = `${nameOf(sight, asking)} ${asking === sight.seat || playersAt(sight, asking).length > 1 ? 'ask' : 'asks'}`
    const agree: Move = seat === null ? ['@pause'] : ['@replace', seat]
    const refuse = { move: ['@refuse', question] as Move }
    const mine = sight.seat !== null && seats.includes(sight.seat)
    return {
      key: `${question} ${seats[0]}`,
      text: seat === null ? `${asks} for a pause` : `${asks}: a bot for ${nameOf(sight, seat)}?`,
      waiting: mine,
      answers: sight.seat === null ? [] : mine ? [{ words: 'Take it back', id: 'take-back', answer: refuse }] : [
        { words: 'Agree', id: 'agree', answer: { move: agree } },
        { words: 'Not now', id: 'not-now', answer: refuse },
      ],
    }
  })
}

/** Who said no to the people's last question, if these ops tell of it. */
export function refusedBy(ops: readonly Op[], sight: Ground): string | null {
  for (const op of ops) {
    if (op[0] === 's' && Array.isArray(op[1].refused)) return `${nameOf(sight, op[1].refused[1] as number)}: not now`
  }
  return null
}

function absent(sight: Ground): Notice[] {
  if (sight.seat === null) return []
  const asked = new Set(votesOf(sight).map(([question]) => question))
  const gone = sight.places.filter((p) => !p.bot && !p.here && !p.stand_in && !asked.has(`replace.${p.seat}`))
  return gone.flatMap(({ seat, n, name }) => {
    const rest = playersAt(sight, seat).filter((one) => one.n !== n)
    const partner = seat === sight.seat
    // Somebody plays on there: that matters to a partner only. Of two who are both away one notice tells.
    if (partner ? !rest.length : rest.some((one) => one.here || one.stand_in || one.n < n)) return []
    const away = partner ? `${name} is away` : rest.length ? `${playerAt(sight, seat)} are away` : `${name} is away`
    const answer = { words: 'Let a bot play', id: `replace-${seat}`, answer: { move: ['@replace', seat] as Move } }
    return [{ key: `away ${seat}`, text: away, waiting: false, answers: partner ? [] : [answer] }]
  })
}
