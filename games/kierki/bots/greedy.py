"""Players without memory: the best for this trick alone. A yardstick for bots, and half of a beginner."""

from __future__ import annotations

import random

from compendium.rules import Move, View
from compendium.rules.cards import SUITS

from ..deals import CARDS, DEALS, LOTTERY
from ..lottery import ABOVE, BELOW, opener
from ..tricks import HAND, HIGH, best


def move(v: View, legal: list[Move], rng: random.Random) -> Move:
    """Any decision of the game."""
    if len(legal) == 1:
        return legal[0]
    choice = [str(each[1]) for each in legal]
    verb = legal[0][0]
    if verb == "trump":
        return (verb, longest(v[HAND[v.seat or 0]]))
    if verb == "lay":
        return (verb, lay(v, choice, rng))
    return (verb, win(v, choice) if DEALS[v.deal].trump else avoid(v, choice))


def longest(hand: tuple[str, ...]) -> str:
    """The longest suit of a hand, the highest of equally long ones."""
    held = {suit: sorted((HIGH[card] for card in hand if card[1] == suit), reverse=True) for suit in SUITS}
    return max(SUITS, key=lambda suit: (len(held[suit]), held[suit]))


def avoid(v: View, choice: list[str]) -> str:
    """Lead low; go under with the highest that does; otherwise low, or high when last; throw the dearest."""
    trick = v["trick"]
    worth = CARDS[v.deal]
    if not trick:
        return min(choice, key=HIGH.__getitem__)
    if choice[0][1] != trick[0][1]:
        return max(choice, key=lambda card: (-worth.get(card, 0), HIGH[card]))
    to_beat = HIGH[trick[best(trick, None)]]
    under = [card for card in choice if HIGH[card] < to_beat]
    if under:
        return max(under, key=HIGH.__getitem__)
    return (max if len(trick) == 3 else min)(choice, key=HIGH.__getitem__)


def win(v: View, choice: list[str]) -> str:
    """Lead high; take with the highest, or when last with the lowest that does; otherwise low."""
    trick = v["trick"]
    if not trick:
        return max(choice, key=HIGH.__getitem__)
    taking = [card for card in choice if best((*trick, card), v.trump) == len(trick)]
    if not taking:
        return min(choice, key=lambda card: (card[1] == v.trump, HIGH[card]))
    if len(trick) == 3 or taking[0][1] != trick[0][1]:
        return min(taking, key=HIGH.__getitem__)
    return max(taking, key=HIGH.__getitem__)


def lay(v: View, choice: list[str], rng: random.Random) -> str:
    """A card after which the next one is one's own, if there is one."""
    assert v.deal == LOTTERY
    hand = v[HAND[v.seat or 0]]
    first = opener(v.options)

    def helps(card: str) -> int:
        up = HIGH[card] >= HIGH[first + card[1]] and ABOVE.get(card) in hand
        down = HIGH[card] <= HIGH[first + card[1]] and BELOW.get(card) in hand
        return up + down

    return max(choice, key=lambda card: (helps(card), rng.random()))
