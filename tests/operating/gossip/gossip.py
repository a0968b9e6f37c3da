"""Gossip: a game with errors in it, each of which would tell the whole log what somebody holds."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from typing import Any

from compendium.rules import Game, Move, Table, View
from compendium.rules.cards import DECK


class Gossip(Game):
    slug, name = "gossip", "Gossip"
    verbs = frozenset({"play", "blab", "chain", "slow", "unsayable", "mute", "wake"})
    levels = {"easy": "Easy"}
    default_level = "easy"

    def seats(self, options: Any) -> range:
        return range(2, 3)

    def setup(self, t: Table) -> None:
        t.zone("stock", DECK, see="none")
        t.shuffle("stock")
        for seat in t.seats:
            t.zone(f"h{seat}", see="owner", owner=seat)
            t.deal("stock", f"h{seat}", 20)
        t.set(turn=0, mute=False)

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        if t.mute:
            raise LookupError(f"{t['h0']} {t['h1']} {t['stock']}")
        return [("play", card) for card in t[f"h{seat}"]] if t.turn == seat else []

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        return move[0] in self.verbs

    def play(self, t: Table, seat: int, move: Move) -> None:
        match move[0]:
            case "play":
                raise KeyError(move[1])
            case "blab":
                raise ValueError(f"{t['h0']} {t['h1']} {t['stock']}")
            case "chain":
                self.chain(t)
            case "slow":
                until = time.thread_time() + 0.1
                while time.thread_time() < until:
                    pass
                t.set(turn=1)
            case "unsayable":
                t.set(hands=object())
            case "mute":
                t.set(mute=True)
            case "wake":
                t.set(wake_at=t.now)

    def chain(self, t: Table) -> None:
        try:
            raise KeyError(t["h0"])
        except KeyError as error:
            raise RuntimeError(*t["h1"]) from error

    def wake(self, t: Table) -> None:
        raise RuntimeError(*t["stock"])

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        raise RuntimeError(f"{v} {legal}")


game = Gossip()
