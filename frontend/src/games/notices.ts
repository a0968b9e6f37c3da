/** What the people at a table are asked and told: votes to pause or to let a bot sit in, who is away, a seat I left. */
import type { Move } from '../wire/frames.ts'
import { nameOf, type Sight } from './module.ts'

/** A move to make; "sit": take my seat again; "later": this is not shown to me any more. */
export type Answer = { move: Move } | 'sit' | 'later'

export interface Notice {
  key: string
  text: string
  /** It is mine: others are to answer. */
  waiting: boolean
  answers: readonly { words: string; id: string; answer: Answer }[]
}

type Ground = Omit<Sight, 'notices'>

/** The notices for what a person looks at, the most pressing first. `left`: I left my seat; `later`: keys put off. */
export function noticesOf(sight: Ground, left: boolean, later: readonly string[]): Notice[] {
  if (sight.view.facts.over !== null) return []
  const all = [...(left ? [ownSeat] : []), ...votes(sight), ...absent(sight)]
  return all.filter(({ key }) => !later.includes(key))
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
    const who = nameOf(sight, seats[0] ?? 0)
    const asks = who === 'You' ? 'You ask' : `${who} asks`
    const agree: Move = seat === null ? ['@pause'] : ['@replace', seat]
    const mine = sight.seat !== null && seats.includes(sight.seat)
    return {
      key: `${question} ${seats[0]}`,
      text: seat === null ? `${asks} for a pause` : `${asks}: a bot for ${nameOf(sight, seat)}?`,
      waiting: mine,
      answers: mine || sight.seat === null ? [] : [
        { words: 'Agree', id: 'agree', answer: { move: agree } },
        { words: 'Not now', id: 'not-now', answer: 'later' },
      ],
    }
  })
}

function absent(sight: Ground): Notice[] {
  if (sight.seat === null) return []
  const asked = new Set(votesOf(sight).map(([question]) => question))
  return sight.places
    .filter((p) => !p.bot && !p.here && !p.stand_in && p.seat !== sight.seat && !asked.has(`replace.${p.seat}`))
    .map(({ seat, name }) => ({
      key: `away ${seat}`,
      text: `${name} is away`,
      waiting: false,
      answers: [{ words: 'Let a bot play', id: `replace-${seat}`, answer: { move: ['@replace', seat] } }],
    }))
}
