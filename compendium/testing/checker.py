"""What the laws remember of a game while it is played, and how they say that it broke one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from compendium.rules import Audience, Game, Move, Table, view

from .client import Client
from .playthrough import NO_LUCK

KNOWN_MOVES = 200
"""Moves that were legal once and are tried again later."""


class LawBroken(AssertionError):
    """A game broke a law; the text says how."""


@dataclass
class Checker:
    """What the laws remember while a game goes on."""

    game: Game
    seats: int
    options: Any
    seed: object
    rng: random.Random
    replica: Table
    clients: dict[Audience, Client]
    deck: frozenset[str] = frozenset()
    known: list[Move] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    bots: int = 0
    """Positions that are still to be shown to the bots."""

    @classmethod
    def of(cls, game: Game, seats: int, options: Any, seed: object, bots: int = 0) -> Checker:
        """Everybody looks at an empty table."""
        empty = Table(seats, options, NO_LUCK)
        watching: list[Audience] = [None, *empty.seats]
        clients = {audience: Client(view(empty, audience)) for audience in watching}
        return cls(game, seats, options, seed, random.Random(f"{seed}/laws"), empty, clients, bots=bots)

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
