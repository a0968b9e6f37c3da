"""Toy: a game for tests of the tables, in which players, bots and the game itself can misbehave on purpose.

Two to four players. Everybody has some cards and puts them on the pile, in turns or all at once.

## What may go wrong

1. A player may make the game crash.
2. A bot may raise, cheat, never come to an end, or die.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from compendium.rules import Figure, Game, Illegal, Move, Table, View

RANKS, SUITS = "A23456789TJQK", "SHCD"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: int = 5
    """Each player's; at most 13."""
    at_once: bool = False
    """Nobody waits for a turn."""
    turn: int = 0
    """ms until a turn runs out; 0: never."""
    by_days: bool = False
    """Nobody need be there."""


class Toy(Game):
    slug = "toy"
    name = "Toy"
    summary = "Put your cards on the pile."
    verbs = frozenset({"put", "look"})
    Options = Options
    levels = {level: level.title() for level in ("easy", "crash", "cheat", "hang", "die")}
    default_level = "easy"
    figures = {"puts": Figure("Cards put")}

    def seats(self, options: Any) -> range:
        return range(2, 5)

    def by_days(self, options: Any) -> bool:
        return bool(options.by_days)

    def setup(self, t: Table) -> None:
        t.zone("pile")
        t.zone("stock", see="none")
        t.zone("top", ["*1"], see="top")
        for seat in t.seats:
            t.zone(
                f"h{seat}",
                [f"{rank}{SUITS[seat]}" for rank in RANKS[: t.options.cards]],
                see="owner",
                owner=seat,
            )
        t.set(puts=[0] * len(t.seats), turn=None if t.options.at_once else 0, broken="")
        self._time(t)

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        if t.broken == "legal":
            raise RuntimeError("legal is broken")
        if t.over is not None or t.turn not in (None, seat):
            return []
        return [("put", card) for card in t[f"h{seat}"]]

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        return move[0] in MISCHIEF or (t.broken != "legal" and super().allows(t, seat, move))

    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        if move[0] == "put" and t.turn in (None, seat):
            return Illegal("card_not_held", card=move[1] if len(move) > 1 else None)
        if move[0] == "look":
            return Illegal("illegal", why=object())
        return super().refusal(t, seat, move)

    def play(self, t: Table, seat: int, move: Move) -> None:
        if move[0] in MISCHIEF:
            return MISCHIEF[move[0]](t)
        t.move(f"h{seat}", "pile", str(move[1]))
        t.set(puts=[n + (s == seat) for s, n in enumerate(t.puts)], late=None)
        t.add(seat, 1)
        if not any(t[f"h{s}"] for s in t.seats):
            t.set(over="done", turn=None, wake_at=None)
        elif t.turn is not None:
            t.set(turn=t.next(seat))
            self._time(t)

    def wake(self, t: Table) -> None:
        if t.broken == "wake":
            raise RuntimeError("wake is broken")
        t.set(late=t.turn, wake_at=None)

    def reached(self, t: Table, seat: int) -> dict[str, float]:
        return {"puts": t.puts[seat], "untold": 1, "broken": t.broken}

    def _time(self, t: Table) -> None:
        if t.options.turn and t.turn is not None:
            t.set(wake_at=t.now + t.options.turn)

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        assert isinstance(v["h0"] if v.seat else v["h1"], int), "a bot saw the cards of another seat"
        if level == "crash":
            raise RuntimeError("a bot crashed")
        if level == "hang":
            while True:
                pass
        if level == "die":
            os._exit(3)
        return ("put", "KD" if level == "cheat" else legal[0][1]), 0.2


def _crash(t: Table) -> None:
    t.set(broken="half done")
    raise RuntimeError("play is broken")


def _think(t: Table) -> None:
    """For long, on the fastest machine too."""
    begin = time.thread_time()
    while time.thread_time() - begin < 0.1:
        pass
    t.set(broken="")


MISCHIEF: dict[Any, Callable[[Table], None]] = {
    "crash": _crash,
    "slow": _think,
    "unsayable": lambda t: t.set(broken=object()),
    "later": lambda t: t.set(wake_at="soon"),
    "never": lambda t: t.set(wake_at=2**70),
    "boast": lambda t: t.set(score="all", over="done"),
    "mute": lambda t: t.set(broken="legal"),
    "sulk": lambda t: t.set(broken="wake", wake_at=t.now),
    "cover": lambda t: t.move("top", "stock", "*1") if t["top"] else t.move("stock", "top", "*1"),
}
"""Moves with which the game itself goes wrong."""

toy = Toy()
