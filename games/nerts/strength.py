"""How far the bots' levels are apart, in points a hand: duplicate deals, seats rotated
(``manage.py bench strength``).

A set is one deal of four boards played four times in simulated real time, the better bot on another board
each time against three of the level below.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from compendium.rules import Chance, Illegal, Move, Table, new_table, play, view, wake

from . import game
from .bot import LEVELS
from .options import Options

BOARDS = 4
CLASSIC = Options()
Z = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""
BAR = (4, 9)
"""Points a hand that neighbouring levels are to be apart."""
PAIRS = tuple((better, level) for level, better in pairwise(LEVELS))


class Edge(NamedTuple):
    """Points a hand more than the others have, the half width of its 95 % confidence interval, and the
    average length of a hand in seconds.
    """

    points: float
    margin: float
    seconds: float


def rows(sets: int, seed: object = "strength", processes: int = 2) -> Iterator[Sequence[Any]]:
    """A table: a title, then a row for each level and the one below."""
    yield "bot", "against three", "hands", "points a hand", "95 %", "bar", "reached", "seconds a hand"
    for better, level in PAIRS:
        edge = measure(better, level, sets, seed, processes)
        reached = "yes" if BAR[0] <= edge.points <= BAR[1] else "no"
        points, margin = f"{edge.points:+.1f}", f"± {edge.margin:.1f}"
        bar = f"{BAR[0]:+} to {BAR[1]:+}"
        yield better, level, sets * BOARDS, points, margin, bar, reached, f"{edge.seconds:.0f}"


def measure(better: str, level: str, sets: int, seed: object = "strength", processes: int = 2) -> Edge:
    """Play one level against three of another.

    Raises ValueError for fewer than two sets, of which nothing can be said.
    """
    if sets < 2:
        raise ValueError("two sets at least")
    one = partial(play_set, better, level)
    seeds = [f"{seed} {number}" for number in range(sets)]
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            played = list(pool.map(one, seeds, chunksize=4))
    else:
        played = [one(each) for each in seeds]
    points, seconds = zip(*played, strict=True)
    return Edge(fmean(points), Z * stdev(points) / sqrt(sets), fmean(seconds))


def play_set(better: str, level: str, seed: str) -> tuple[float, float]:
    """The same deal with the better bot on each board: its lead over the others' average, and seconds."""
    leads, seconds = [], []
    for seat in range(BOARDS):
        t = play_hand([better if s == seat else level for s in range(BOARDS)], seed)
        points = t.sheet[0][0]
        leads.append(points[seat] - (sum(points) - points[seat]) / (BOARDS - 1))
        seconds.append((t.now - t.go) / 1000)
    return fmean(leads), fmean(seconds)


def play_hand(levels: Sequence[str], seed: str, options: Options = CLASSIC) -> Table:
    """One hand to its score, a level on each board."""
    *_, last = tables(levels, seed, options)
    return last


def tables(levels: Sequence[str], seed: str, options: Options = CLASSIC) -> Iterator[Table]:
    """The same: the table after each entry from "Go!" on."""
    hand = _Hand(levels, seed, options)
    yield hand.t
    while hand.t.ended is None:
        before = hand.t
        hand.go_on()
        if hand.t is not before:
            yield hand.t


class _Hand:
    """A hand in which each bot makes the move that it set about, or looks again if that is gone."""

    def __init__(self, levels: Sequence[str], seed: str, options: Options) -> None:
        self.levels = levels
        self.rng = random.Random(seed)
        t = new_table(game, len(levels), options, Chance.seeded(seed))
        self.t = wake(game, t, now=t.wake_at) or t
        self.moving: list[tuple[int, int, Move]] = []
        """When, which seat, and what; a heap."""
        self.idle = set(t.seats)

    def go_on(self) -> None:
        """All who may look for a move; then the next thing happens."""
        for seat in sorted(self.idle):
            self._look(seat, self.t.now)
        due = self.t.wake_at
        if due is not None and (not self.moving or due <= self.moving[0][0]):
            self.t = wake(game, self.t, now=due) or self.t
            return
        at, seat, move = heappop(self.moving)
        self.idle.add(seat)
        try:
            self.t = play(game, self.t, seat, move, now=at)
        except Illegal:
            self._look(seat, at)

    def _look(self, seat: int, at: int) -> None:
        if legal := list(game.legal(self.t, seat)):
            move, seconds = game.bot(view(self.t, seat), legal, self.rng, self.levels[seat])
            heappush(self.moving, (at + round(seconds * 1000), seat, move))
            self.idle.discard(seat)
