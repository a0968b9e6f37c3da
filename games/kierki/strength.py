"""How strong the bots are, in points a game: duplicate deals, seats rotated (``manage.py bench strength``).

A set is one game's twelve deals played four times, the bot in another seat each time against three others.
The four totals of a game sum to nothing, so an equal player scores 0. Levels that look ahead do so for their
time, as in play, or for a number of worlds that is always the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf, sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any, NamedTuple

from compendium.rules import Chance, Move, View, new_table, play, view, wake

from . import CLAIM, game
from .bots import BUDGETS, POLICIES, Policy, greedy, looking, search
from .options import Options

SEATS = 4
Z = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""


def any_move(v: View, legal: list[Move], rng: random.Random) -> Move:
    """The weakest player there is."""
    return rng.choice(legal)


PLAYERS: dict[str, Policy] = {**POLICIES, "greedy": greedy.move, "random": any_move}


SEES_CARDS = 350
"""An edge above this over the rule bot means that a player sees more than it should."""


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
    Match("hard", "normal", 0, SEES_CARDS),
    Match("expert", "normal", 130, SEES_CARDS),
)


class Edge(NamedTuple):
    """Points a game, the half width of its 95 % confidence interval, the average of each deal, and times."""

    points: float
    margin: float
    deals: list[float]
    seconds: list[float]
    """Processor time of the player's decisions where it had a choice, the shortest first."""

    def quantile(self, part: float) -> float:
        """Milliseconds that so many of the decisions take at most."""
        return 1000 * self.seconds[min(len(self.seconds) - 1, int(part * len(self.seconds)))]


class Run(NamedTuple):
    """How many sets are played, from which on, and worlds for those who look ahead (0: their time)."""

    sets: int
    start: int = 0
    worlds: int = 0
    processes: int = 2
    seed: object = "strength"


def rows(sets: int, start: int = 0, worlds: int = 0, only: str = "") -> Iterator[Sequence[Any]]:
    """A table: its titles, then a row for each match (``only``: of one player); times are milliseconds."""
    times = "p50 ms", "p99 ms", "max ms"
    yield "bot", "against three", "sets", "points a game", "95 %", "bar", "reached", *times
    for match in MATCHES:
        if only in ("", match.player):
            yield _row(match, measure(match, Run(sets, start, worlds)), sets)


def _row(match: Match, edge: Edge, sets: int) -> Sequence[Any]:
    bar = f">= {match.least:+.0f}" if match.most == inf else f"{match.least:+.0f} to {match.most:+.0f}"
    reached = "yes" if match.least <= edge.points <= match.most else "no"
    score = f"{edge.points:+.0f}", f"± {edge.margin:.0f}"
    times = [round(edge.quantile(part), 1) for part in (0.5, 0.99, 1)]
    return match.player, match.against, sets, *score, bar, reached, *times


def measure(match: Match, run: Run) -> Edge:
    """Play a match. Raises ValueError for fewer than two sets, of which nothing can be said."""
    if run.sets < 2:
        raise ValueError("two sets at least")
    one = partial(play_set, match.player, match.against, worlds=run.worlds)
    seeds = [f"{run.seed} {number}" for number in range(run.start, run.start + run.sets)]
    if run.processes > 1:
        with ProcessPoolExecutor(run.processes) as pool:
            played = list(pool.map(one, seeds))
    else:
        played = [one(each) for each in seeds]
    totals = [sum(deals) for deals, _ in played]
    deals = [fmean(column) for column in zip(*(deals for deals, _ in played), strict=True)]
    seconds = sorted(each for _, took in played for each in took)
    return Edge(fmean(totals), Z * stdev(totals) / sqrt(run.sets), deals, seconds)


def play_set(player: str, against: str, seed: str, worlds: int = 0) -> tuple[list[float], list[float]]:
    """The same deals with the player in each seat: its average points in each deal, and its times."""
    sheets, took = [], []

    def timed(v: View, legal: list[Move], rng: random.Random) -> Move:
        begun = process_time()
        move = policy(player, worlds)(v, legal, rng)
        if len(legal) > 1:
            took.append(process_time() - begun)
        return move

    for seat in range(SEATS):
        players = [timed if s == seat else policy(against, worlds) for s in range(SEATS)]
        sheets.append([points[seat] for points in play_game(players, seed)])
    return [fmean(column) for column in zip(*sheets, strict=True)], took


def policy(player: str, worlds: int) -> Policy:
    """A player, in so many worlds if it looks ahead (0: for as long as in play)."""
    return looking(player, search.Budget(worlds)) if worlds and player in BUDGETS else PLAYERS[player]


def play_game(players: Sequence[Policy], seed: str) -> list[list[int]]:
    """A whole game without turn time; the points of each deal."""
    rng = random.Random(seed)
    t = new_table(game, SEATS, Options(turn_time=0), Chance.seeded(seed))
    while t.over is None:
        seat = t.turn
        if seat is None:
            t = wake(game, t, now=t.wake_at) or t
        else:
            legal = list(game.legal(t, seat))
            move = CLAIM if legal[-1] == CLAIM else players[seat](view(t, seat), legal, rng)
            t = play(game, t, seat, move)
    return [points for _, points, _ in t.sheet]
