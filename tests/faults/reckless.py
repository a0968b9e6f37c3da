"""Reckless: a game by an author who tested nothing. It is shipped to servers as a package of its own.

Everybody steps when they like. All other moves do harm in the way they are called, one table at a time.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from compendium.rules import Game, Move, Table, View

HANG = 1.0
"""Seconds."""
MISCHIEF: dict[str, Callable[[Table], Any]] = {}
"""Moves that fail, or go on in a way no table can."""


class Reckless(Game):
    """``("step",)`` counts on, ``("blow", n)`` with air, ``("census",)`` counts objects of its process."""

    slug = "reckless"
    name = "Reckless"
    levels = {
        "fine": "Fine",
        "raise": "Raises",
        "quit": "Quits",
        "late": "Comes late",
        "odd": "Answers oddly",
    }
    default_level = "fine"
    verbs = frozenset({"step", "blow", "break", "census"})

    def seats(self, options: Any) -> range:
        return range(1, 5)

    def setup(self, t: Table) -> None:
        t.zone("deck", ["AS", "2S", "3S"], see="none")
        t.zone("shown", see="top")
        t.set(steps=0, broken="", census={})

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        self._break(t, "legal")
        return [("step",), (object(),)] if t.broken == "unsayable legal" else [("step",)]  # type: ignore[list-item]

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        self._break(t, "allows")
        return move[0] in MISCHIEF or move[0] in self.verbs

    def play(self, t: Table, seat: int, move: Move) -> None:
        verb = move[0]
        if verb == "break":
            t.set(broken=move[1])
            if move[1] in ("wake", "ticking"):
                t.set(wake_at=t.now)
        elif verb == "census":
            gc.collect()
            kinds = Counter(type(thing).__name__ for thing in gc.get_objects())
            t.set(census={kind: kinds[kind] for kind in CENSUS})
        elif verb == "blow":
            t.set(steps=t.steps + 1, air="x" * int(str(move[1])))
        elif verb in MISCHIEF:
            MISCHIEF[str(verb)](t)
        else:
            t.set(steps=t.steps + 1)

    def wake(self, t: Table) -> None:
        self._break(t, "wake")
        t.set(wake_at=t.now + 1)

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        if level == "raise":
            raise RuntimeError("a bot without a plan")
        if level == "quit":
            sys.exit(3)
        if level == "odd":
            return None  # type: ignore[return-value]
        return ("step",), float("inf") if level == "late" else 0.5

    @staticmethod
    def _break(t: Table, what: str) -> None:
        if t.broken == what:
            raise RuntimeError(f"{what} is broken")


CENSUS = (
    "Socket",
    "Replica",
    "TableConsumer",
    "Task",
    "Context",
    "Request",
    "DirectProtocol",
    "BoundedProtocol",
)


def _mischief(move: Callable[[Table], Any]) -> Callable[[Table], Any]:
    MISCHIEF[move.__name__] = move
    return move


@_mischief
def fail(t: Table) -> None:
    t.set(steps=-1)
    raise RuntimeError("a game without a plan")


@_mischief
def leave(t: Table) -> None:
    sys.exit("a game that ends its process")


@_mischief
def unsayable(t: Table) -> None:
    t.set(thing=object())


@_mischief
def surrogate(t: Table) -> None:
    t.set(thing="\ud800")


@_mischief
def deep(t: Table) -> None:
    thing: list[Any] = []
    for _ in range(100_000):
        thing = [thing]
    t.set(thing=thing)


@_mischief
def enormous(t: Table) -> None:
    t.set(thing="x" * 5_000_000)


@_mischief
def many(t: Table) -> None:
    t.set(**{f"thing{n}": n for n in range(50_000)})


@_mischief
def soon(t: Table) -> None:
    t.set(wake_at="soon")


@_mischief
def never(t: Table) -> None:
    t.set(wake_at=2**70)


@_mischief
def whose(t: Table) -> None:
    t.set(turn=["mine", "yours"])


@_mischief
def cards(t: Table) -> None:
    t.zone("things", [object()])  # type: ignore[list-item]


@_mischief
def sleep(t: Table) -> None:
    time.sleep(HANG)
    t.set(steps=t.steps + 1)


@_mischief
def spin(t: Table) -> None:
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        pass
    t.set(steps=t.steps + 1)


@_mischief
def behind(t: Table) -> None:
    """What the ops do not tell: only when it is written is it found out."""
    t.facts["score"].append(object())
    t.set(over="done")


game = Reckless()
