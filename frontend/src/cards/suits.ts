/** Suits: their shapes, colours and names. A card's id is rank and suit ("TH"), in several decks with the deck's digit. */

export const SUITS = ['S', 'H', 'C', 'D'] as const
export type Suit = (typeof SUITS)[number]

/** Outlines in a box of 100 by 100. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = {
  S: 'M50 4C60 26 92 44 92 66c0 15-11 24-23 24-8 0-13-4-16-8 1 8 5 12 11 14H36c6-2 10-6 11-14-3 4-8 8-16 8C19 90 8 81 8 66 8 44 40 26 50 4Z',
  H: 'M50 94C40 74 6 58 6 32 6 16 18 6 30 6c9 0 16 5 20 14C54 11 61 6 70 6c12 0 24 10 24 26 0 26-34 42-44 62Z',
  D: 'M50 3C58 22 72 38 88 50 72 62 58 78 50 97 42 78 28 62 12 50 28 38 42 22 50 3Z',
  C: 'M50 5a22 22 0 0 1 17 36c2-1 5-2 8-2a22 22 0 1 1-4 44c-8 0-14-4-18-9 1 10 5 18 12 21H35c7-3 11-11 12-21-4 5-10 9-18 9a22 22 0 1 1-4-44c3 0 6 1 8 2A22 22 0 0 1 50 5Z',
}

export const SUIT_NAMES: Readonly<Record<Suit, string>> = { S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds' }
const RANK_NAMES: Readonly<Record<string, string>> = {
  A: 'Ace', 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five', 6: 'Six', 7: 'Seven', 8: 'Eight', 9: 'Nine', T: 'Ten',
  J: 'Jack', Q: 'Queen', K: 'King',
}

export const rankOf = (card: string): string => card.charAt(0)
export const suitOf = (card: string): Suit => card.charAt(1) as Suit
export const isJoker = (card: string): boolean => card.startsWith('*')
/** Hearts and diamonds. */
export const isWarm = (suit: Suit): boolean => suit === 'H' || suit === 'D'

/** A rank as people read it: "10" for "T". */
export const rankText = (card: string): string => (rankOf(card) === 'T' ? '10' : rankOf(card))

const SIGNS: Readonly<Record<Suit, string>> = { S: '\u2660', H: '\u2665', C: '\u2663', D: '\u2666' }
/** A card in short, for a line of text: "10\u2665". */
export const cardSign = (card: string): string => (isJoker(card) ? 'Joker' : rankText(card) + SIGNS[suitOf(card)])

/** A card's name for a screen reader: "Seven of hearts". */
export function cardName(card: string): string {
  return isJoker(card) ? 'Joker' : `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`
}

/** The same of a card that may be a joker; `as` is what it stands for: a card, or a rank and "r" or "b" for its colour. */
export function nameAs(card: string, as: string): string {
  if (!isJoker(card) || !as) return cardName(card)
  const colour = { r: 'red', b: 'black' }[as.charAt(1)]
  return `Joker for ${colour ? `a ${colour} ${RANK_NAMES[rankOf(as)]!.toLowerCase()}` : cardName(as)}`
}

/** The CSS colour of a suit on card paper; two or four colours by the person's choice. */
export const suitInk = (suit: Suit): string => `var(--suit-${suit.toLowerCase()})`
