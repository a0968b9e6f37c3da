"""Positions for tests, written the way people write hands: ``"AH 3H 2C"``."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from compendium.rules import Chance, Illegal, Move, Table, new_table, play, wake
from compendium.rules.cards import DECK
from games.kierki import game
from games.kierki.options import Options


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def position(deal: int, *hands: str, trick: str = "", options: Options | None = None, **facts: Any) -> Table:
    """A table in the middle of a deal: seat 0 is to act and has led, unless the facts say otherwise.

    What is in no hand and not in the trick lies in the stock. ``winners`` is filled up: seat 3 has taken all
    tricks before this one.
    """
    t = new_table(game, 4, options or Options(), Chance.seeded("position")).draft()
    t.piles.update({f"h{seat}": cards(hand) for seat, hand in enumerate(hands)}, trick=cards(trick))
    there = {card for zone, pile in t.piles.items() if zone != "stock" for card in pile}
    t.piles["stock"] = tuple(card for card in DECK if card not in there)
    played = 13 - max(len(cards(hand)) for hand in hands)
    t.set(**{"deal": deal, "turn": 0, "leader": 0, "dealer": 3, "winners": [3] * played, **facts})
    t.ops.clear()
    return t


def with_runs(t: Table, *runs: str) -> Table:
    """Lottery runs, each written low to high."""
    for run in map(cards, runs):
        t.piles[f"r{run[0][1]}"] = run
        t.piles["stock"] = tuple(card for card in t["stock"] if card not in run)
    return t


def moves(t: Table, seat: int | None = None) -> str:
    """The legal moves' cards or suits in one line, sorted."""
    return " ".join(sorted(str(move[-1]) for move in game.legal(t, t.turn if seat is None else seat)))


def after(t: Table, *line: str, at: int | None = None) -> Table:
    """Cards played, or laid, one after the other by whoever's turn it is."""
    for card in line:
        t = play(game, t, t.turn, ("lay" if t.facts["deal"] == 12 else "play", card), now=at)
    return t


def refused(t: Table, seat: int, move: Move) -> tuple[str, dict[str, Any]]:
    """The code and arguments a move is refused with; it leaves no trace."""
    before = (dict(t.piles), dict(t.facts), list(t.ops))
    try:
        play(game, t, seat, move)
    except Illegal as error:
        assert (dict(t.piles), dict(t.facts), list(t.ops)) == before
        assert move not in list(game.legal(t, seat))
        return error.code, error.args_
    raise AssertionError(f"{move} was not refused")


@cache
def to_deal(deal: int, options: Options | None = None, seed: object = 1) -> Table:
    """The first position of a deal, reached by random play."""
    t = new_table(game, 4, options or Options(), Chance.seeded(seed))
    rng = random.Random(f"{seed}")
    while t.facts["deal"] < deal:
        t = step(t, rng)
    return t


def step(t: Table, rng: random.Random) -> Table:
    """One random move; between deals time passes instead."""
    if t.turn is None:
        slept = wake(game, t, now=t.wake_at)
        assert slept is not None
        return slept
    choice = list(game.legal(t, t.turn))
    assert choice
    return play(game, t, t.turn, rng.choice(choice), now=t.now + rng.randrange(2000))
