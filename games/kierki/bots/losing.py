"""The rule bot's policy for deals 1-7 as tables of suits, for playing out thousands of deals a second.

What a card is worth is what ``avoid`` says it is, as far as it follows from one suit and from two numbers of
the deal, which are rounded: what a later trick costs, and what taking this one costs beside its cards. A
suit's tables are filled while they are asked; suits whose cards cost the same share them. Cards that have
been played make no difference: what is worked out is kept for a ``Row`` of those that are left.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from .kept import Kept
from .rows import ROWS, Best, Choice, Row
from .suits import ranks

T = TypeVar("T")
MASKS = Kept(100_000)
"""By masks of ranks, of which there are many."""
PLACES = Kept(100_000)
SQUEEZED: dict[int, int] = PLACES.table()
"""Masks of some ranks and of those they are a part of -> the mask of their places."""


class Suit:
    """Tables of a suit: ``costs`` of its ranks, ``average`` cost of a later trick, and of a card thrown."""

    def __init__(self, costs: tuple[int, ...], average: float, thrown: float) -> None:
        self.costs, self.numbers = costs, (average, thrown)
        self.leads: dict[float, dict[int, Best]] = {}
        """What the trick itself costs -> own cards and unseen ones -> the best lead."""
        self.follows: dict[int, tuple[Choice, ...]] = MASKS.table()
        """The same with the number of later players and of own cards that are beaten -> what may be best."""
        self.throws: dict[int, Best] = MASKS.table()
        """Own cards and unseen ones -> the best card to throw."""
        self.rows: dict[tuple[int, ...], Row] = {}
        self.left: dict[int, Row] = {}
        """The same by masks of the cards that are left."""

    def leading(self, base: float) -> dict[int, Best]:
        """The table of leads to a trick that costs ``base`` beside its cards."""
        if base not in self.leads:
            self.leads[base] = MASKS.table()
        return self.leads[base]

    def lead(self, mine: int, unseen: int, base: float) -> Best:
        """The best card to lead to a trick that costs ``base`` beside its cards."""
        left = mine | unseen
        worth, bit = self._row(left).lead(squeezed(mine, left), base)
        return put(self.leading(base), mine << 13 | unseen, (worth, spread(bit, left)))

    def throw(self, mine: int, unseen: int) -> Best:
        """The best card to throw."""
        left = mine | unseen
        worth, bit = self._row(left).throw(squeezed(mine, left))
        return put(self.throws, mine << 13 | unseen, (worth, spread(bit, left)))

    def follow(self, mine: int, unseen: int, later: int, under: int, key: int) -> tuple[Choice, ...]:
        """The cards that are best to follow with, whatever lies there; ``under``: own that are beaten."""
        left = mine | unseen
        found = self._row(left).follow(squeezed(mine, left), later, squeezed(under, left))
        best = tuple([(spread(bit, left), worth, taking) for bit, worth, taking in found])
        return put(self.follows, key, best)

    def _row(self, left: int) -> Row:
        row = self.left.get(left)
        if row is None:
            costs = tuple([self.costs[rank] for rank in ranks(left)])
            if costs not in self.rows:
                self.rows[costs] = Row(costs, *self.numbers)
            row = self.left[left] = self.rows[costs]
        return row


def put(table: dict[int, T], key: int, value: T) -> T:
    """Keep what has been worked out."""
    table[key] = value
    return value


def squeezed(mine: int, left: int) -> int:
    """A mask of ranks as one of places among those of another, of which it is a part."""
    key = mine << 13 | left
    found = SQUEEZED.get(key)
    if found is None:
        found, place = 0, 1
        while left:
            low = left & -left
            if mine & low:
                found |= place
            place <<= 1
            left ^= low
        SQUEEZED[key] = found
    return found


def spread(place: int, left: int) -> int:
    """The bit of a rank, by the bit of its place among the ranks that are left."""
    return 1 << ranks(left)[place.bit_length() - 1]


@cache
def suit(costs: tuple[int, ...], average: float, thrown: float) -> Suit:
    """The tables for these numbers, for as long as the process lives."""
    return Suit(costs, average, thrown)


def bound() -> None:
    """Keep memory small, and Python's collector of garbage quick: to be called before each decision."""
    if PLACES.full():
        PLACES.clear()
    if ROWS.full():
        suit.cache_clear()
        MASKS.tables.clear()
        ROWS.tables.clear()
    elif MASKS.full():
        MASKS.clear()
