"""A board's zones, the foundations, and which card goes on which.

Zones: ``n0`` Nerts pile (its top is seen) · ``s0`` stock (hidden) · ``v0`` waste, fanned · ``w0.0``,
``w0.1``, ... work piles · ``f0``, ``f1``, ... foundations, four to a board, empty until an ace opens them.
The first digit is the seat. A card's last character is the digit of its board: ``7H2`` belongs to seat 2.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from compendium.rules import Table
from compendium.rules.cards import RANKS, RED, SUITS

MOST_BOARDS = 8

_BY_DECK = tuple(str(seat) for seat in range(MOST_BOARDS))


def _accepted(rank: int, suit: str, deck: str) -> tuple[str, ...]:
    """What may lie on a card of a work pile: one rank down, of the opposite colour, from the same board."""
    if rank == 0:
        return ()
    return tuple(RANKS[rank - 1] + other + deck for other in SUITS if (other in RED) != (suit in RED))


TAKES: dict[str, tuple[str, ...]] = {
    RANKS[rank] + suit + deck: _accepted(rank, suit, deck)
    for rank in range(len(RANKS))
    for suit in SUITS
    for deck in _BY_DECK
}
"""Card on a work pile -> the cards that may be put on it."""

NEXT: dict[str, str] = {
    card + suit + deck: following + suit
    for card, following in zip(RANKS, [*RANKS[1:], ""], strict=True)
    for suit in SUITS
    for deck in _BY_DECK
}
"""Card on a foundation -> rank and suit of the card that may follow, from any board (none after the king)."""


class Board(NamedTuple):
    """Names of one board's zones, and of its fact (see ``stock``)."""

    nerts: str
    stock: str
    waste: str
    work: tuple[str, ...]
    sources: tuple[str, ...]
    """The zones a card may be played from."""
    unseen: str


@cache
def board(seat: int, piles: int) -> Board:
    """A seat's board with so many work piles."""
    work = tuple(f"w{seat}.{i}" for i in range(piles))
    nerts, waste = f"n{seat}", f"v{seat}"
    return Board(nerts, f"s{seat}", waste, work, (nerts, waste, *work), f"u{seat}")


@cache
def foundations(boards: int) -> tuple[str, ...]:
    """The names of all foundations: one for each ace."""
    return tuple(f"f{i}" for i in range(4 * boards))


@cache
def foundation_set(boards: int) -> frozenset[str]:
    """The same, to look names up."""
    return frozenset(foundations(boards))


def wanted(t: Table) -> set[str]:
    """Rank and suit of every card that some foundation takes next (an ace always opens its own)."""
    piles = t.piles
    return {NEXT[piles[name][-1]] for name in foundations(len(t.seats)) if piles[name]}
