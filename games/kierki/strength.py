"""How strong the bots are, in points a game: duplicate deals, seats rotated (``manage.py bench strength``).

A set is one game's twelve deals played four times, the bot in another seat each time against three others.
The four totals of a game sum to nothing, so an equal player scores 0.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from compendium.rules import Chance, Move, View, new_table, play, view, wake

from . import game
from .bots import POLICIES, Policy, greedy
from .options import Options

SEATS = 4
Z = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""


def any_move(v: View, legal: list[Move], rng: random.Random) -> Move:
    """The weakest player there is."""
    return rng.choice(legal)


PLAYERS: dict[str, Policy] = {**POLICIES, "greedy": greedy.move, "random": any_move}


class Match(NamedTuple):
    """A player, the three it meets, and the points a game that it is to reach and not to exceed."""

    player: str
    against: str
    least: float
    most: float = inf


MATCHES = (
    Match("normal", "greedy", 250),
    Match("normal", "random", 650),
    Match("beginner", "normal", -250, -100),
)


class Edge(NamedTuple):
    """Points a game, the half width of its 95 % confidence interval, and the average of each deal."""

    points: float
    margin: float
    deals: list[float]


def rows(sets: int, seed: object = "strength", processes: int = 2) -> Iterator[Sequence[Any]]:
    """A table: a title, then a row for each match."""
    yield "bot", "against three", "sets", "points a game", "95 %", "bar", "reached"
    for match in MATCHES:
        edge = measure(match, sets, seed, processes)
        bar = f">= {match.least:+.0f}" if match.most == inf else f"{match.least:+.0f} to {match.most:+.0f}"
        reached = "yes" if match.least <= edge.points <= match.most else "no"
        yield match.player, match.against, sets, f"{edge.points:+.0f}", f"± {edge.margin:.0f}", bar, reached


def measure(match: Match, sets: int, seed: object = "strength", processes: int = 2) -> Edge:
    """Play a match. Raises ValueError for fewer than two sets, of which nothing can be said."""
    if sets < 2:
        raise ValueError("two sets at least")
    one = partial(play_set, match.player, match.against)
    seeds = [f"{seed} {number}" for number in range(sets)]
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            played = list(pool.map(one, seeds, chunksize=4))
    else:
        played = [one(each) for each in seeds]
    totals = [sum(deals) for deals in played]
    deals = [fmean(column) for column in zip(*played, strict=True)]
    return Edge(fmean(totals), Z * stdev(totals) / sqrt(sets), deals)


def play_set(player: str, against: str, seed: str) -> list[float]:
    """The same deals with the player in each seat: its average points in each deal."""
    sheets = []
    for seat in range(SEATS):
        players = [PLAYERS[player if s == seat else against] for s in range(SEATS)]
        sheets.append([points[seat] for points in play_game(players, seed)])
    return [fmean(column) for column in zip(*sheets, strict=True)]


def play_game(players: Sequence[Policy], seed: str) -> list[list[int]]:
    """A whole game without turn time; the points of each deal."""
    rng = random.Random(seed)
    t = new_table(game, SEATS, Options(turn_time=0), Chance.seeded(seed))
    while t.over is None:
        seat = t.turn
        if seat is None:
            t = wake(game, t, now=t.wake_at) or t
        else:
            move = players[seat](view(t, seat), list(game.legal(t, seat)), rng)
            t = play(game, t, seat, move)
    return [points for _, points, _ in t.sheet]
