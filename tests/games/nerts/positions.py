"""Positions for tests: zones written the way people write cards, ``"KS QH JC"``, bottom to top."""

from __future__ import annotations

import random
from typing import Any

from compendium.rules import Chance, Illegal, Move, Table, new_table, play, wake
from compendium.rules.cards import DECK
from games.nerts import game
from games.nerts.board import board, foundations
from games.nerts.options import Options

GO = 3000
"""When the first hand begins, in ms; positions are made one second later."""


def cards(text: str, seat: int) -> tuple[str, ...]:
    """Cards of a seat's deck; those with a digit are another's."""
    return tuple(card if len(card) == 3 else f"{card}{seat}" for card in text.split())


def layout(n: str = "2D", s: str = "6S 6H 6C", v: str = "", w: str = "KS, KH, KC, ") -> dict[str, str]:
    """One board: Nerts pile, stock, waste, work piles with commas between them; by default with a gap."""
    return {"n": n, "s": s, "v": v, "w": w}


def stock_with(card: str, place: int) -> dict[str, str]:
    """A board of which nothing can be played but one card, ``place`` (from 0) cards down in a stock of 35.

    The kings take only the queens, and those lie in the Nerts pile.
    """
    below = ["2S" if card != "2S" else "3S"]
    below += ["QS", "QH", "QC", "QD", "AH", "AC", "AD", "7D", "8D", "TD", "9D"]
    rest = [c for c in DECK if c not in {"AS", "KS", "KH", "KC", "KD", card, *below}]
    rest.insert(len(rest) - place, card)
    assert len(rest) == 35
    return layout(n=" ".join(below), s=" ".join(rest), w="KS, KH, KC, KD")


def position(
    *boards: dict[str, str], f: str = "", options: Options | None = None, seen: bool = True, **facts: Any
) -> Table:
    """A hand in play. ``f``: foundations with commas between them; all stocks have been ``seen``, or none."""
    t = new_table(game, len(boards), options or Options(), Chance.seeded("position")).draft(GO + 1000)
    for zone in t.piles:
        t.piles[zone] = ()
    for seat, zones in enumerate(boards):
        b = board(seat, t.options.piles)
        t.piles[b.nerts] = cards(zones["n"], seat)
        t.piles[b.stock] = cards(zones["s"], seat)
        t.piles[b.waste] = cards(zones["v"], seat)
        for zone, pile in zip(b.work, zones["w"].split(","), strict=False):
            t.piles[zone] = cards(pile, seat)
        facts.setdefault(b.unseen, [] if seen else None)
    for zone, pile in zip(foundations(t), f.split(","), strict=False):
        t.piles[zone] = cards(pile, 0)
    t.set(**{"wake_at": None, **facts})
    t.ops.clear()
    return t


def after(t: Table, seat: int, *move: str | int, at: int = 0) -> Table:
    """The table after a move, made ``at`` ms later."""
    return play(game, t, seat, move, now=t.now + at)


def woken(t: Table) -> Table:
    """The table after its next wake, on time."""
    slept = wake(game, t, now=t.wake_at)
    assert slept is not None
    return slept


def allowed(t: Table, seat: int, *move: str | int) -> bool:
    """Whether a move is allowed; the list of legal moves says the same."""
    answer = game.allows(t, seat, move)
    assert answer == (move in list(game.legal(t, seat)))
    return answer


def refused(t: Table, seat: int, *move: str | int, at: int = 0) -> tuple[str, dict[str, Any]]:
    """The code and arguments a move is refused with; it leaves no trace."""
    before = (dict(t.piles), dict(t.facts), list(t.ops))
    try:
        play(game, t, seat, move, now=t.now + at)
    except Illegal as error:
        assert (dict(t.piles), dict(t.facts), list(t.ops)) == before
        return error.code, error.args_
    raise AssertionError(f"{move} was not refused")


def code(t: Table, seat: int, *move: str | int, at: int = 0) -> str:
    """Only the code."""
    return refused(t, seat, *move, at=at)[0]


def called(t: Table, seat: int = 0) -> Table:
    """The table after a call and the landing time."""
    t = after(t, seat, "call")
    return t if t.ended else woken(t)


def willing(t: Table, seat: int, legal: list[Move], rng: random.Random) -> Move:
    """Any move, but a vote only where there is little else to do."""
    plays = [move for move in legal if move[0] != "stuck"]
    return rng.choice(plays if plays and rng.random() < 0.98 else legal)
