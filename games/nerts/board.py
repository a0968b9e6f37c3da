"""A board's zones, the foundations, and which card goes on which.

Zones: ``n0`` Nerts pile (its top is seen) · ``s0`` stock (hidden) · ``v0`` waste, fanned · ``w0.0``,
``w0.1``, ... work piles · ``f0``, ``f1``, ... foundations, one for each card that may be an ace: four to a
board, six with jokers; empty until one opens them. The first digit is the seat. A card's last character is
the digit of its board: ``7H2`` belongs to seat 2.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from compendium.rules import Cards, Table, View
from compendium.rules.cards import RANKS, RED, SUITS, deck, jokers

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

OVER: dict[str, Cards] = {card: tuple(c for c in TAKES if card in TAKES[c]) for card in TAKES}
"""Card -> the cards of the same board that it may be put on."""

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


def ranks(options: Any) -> str:
    """The ranks of a deck, ace to king or to ten."""
    return RANKS[: options.deck // len(SUITS)]


def own_deck(seat: int, options: Any) -> Cards:
    """The cards of a board."""
    suited = tuple(card for card in deck(seat) if card[0] in ranks(options))
    return suited + jokers(seat) if options.jokers == "two" else suited


def foundations(t: Table | View) -> tuple[str, ...]:
    """The names of all foundations: one for each ace, and one for each joker that may be declared as one."""
    return _foundations(len(t.seats), 6 if t.options.jokers == "two" else 4)


@cache
def _foundations(boards: int, each: int) -> tuple[str, ...]:
    return tuple(f"f{i}" for i in range(each * boards))


def foundation_set(t: Table | View) -> frozenset[str]:
    """The same, to look names up."""
    return _foundation_set(foundations(t))


_foundation_set = cache(frozenset[str])


def stands_for(t: Table | View, card: str) -> str:
    """A card, or what a joker has become; a free joker stands for itself."""
    if card[0] != "*":
        return card
    became: str = t.facts["jokers"].get(card, card)
    return became


def wanted(t: Table) -> set[str]:
    """Rank and suit of every card that some foundation takes next (an ace always opens its own)."""
    piles = t.piles
    return {NEXT[stands_for(t, piles[name][-1])] for name in foundations(t) if piles[name]}
