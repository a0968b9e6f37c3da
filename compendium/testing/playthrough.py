"""A game played from its first entry to its last by random (or given) moves, with luck that can be repeated.

The table's clock goes on between entries. Where nobody can move it jumps to the next wake; at times it does
so although somebody could.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from compendium.rules import Cards, Chance, Game, Move, Op, Table, play, wake
from compendium.rules.table import Seeded

PAUSES = (0, 40, 300, 1500)
"""Milliseconds that pass between entries."""
OVERSLEPT = 0.03
"""How often a wake comes although somebody could still have moved."""

Mover = Callable[[Table, int, list[Move], random.Random], Move]
"""Chooses a seat's move: called with the table, the seat, its legal moves and luck of its own."""


def any_move(t: Table, seat: int, legal: list[Move], rng: random.Random) -> Move:
    """Any legal move is as good as another."""
    return rng.choice(legal)


Swap = tuple[int, str, str]
"""In which shuffle of an entry (0 is its first), and the two cards that change places."""


class Luck(Seeded):
    """The luck of one entry. It notes its shuffles, and can swap two cards in one of them."""

    def __init__(self, seed: object, seq: int, swap: Swap | None = None) -> None:
        super().__init__(seed)
        self.rng = random.Random(f"{seed}/entry {seq}")
        self.swap = swap
        self.shuffles: list[Cards] = []

    def shuffled(self, cards: Cards, deal: object) -> Cards:
        order = super().shuffled(cards, deal)
        if self.swap is not None and self.swap[0] == len(self.shuffles):
            _, a, b = self.swap
            other = {a: b, b: a}
            order = tuple(other.get(card, card) for card in order)
        self.shuffles.append(order)
        return order


class NoLuck(Chance):
    """The luck of a table that is only looked at: there is none, so looking cannot depend on it."""

    def __getattribute__(self, name: str) -> Any:
        if name in {"rng", "deal_rng", "shuffled"}:
            raise RuntimeError("only setup, play and wake may draw luck")
        return super().__getattribute__(name)


NO_LUCK = NoLuck()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: when (in ms), who moved (nobody in the first one and in a wake), and what came of it."""

    seq: int
    at: int
    seat: int | None
    move: Move | None
    before: Table
    table: Table
    shuffles: list[Cards]

    @property
    def ops(self) -> list[Op]:
        """What it recorded."""
        return self.table.ops


def entries(game: Game, seats: int, options: Any, seed: object, mover: Mover = any_move) -> Iterator[Entry]:
    """The entries of a game, in order: until it is over, or until nothing can happen any more."""
    rng = random.Random(f"{seed}/moves")
    entry: Entry | None = enter(game, Table(seats, options, NO_LUCK), seed, 1, 0, None, None)
    while entry is not None:
        yield entry
        entry = _following(game, entry, seed, rng, mover)


def again(game: Game, entry: Entry, before: Table, seed: object, swap: Swap | None = None) -> Entry:
    """What an entry does on another table. Raises Illegal where it is no legal move there."""
    return enter(game, before, seed, entry.seq, entry.at, entry.seat, entry.move, swap)


def enter(
    game: Game,
    before: Table,
    seed: object,
    seq: int,
    at: int,
    seat: int | None,
    move: Move | None,
    swap: Swap | None = None,
) -> Entry:
    """Set a table up (``seq`` 1), wake it (no move) or play a move on it. Raises Illegal."""
    luck = Luck(seed, seq, swap)
    if seq == 1:
        after = before.draft(0, luck)
        game.setup(after)
    elif seat is None or move is None:
        after = wake(game, before, now=at, chance=luck) or before.draft(at)
    else:
        after = play(game, before, seat, move, now=at, chance=luck)
    after.chance = NO_LUCK
    return Entry(seq, after.now, seat, move, before, after, luck.shuffles)


def _following(game: Game, last: Entry, seed: object, rng: random.Random, mover: Mover) -> Entry | None:
    t = last.table
    if t.over is not None:
        return None
    now, due = t.now + rng.choice(PAUSES), t.wake_at
    choice = _choice(game, t.draft(now), rng, mover)
    if due is not None and (choice is None or rng.random() < (0.5 if now >= due else OVERSLEPT)):
        return enter(game, t, seed, last.seq + 1, max(now, due), None, None)
    if choice is not None:
        return enter(game, t, seed, last.seq + 1, now, *choice)
    return None


def _choice(game: Game, t: Table, rng: random.Random, mover: Mover) -> tuple[int, Move] | None:
    for seat in rng.sample(t.seats, len(t.seats)):
        legal = list(game.legal(t, seat))
        if legal:
            return seat, mover(t, seat, legal, rng)
    return None
