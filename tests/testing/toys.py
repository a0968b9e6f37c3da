"""A toy game that keeps all laws, with a wake, a secret and all kinds of zone; broken ones derive from it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from compendium.rules import Game, Move, Table, View

CARDS = tuple(f"{rank}{suit}" for suit in "SH" for rank in "A23456")
LAST_ROUND = 3


class Toy(Game):
    """Everybody, at once, lays the cards of the hand, or draws from a pile of which the top is seen.

    A round ends when all hands are empty; after a pause of a second the next is dealt.
    """

    slug, name = "toy", "Toy"
    verbs = frozenset({"lay", "draw"})
    levels = {"any": "Anything"}
    default_level = "any"

    def seats(self, options: Any) -> range:
        return range(2, 4)

    def setup(self, t: Table) -> None:
        t.zone("stock", CARDS, see="none")
        t.zone("pile", see="top")
        t.zone("out")
        for seat in t.seats:
            t.zone(f"h{seat}", see="owner", owner=seat)
        t.set(round=0, laid=0)
        self.deal(t)

    def deal(self, t: Table) -> None:
        for zone in ("out", "pile", *(f"h{seat}" for seat in t.seats)):
            t.move(zone, "stock", *t[zone])
        t.shuffle("stock", deal=t.round)
        for seat in t.seats:
            t.deal("stock", f"h{seat}", 3)
        t.deal("stock", "pile", 2)
        t.keep("next", t.rng.randrange(100))
        t.set(round=t.round + 1, wake_at=None)

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        moves: list[Move] = [("lay", card) for card in t[f"h{seat}"]]
        return [*moves, ("draw",)] if moves and t["pile"] else moves

    def play(self, t: Table, seat: int, move: Move) -> None:
        if move[0] == "lay":
            t.move(f"h{seat}", "out", str(move[1]))
        else:
            t.deal("pile", f"h{seat}")
        t.set(laid=t.laid + 1)
        if not any(t[f"h{s}"] for s in t.seats):
            self.end_round(t)

    def end_round(self, t: Table) -> None:
        t.add(t.kept["next"] % len(t.seats), 1)
        if t.round == LAST_ROUND:
            t.set(over="done")
        else:
            t.set(wake_at=t.now + 1000)

    def wake(self, t: Table) -> None:
        self.deal(t)

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        return legal[0], 0.5
