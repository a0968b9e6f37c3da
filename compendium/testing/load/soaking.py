"""A soak: people play for a long time and go from table to table. Memory is to stay flat."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from time import perf_counter

from . import audit, laid, spent
from .crowd import Crowd, Seated
from .laid import Laid
from .plan import Look, Soak
from .playing import drain, game_of, points, scripted, without_pauses
from .scripts import Step

AHEAD, AFTER = 2.0, 3.0
"""Seconds before a table's first move in which its people come, and after its last by which they go."""


async def run(plan: Soak) -> AsyncIterator[Look]:
    """A look every while, and one at the end, with the faults. Raises as ``playing.run`` does."""
    chosen = scripted(plan, plan.stay, plan.tables)
    several = math.ceil(plan.seconds / plan.stay) + 1
    openings = [script.opening for _ in range(several) for script in chosen]
    tables = await asyncio.to_thread(laid.lay, game_of(plan), openings)
    crowd, steps = Crowd(plan), [script.steps for script in chosen]
    first = [moves[: math.ceil(len(moves) * (place + 1) / len(steps))] for place, moves in enumerate(steps)]
    await crowd.all_come(tables[: len(steps)], first)
    without_pauses()
    start = perf_counter() + AHEAD
    playing = [asyncio.ensure_future(crowd.play(start + plan.seconds))]
    for place, seated in enumerate(list(crowd.tables)):
        after = iter(tables[place % len(steps) + len(steps) :: len(steps)])
        playing.append(asyncio.ensure_future(_stay(crowd, seated, after, steps[place], start)))
    async for look in _looks(crowd, plan, start):
        yield look
    await asyncio.gather(*playing)
    await drain(crowd.counts)
    log = await asyncio.to_thread(audit.faults, crowd.counts, [seated.laid for seated in crowd.tables])
    last = crowd.counts.last
    yield Look(
        at=plan.seconds,
        sent=len(crowd.counts.sent),
        accepted=crowd.counts.accepted,
        refused=dict(crowd.counts.refused),
        last=points(last),
        server=0.0,
        memory=spent.memory(plan.server),
        tables=len(crowd.tables),
        faults=crowd.counts.faults() + log,
    )


async def _stay(
    crowd: Crowd, seated: Seated, after: Iterator[Laid], steps: Sequence[Step], start: float
) -> None:
    """The people of one table play it to its end and go to the next, until the time is over."""
    plan: Soak = crowd.plan  # type: ignore[assignment]
    gap, end = 1 / (plan.rate * plan.players), start + plan.seconds
    crowd.begin_at(seated, start)
    while True:
        start += len(seated.steps) * gap
        left = round((end - start) / gap)
        await _until(start - AHEAD)
        coming = await crowd.come(next(after), steps[:left]) if left > 0 else None
        if coming is not None:
            crowd.begin_at(coming, start)
        await _until(start + AFTER)
        crowd.go(seated)
        if coming is None:
            return
        seated = coming


async def _looks(crowd: Crowd, plan: Soak, start: float) -> AsyncIterator[Look]:
    counts, known, sent, accepted, refused = crowd.counts, 0, 0, 0, Counter[str]()
    await _until(start)
    at, used = start, spent.processor(plan.server)
    while at + plan.every <= start + plan.seconds:
        await _until(at + plan.every)
        now, using = perf_counter(), spent.processor(plan.server)
        fresh, known = counts.last[known:], len(counts.last)
        look = Look(
            at=now - start,
            sent=len(counts.sent) - sent,
            accepted=counts.accepted - accepted,
            refused=dict(counts.refused - refused),
            last=points(fresh),
            server=(using - used) / (now - at),
            memory=spent.memory(plan.server),
            tables=len(crowd.tables),
            faults=[],
        )
        at, used, refused = now, using, counts.refused.copy()
        sent, accepted = len(counts.sent), counts.accepted
        yield look


async def _until(when: float) -> None:
    await asyncio.sleep(max(0.0, when - perf_counter()))
