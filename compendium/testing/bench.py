"""How fast the kernel is: what a move, a game, a fold and a frame cost (``manage.py bench kernel``)."""

from __future__ import annotations

import gc
import platform
import random
import statistics
from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter_ns
from typing import Any, NamedTuple

import msgspec

from compendium.rules import Chance, Game, Table, fold, new_table, play, redact, registry, view, wake
from compendium.rules.options import decode

from .playthrough import Entry, entries

FOLDED = 5000
BOARDS = 4
MOVES = 1000

_encode = msgspec.json.Encoder().encode


class Row(NamedTuple):
    """One measurement: what each repetition does how often, and what one of these costs in ``unit``."""

    what: str
    unit: str
    times: int
    repetitions: int
    best: float
    median: float
    target: str


def versions() -> str:
    """What the numbers were measured on."""
    python = f"{platform.python_implementation()} {platform.python_version()} ({platform.python_compiler()})"
    return f"{python}, msgspec {msgspec.__version__}, {platform.system()} {platform.machine()}"


def kernel(repetitions: int) -> Iterator[Row]:
    """All rows. Raises LookupError where Nerts or Kierki is not installed."""
    nerts, kierki = _game("nerts"), _game("kierki")
    log = list(_hands_of_nerts(nerts))
    moves = [entry for entry in log if entry.move is not None][:MOVES]
    ops = [op for entry in log for op in entry.ops][:FOLDED]
    stored = _encode(ops)
    start = log[0].before
    last = log[-1].table
    told = [
        (entry.seq, entry.at, entry.seat, "k3x9q1", redact(entry.before, entry.table, None))
        for entry in moves
    ]

    def measure(what: str, unit: str, times: int, target: str, work: Callable[[], Any]) -> Row:
        return Row(what, unit, times, repetitions, *_measure(work, repetitions, times, unit), target)

    yield measure("a move of Nerts", "µs", len(moves), "<= 15", lambda: _play_all(nerts, moves))
    yield measure(
        "a random game of Kierki", "ms", 1, "<= 15", lambda: random_game(kierki, 4, random.Random(1))
    )
    yield measure(f"folding {FOLDED} ops", "ms", 1, "<= 15", lambda: _fold_all(start, ops))
    yield measure(
        f"decoding and folding {FOLDED} ops",
        "ms",
        1,
        "",
        lambda: _fold_all(start, msgspec.json.decode(stored)),
    )
    yield measure("a view of Nerts", "µs", 100, "", lambda: [view(last, None) for _ in range(100)])
    yield measure("a view of Nerts as JSON", "µs", 100, "", lambda: [_shown(last) for _ in range(100)])
    yield measure("redacting an entry", "µs", len(moves), "", lambda: _redact_all(moves))
    yield measure(
        "encoding an entry's frame", "µs", len(told), "", lambda: [_encode(("e", *each)) for each in told]
    )


def random_game(game: Game, seats: int, rng: random.Random) -> Table:
    """A game of random moves, a tenth of a second each; played without any checks."""
    chance = Chance.seeded(rng.random())
    t = new_table(game, seats, chance=chance)
    while t.over is None:
        movers = t.seats if t.turn is None else (t.turn,)
        for seat in movers:
            if legal := list(game.legal(t, seat)):
                t = play(game, t, seat, rng.choice(legal), now=t.now + 100)
                break
        else:
            woken = wake(game, t, now=t.wake_at)
            assert woken is not None
            t = woken
    return t


def _game(slug: str) -> Game:
    game = registry.get(slug)
    if game is None:
        raise LookupError(f"the game {slug!r} is measured and not installed")
    return game


def _hands_of_nerts(nerts: Game) -> Iterator[Entry]:
    options = decode(nerts, {})
    return islice(entries(nerts, BOARDS, options, "bench"), FOLDED)


def _play_all(game: Game, moves: list[Entry]) -> None:
    for entry in moves:
        assert entry.seat is not None
        assert entry.move is not None
        play(game, entry.before, entry.seat, entry.move, now=entry.at)


def _fold_all(start: Table, ops: list[Any]) -> None:
    t = start.draft()
    for op in ops:
        fold(t, op)


def _shown(t: Table) -> bytes:
    v = view(t, None)
    return _encode((v.zones, v.facts))


def _redact_all(moves: list[Entry]) -> None:
    for entry in moves:
        redact(entry.before, entry.table, None)


def _measure(work: Callable[[], Any], repetitions: int, times: int, unit: str) -> tuple[float, float]:
    """The best and the median cost of one of the ``times`` that a repetition does."""
    scale = times * {"µs": 1e3, "ms": 1e6}[unit]
    work()
    took = []
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repetitions):
            begun = perf_counter_ns()
            work()
            took.append((perf_counter_ns() - begun) / scale)
            gc.collect()
    finally:
        if collecting:
            gc.enable()
    return min(took), statistics.median(took)
