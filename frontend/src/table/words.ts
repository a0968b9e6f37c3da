/** Refusals that every game shares, in a few words. */
const WORDS: Record<string, string> = {
  illegal: 'That does not go',
  not_your_turn: 'Wait for your turn',
  not_your_seat: 'That is not your seat',
  card_not_held: 'You do not hold it',
  game_over: 'The game is over',
  not_started: 'Not started yet',
  paused: 'The table is paused',
  not_paused: 'The table is not paused',
  too_fast: 'Too fast. Once more, please',
  unavailable: 'The server cannot save moves just now. Try again soon',
  lost: 'Lost on the way. Once more, please',
  internal: 'The table has a fault. Try another move',
  unknown_verb: 'The table does not know that',
  malformed: 'The table does not know that',
  not_asked: 'Nobody asks any more',
  not_absent: 'They are back',
  no_such_person: 'Nobody to replace',
  read_only: 'You play in another tab',
}

export const refused = (code: string): string => WORDS[code] ?? 'That does not go'
