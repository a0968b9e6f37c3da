"""A run of tables: people come, play, and what they saw is counted and compared with the logs."""

from __future__ import annotations

import asyncio
import gc
import math
from collections.abc import AsyncIterator, Sequence
from random import random
from time import perf_counter, process_time
from typing import NamedTuple

from compendium.rules import Game, registry

from . import audit, laid, scripts, spent
from .counts import Counts
from .crowd import Crowd
from .plan import Found, Plan, Tables

DEALS = 64
"""Different scripts, at most; tables beyond share them."""
BEFORE, AFTER = 0.5, 0.5
"""Seconds of rest before the first move, and of moves after the measured ones."""
LONGEST_DRAIN = 20.0
"""Seconds until everything that was sent is answered."""


class Meter(NamedTuple):
    """What was used so far: processor seconds, bytes received."""

    at: float
    server: float
    database: float
    generator: float
    busy: float
    bytes: int
    entry_bytes: int


async def run(plan: Tables) -> AsyncIterator[Found]:
    """Carry out a plan. Raises LookupError where the game is not there or cannot last so long, OSError."""
    seconds = plan.warmup + plan.seconds + AFTER
    chosen = scripted(plan, seconds, plan.tables)
    tables = await asyncio.to_thread(laid.lay, game_of(plan), [script.opening for script in chosen])
    crowd = Crowd(plan)
    await crowd.all_come(tables, [script.steps for script in chosen])
    without_pauses()
    start = perf_counter() + BEFORE
    for seated in crowd.tables:
        crowd.begin_at(seated, start + random() / plan.rate)
    before, after, memory = await _play(crowd, start)
    await drain(crowd.counts)
    for seated in crowd.tables:
        crowd.go(seated)
    log = await asyncio.to_thread(audit.faults, crowd.counts, [seated.laid for seated in crowd.tables])
    yield _found(crowd.counts, before, after, memory, log)


def game_of(plan: Plan) -> Game:
    """The game that is played. Raises LookupError where it is not installed."""
    game = registry.get(plan.game)
    if game is None:
        raise LookupError(f"the game {plan.game!r} is measured and not installed")
    return game


def scripted(plan: Tables, seconds: float, tables: int) -> list[scripts.Script]:
    """A script for each table that lasts so long. Raises LookupError."""
    moves = math.ceil(seconds * plan.rate * plan.players)
    known = scripts.scripts(game_of(plan), plan.players, moves, min(tables, DEALS))
    return [known[number % len(known)] for number in range(tables)]


def without_pauses() -> None:
    """From here on nothing is thrown away that was made in circles; the run is short enough."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def _play(crowd: Crowd, start: float) -> tuple[Meter, Meter, float]:
    """The meters before and after what is measured, and the server's memory then, MB."""
    plan, counts = crowd.plan, crowd.counts
    counts.begin = start + plan.warmup
    counts.end = counts.begin + plan.seconds
    playing = asyncio.ensure_future(crowd.play())
    await asyncio.sleep(counts.begin - perf_counter())
    before = _meter(plan, counts)
    await asyncio.sleep(counts.end - perf_counter())
    after = _meter(plan, counts)
    memory = spent.memory(plan.server)
    await playing
    return before, after, memory


def _meter(plan: Plan, counts: Counts) -> Meter:
    database = spent.processor(plan.database) if plan.database else 0.0
    used = (spent.processor(plan.server), database, process_time(), spent.busy(plan.cores))
    return Meter(perf_counter(), *used, counts.bytes, counts.entry_bytes)


async def drain(counts: Counts) -> None:
    """Wait until each move has its answer and each accepted one has reached everybody, not for ever."""
    deadline = perf_counter() + LONGEST_DRAIN
    while perf_counter() < deadline and (counts.unanswered > 0 or counts.under_way()):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


def _found(counts: Counts, before: Meter, after: Meter, memory: float, log: list[str]) -> Found:
    used = after.server - before.server
    return Found(
        window=after.at - before.at,
        sent=len(counts.late),
        accepted=counts.accepted,
        own=points(counts.own),
        last=points(counts.last),
        late=points(counts.late)[2],
        server=used,
        database=after.database - before.database,
        generator=after.generator - before.generator,
        others=max(0.0, after.busy - before.busy - used),
        memory=memory,
        entry_bytes=after.entry_bytes - before.entry_bytes,
        bytes=after.bytes - before.bytes,
        refused=dict(counts.refused),
        faults=counts.faults() + log,
    )


def points(seconds: Sequence[float]) -> list[float]:
    """p50, p95, p99 and the longest, in ms; zeros where there are none."""
    ordered, many = sorted(seconds), len(seconds)
    if not many:
        return [0.0] * 4
    return [ordered[min(many - 1, int(many * part))] * 1000 for part in (0.5, 0.95, 0.99, 1)]
