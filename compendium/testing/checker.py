"""What the laws remember of a game while it is played, and how they say that it broke one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from compendium.rules import Audience, Game, Move, Table, view

from .client import Client
from .playthrough import NO_LUCK, Entry, Mover

KNOWN_MOVES = 200
"""Moves that were legal once and are tried again later."""


class LawBroken(AssertionError):
    """A game broke a law; the text says how."""


class Checker:
    """What the laws remember while a game goes on."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        seed: object,
        mover: Mover,
        bound: int = 0,
        worlds: int = 0,
        bots: int = 0,
    ) -> None:
        """The arguments are those of ``laws.check``. Everybody looks at an empty table."""
        self.game, self.seats, self.options, self.seed, self.mover = game, seats, options, seed, mover
        self.bound, self.worlds, self.bots = bound, worlds, bots
        self.rng = random.Random(f"{seed}/laws")
        self.log: list[Entry] = []
        self.replica = Table(seats, options, NO_LUCK)
        watching: list[Audience] = [None, *self.replica.seats]
        self.clients = {audience: Client(view(self.replica, audience)) for audience in watching}
        self.deck: frozenset[str] = frozenset()
        self.known: list[Move] = []
        self.counted: Counter[str] = Counter()

    def follow(self, entry: Entry) -> None:
        """One more entry."""
        self.log.append(entry)
        self.counted["entries"] += 1
        if entry.seq > 1:
            self.counted["wakes" if entry.seat is None else "moves"] += 1
        self.counted["deals"] += len(entry.shuffles)

    @property
    def audiences(self) -> list[Audience]:
        """The watchers and all seats."""
        return list(self.clients)

    def remember(self, legal: Iterable[Move]) -> None:
        """Keep some of the moves that are legal now, to try them when they are not."""
        for move in legal:
            if len(self.known) < KNOWN_MOVES:
                self.known.append(move)
            else:
                self.known[self.rng.randrange(KNOWN_MOVES)] = move


def difference(have: Any, want: Any) -> str:
    """Where two values part, in a line or so."""
    if isinstance(have, dict) and isinstance(want, dict):
        parts = sorted(key for key in have.keys() | want.keys() if have.get(key) != want.get(key))
        return "; ".join(f"{key}: {have.get(key)!r}, not {want.get(key)!r}" for key in parts[:4])
    if isinstance(have, list) and isinstance(want, list):
        both = zip_longest(have, want)
        have, want = next((pair for pair in both if pair[0] != pair[1]), (have, want))
    return f"{have!r}, not {want!r}"
