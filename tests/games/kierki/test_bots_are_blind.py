"""A bot sees its seat's view and nothing else: re-deal all that is hidden from it, and it decides the same.

A bot that reads the hands, put to the same test, is caught.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from compendium.rules import Chance, Move, Table, new_table, play, view, wake
from games.kierki import CLAIM, game
from games.kierki.bots import BUDGETS, memory
from games.kierki.bots.search import Budget
from games.kierki.bots.suits import SUIT, masks
from games.kierki.bots.worlds import Worlds
from games.kierki.options import Options
from games.kierki.tricks import HAND, HIGH

POSITIONS, REDEALS = 500, 3
LOOKING_AHEAD = 60
"""Positions for levels that take longer; ``-m long`` has 500 for each, and more worlds."""
Decide = Callable[[Table, int], Move]


def positions(n: int, seed: str) -> Iterator[tuple[Table, int]]:
    """Positions with a choice, from all deals, reached by bots."""
    rng = random.Random(seed)
    while n:
        t = new_table(game, 4, Options(turn_time=0), Chance.seeded(rng.random()))
        while t.over is None and n:
            if t.turn is None:
                t = wake(game, t, now=t.wake_at) or t
                continue
            legal = list(game.legal(t, t.turn))
            if len(legal) > 1 and rng.random() < 0.08:
                n -= 1
                yield t, t.turn
            t = play(game, t, t.turn, game.bot(view(t, t.turn), legal, rng, "beginner")[0])


def redealt(t: Table, seat: int, rng: random.Random) -> Table:
    """The same table with all cards that the seat does not see dealt anew, as it fits what was played."""
    hidden = [HAND[s] for s in t.seats if s != seat] + ["stock"]
    cards = [card for zone in hidden for card in t[zone]]
    tricks = t.facts["deal"] != 12 and t.facts["trump"] != "N" and not t["stock"]
    p = memory.recall(view(t, seat)) if tricks else None
    for _ in range(2000):
        rng.shuffle(cards)
        other, left = t.draft(), list(cards)
        for zone in hidden:
            other.piles[zone] = tuple(left[: len(t[zone])])
            del left[: len(t[zone])]
        if p is None or not any(
            p.is_void(s, SUIT[card]) for s in t.seats if s != seat for card in other[HAND[s]]
        ):
            return other
    return t  # so much is known that hardly another deal is left


def changed(decide: Decide, n: int, seed: str) -> tuple[int, int]:
    """In how many of ``n`` positions a decision changed in one of the re-deals; and how many had one."""
    rng = random.Random(seed)
    different = other_worlds = 0
    for t, seat in positions(n, seed):
        worlds = [redealt(t, seat, rng) for _ in range(REDEALS)]
        other_worlds += any(world.piles != t.piles for world in worlds)
        different += any(decide(world, seat) != decide(t, seat) for world in worlds)
    return different, other_worlds


@pytest.mark.parametrize("level", game.levels)
def test_no_decision_changes_with_what_a_bot_cannot_see(level: str) -> None:
    n = LOOKING_AHEAD if level in BUDGETS else POSITIONS
    different, other_worlds = changed(decides(level), n, level)
    assert different == 0
    assert other_worlds > n * 0.9


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("level", BUDGETS)
def test_nor_in_500_positions_with_more_worlds(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, level, Budget(40))
    different, other_worlds = changed(decides(level), POSITIONS, level)
    print(f"\n{level}: {different} of {POSITIONS} x {REDEALS} decisions changed; {other_worlds} could have")
    assert different == 0
    assert other_worlds > POSITIONS * 0.9


def decides(level: str) -> Decide:
    """A level with ever the same luck."""

    def decide(t: Table, seat: int) -> Move:
        return game.bot(view(t, seat), list(game.legal(t, seat)), random.Random(7), level)[0]

    return decide


def test_a_searcher_that_looks_into_one_of_the_hands_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The very search, but given the world that is really there."""

    def peeks(t: Table, seat: int) -> Move:
        real = [mask for s in t.seats for mask in masks(t[HAND[s]])]
        monkeypatch.setattr(Worlds, "sample", lambda self, rng: list(real))
        return decides("expert")(t, seat)

    different, _ = changed(peeks, 40, "peeks")
    assert different > 3


def test_a_bot_that_reads_hands_is_caught() -> None:
    def reads(t: Table, seat: int) -> Move:
        """Plays what the next player's highest card of that suit comes closest to."""
        there = t[HAND[t.next(seat)]]

        def distance(move: Move) -> int:
            suit = str(move[1])[-1]
            top = max((HIGH[card] for card in there if card[1] == suit), default=0)
            return abs(top - HIGH.get(str(move[1]), 0))

        return min((move for move in game.legal(t, seat) if move != CLAIM), key=distance)

    different, _ = changed(reads, 100, "reads")
    assert different > 50
