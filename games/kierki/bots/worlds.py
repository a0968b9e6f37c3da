"""Hands that the others may hold, each as likely as any other that fits what a seat knows.

Cards are sorted into classes by who may hold them: seven at most for three players. How many cards of each
class each player gets is drawn by the exact number of deals with these counts; then each class is dealt.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ..deals import TRICKS
from .memory import Position
from .suits import WHOLE_SUIT, Masks, ranks

Hands = list[int]
"""Masks of the cards in all hands: of seat ``s``, suit ``k`` at ``4 * s + k``."""
Cards = list[tuple[int, int]]
"""Suit and bit of cards."""


class Impossible(Exception):
    """No deal fits what is known; in a game that follows the rules there always is one."""


class Split(NamedTuple):
    """How many cards of the classes that two players share go to the first of them, and the rest's counts."""

    pairs: tuple[int, int, int]
    rest: tuple[int, int]
    """Of the cards that anybody may hold, how many the first and the second player get."""


PAIRS = ((0, 1), (0, 2), (1, 2))


class Worlds:
    """All deals of the unseen cards that fit a position. Raises Impossible where there is none."""

    def __init__(self, p: Position) -> None:
        self.others = [seat for seat in range(4) if seat != p.seat]
        self.mine = p.seat, tuple(p.mine)
        classes: dict[int, Cards] = {}
        for suit in range(4):
            for rank in ranks(p.unseen[suit]):
                classes.setdefault(self._may(p, suit, rank), []).append((suit, 1 << rank))
        if 0 in classes:
            raise Impossible
        self.sure = [classes.get(1 << n, []) for n in range(3)]
        self.pairs = [classes.get(1 << a | 1 << b, []) for a, b in PAIRS]
        self.free = classes.get(7, [])
        held = [p.held(seat) for seat in self.others]
        self.splits, weights = self._count([n - len(sure) for n, sure in zip(held, self.sure, strict=True)])
        self.weights = list(accumulate(weights))
        if not self.weights or sum(held) != sum(mask.bit_count() for mask in p.unseen):
            raise Impossible
        self.number = self.weights[-1]
        """How many deals there are."""

    def _may(self, p: Position, suit: int, rank: int) -> int:
        """A bit for each of the others that may hold a card."""
        return sum(
            1 << n
            for n, seat in enumerate(self.others)
            if not p.is_void(seat, suit) and not p.lacks[seat][suit] >> rank & 1
        )

    def _count(self, room: Sequence[int]) -> tuple[list[Split], list[int]]:
        """The ways to share out each class by numbers, and how many deals there are of each."""
        ab, ac, bc = (len(cards) for cards in self.pairs)
        splits, weights = [], []
        for x in range(min(ab, room[0]) + 1):
            for y in range(min(ac, room[0] - x) + 1):
                a = room[0] - x - y
                for z in range(min(bc, room[1] - ab + x) + 1):
                    b = room[1] - (ab - x) - z
                    c = room[2] - (ac - y) - (bc - z)
                    if b >= 0 and c >= 0 and a + b + c == len(self.free):
                        splits.append(Split((x, y, z), (a, b)))
                        ways = comb(ab, x) * comb(ac, y) * comb(bc, z)
                        weights.append(ways * comb(a + b + c, a) * comb(b + c, b))
        return splits, weights

    def sample(self, rng: random.Random) -> Hands:
        """All four hands in one of these deals; each is as likely."""
        split = self.splits[bisect(self.weights, rng.randrange(self.number))]
        hands = [0] * 16
        seat, mine = self.mine
        hands[4 * seat : 4 * seat + 4] = mine
        first, second, third = (4 * each for each in self.others)
        for base, cards in zip((first, second, third), self.sure, strict=True):
            _give(hands, base, cards)
        for (a, b), cards, n in zip(PAIRS, self.pairs, split.pairs, strict=True):
            if cards:
                rng.shuffle(cards)
                _give(hands, 4 * self.others[a], cards[:n])
                _give(hands, 4 * self.others[b], cards[n:])
        a, b = split.rest
        rng.shuffle(self.free)
        _give(hands, first, self.free[:a])
        _give(hands, second, self.free[a : a + b])
        _give(hands, third, self.free[a + b :])
        return hands


def unseen_dealt(mine: Masks, seat: int, rng: random.Random) -> Hands:
    """All four full hands, of which some cards of one seat's are known."""
    hands = [0] * 16
    hands[4 * seat : 4 * seat + 4] = mine
    unseen = [(s, 1 << rank) for s in range(4) for rank in ranks(WHOLE_SUIT & ~mine[s])]
    rng.shuffle(unseen)
    for base in range(0, 16, 4):
        n = TRICKS - sum(mask.bit_count() for mask in hands[base : base + 4])
        _give(hands, base, unseen[:n])
        del unseen[:n]
    return hands


def _give(hands: Hands, base: int, cards: Cards) -> None:
    for suit, bit in cards:
        hands[base + suit] |= bit
