"""A bot sees its seat's view and nothing else: re-deal all that is hidden from it, and it decides the same.

A bot that looks under its Nerts pile's top, put to the same test, is caught.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from compendium.rules import Move, Table, view
from games.nerts import game
from games.nerts.board import board
from games.nerts.strength import tables

POSITIONS, REDEALS = 300, 3
Decide = Callable[[Table, int], tuple[Move, float]]


def positions(n: int, seed: str) -> Iterator[tuple[Table, int]]:
    """Positions from bots' hands, in which a seat can move."""
    rng = random.Random(seed)
    while n:
        for t in tables(["beginner", "normal", "expert"], f"{rng.random()}"):
            seat = rng.choice(t.seats)
            if n and rng.random() < 0.08 and list(game.legal(t, seat)):
                n -= 1
                yield t, seat


def redealt(t: Table, rng: random.Random) -> Table:
    """The same table with the cards that nobody sees dealt anew: stocks, and Nerts piles below their tops."""
    other = t.draft()
    for seat in t.seats:
        b = board(seat, t.options.piles)
        stock, nerts = t.piles[b.stock], t.piles[b.nerts]
        cards = [*stock, *nerts[:-1]]
        rng.shuffle(cards)
        other.piles[b.stock] = tuple(cards[: len(stock)])
        other.piles[b.nerts] = (*cards[len(stock) :], *nerts[-1:])
    return other


def changed(decide: Decide, n: int, seed: str) -> tuple[int, int]:
    """In how many of ``n`` positions a decision changed in one of the re-deals; and how many had one."""
    rng = random.Random(seed)
    different = other_worlds = 0
    for t, seat in positions(n, seed):
        worlds = [redealt(t, rng) for _ in range(REDEALS)]
        other_worlds += any(world.piles != t.piles for world in worlds)
        different += any(decide(world, seat) != decide(t, seat) for world in worlds)
    return different, other_worlds


@pytest.mark.parametrize("level", game.levels)
def test_no_decision_changes_with_what_a_bot_cannot_see(level: str) -> None:
    def decide(t: Table, seat: int) -> tuple[Move, float]:
        return game.bot(view(t, seat), list(game.legal(t, seat)), random.Random(7), level)

    different, other_worlds = changed(decide, POSITIONS, level)
    assert different == 0
    assert other_worlds > POSITIONS * 0.9


def test_a_bot_that_looks_under_its_nerts_pile_is_caught() -> None:
    def peeks(t: Table, seat: int) -> tuple[Move, float]:
        legal, pile = list(game.legal(t, seat)), t.piles[board(seat, t.options.piles).nerts]
        return legal[sum(map(ord, "".join(pile[-2:-1]))) % len(legal)], 1.0

    different, _ = changed(peeks, 100, "peeks")
    assert different > 50
