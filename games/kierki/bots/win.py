"""The rule bot in deals 8-11, where each trick wins: take cheaply, cash what is sure, draw trumps.

For each card two things are weighed, in tricks: how likely it takes this one, and what the rest of the hand
may still win without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from compendium.rules.cards import SUITS

from .memory import NO_SUIT, Position
from .suits import BIT, RANK, SUIT, ranks


class Weights(NamedTuple):
    """Tricks that cards are good for later. Found by playing thousands of deals."""

    trumps: tuple[float, ...] = (1.0, 0.75, 0.55, 0.4)
    """A trump that none, one, two or more of those out can beat."""
    cards: tuple[float, ...] = (0.92, 0.55, 0.25, 0.05)
    """A card of another suit, if as many lower ones guard it."""
    lone: float = 0.8
    """A card of a suit that nobody else has."""
    drawn: float = 2.0
    """Trumps that a lead of trumps draws."""
    high: float = 0.02
    """Tricks a rank: of cards that do the same the lowest goes."""


W = Weights()
NAMING = {"T": 0.3, "J": 0.6, "Q": 1.0, "K": 1.6, "A": 2.4}
"""What a rank adds to a suit that may be named as trump; any card adds ``NAMING_LENGTH``."""
NAMING_LENGTH = 1.5
LAST = 3


@cache
def nobody_void(unseen: int, before: int) -> float:
    """How likely all three follow to a suit of which so many cards are out, after so many rounds of it."""
    left = unseen - 3 * before
    return float((1 - (2 / 3) ** left) ** 3) if left > 0 else 0.1


def name_trump(hand: tuple[str, ...], suits: Sequence[str]) -> str:
    """The strongest suit of the first five cards."""
    return max((s for s in suits if s in SUITS), key=lambda suit: _strength(hand, suit))


def _strength(hand: tuple[str, ...], suit: str) -> float:
    return sum(NAMING_LENGTH + NAMING.get(card[0], 0) for card in hand if card[1] == suit)


def choose(p: Position, choice: Sequence[str]) -> str:
    """The best card of those that may be played."""
    return max(choice, key=Weighing(p).value)


class Weighing:
    """One decision: what the hand is good for, and what each card would win and leave."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.trumps = p.unseen[p.trump].bit_count() if p.trump != NO_SUIT else 0
        self.worth = [self._worth(suit, p.mine[suit], p.unseen[suit], self.trumps) for suit in range(4)]
        self.led = SUIT[p.trick[0]] if p.trick else NO_SUIT
        trumped = any(SUIT[card] == p.trump for card in p.trick)
        self.winning = p.trump if trumped else self.led
        self.to_beat = max((RANK[card] for card in p.trick if SUIT[card] == self.winning), default=-1)

    def value(self, card: str) -> float:
        """Tricks that playing a card is worth."""
        p, suit, rank = self.p, SUIT[card], RANK[card]
        rest = p.mine[suit] & ~BIT[card]
        unseen, trumps = p.unseen[suit], float(self.trumps)
        if not p.trick:
            unseen = fallen(unseen, rank)
            if suit == p.trump:
                trumps = max(0.0, trumps - W.drawn)
        left = self._worth(suit, rest, unseen, trumps)
        if trumps == self.trumps:
            left += sum(self.worth) - self.worth[suit]
        else:
            left += sum(self._worth(s, p.mine[s], p.unseen[s], trumps) for s in range(4) if s != suit)
        return self.takes(suit, rank) + left - W.high * rank

    def _worth(self, suit: int, mine: int, unseen: int, trumps: float) -> float:
        """The tricks that a suit's cards may still win, with so many trumps out."""
        total = 0.0
        length, n = mine.bit_count(), unseen.bit_count()
        for place, rank in enumerate(reversed(ranks(mine))):
            higher = (unseen >> (rank + 1)).bit_count()
            if suit == self.p.trump:
                total += W.trumps[min(higher, LAST)]
                continue
            win = W.cards[higher if higher < min(length, LAST) else LAST] if n else W.lone
            if trumps:
                safe = nobody_void(n, place + higher)
                win *= safe + (1 - safe) * max(0.0, 1 - trumps / 3)
            total += win
        return total

    def beats(self, suit: int, rank: int) -> bool:
        """Whether a card beats all that lies there."""
        if not self.p.trick:
            return True
        if suit == self.winning:
            return rank > self.to_beat
        return suit == self.p.trump != self.led

    def takes(self, suit: int, rank: int) -> float:
        """How likely a card takes the trick."""
        p = self.p
        if not self.beats(suit, rank):
            return 0.0
        led = self.led if p.trick else suit
        chance = 1.0
        for seat in p.later:
            chance *= max(0.0, 1 - self._beaten(seat, led, suit, rank))
        return chance

    def _beaten(self, seat: int, led: int, suit: int, rank: int) -> float:
        """How likely a later player has a card that beats this one, and may play it."""
        p = self.p
        void = 1.0 if p.is_void(seat, led) else (1 - p.share(led)) ** p.unseen[led].bit_count()
        over = self._has(seat, suit, (p.unseen[suit] >> (rank + 1)).bit_count())
        if suit == led:
            return over if led == p.trump else over + void * self._has(seat, p.trump, self.trumps)
        return void * over

    def _has(self, seat: int, suit: int, unseen: int) -> float:
        """How likely a player has one of so many unseen cards of a suit."""
        if not unseen or self.p.is_void(seat, suit):
            return 0.0
        return float(1 - (1 - self.p.share(suit)) ** unseen)


def fallen(unseen: int, rank: int) -> int:
    """What stays out of a suit after a lead: the lowest card that beats it goes, and the two lowest."""
    higher = unseen >> (rank + 1) << (rank + 1)
    unseen &= ~(higher & -higher)
    for _ in range(2):
        unseen &= unseen - 1 if unseen else 0
    return unseen
