"""Sockets whose people do little: what each of them costs the server, in memory and in processor time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from time import perf_counter
from typing import Any

import msgspec

from . import audit, laid, scripts, spent
from .counts import Counts
from .crowd import Crowd
from .line import ENTRY, VIEW, Line, masked
from .plan import Idle, Rested, Tables
from .playing import drain, game_of, points, without_pauses

FIRST = 5
"""Tables that come before the memory is looked at, so that all that is made once is there."""
AFTER = 1.0
"""Seconds after a table's people have come for what the server does then."""


class Thinker(Line):
    """Makes a legal move some time after it has got the turn, if the server says what is legal."""

    pause = 3.0
    """Seconds, on average."""

    def __init__(self, counts: Counts, seat: int, table: int = 0, players: int = 0) -> None:
        super().__init__(counts, seat, table, players)
        self.last: list[Any] = []
        self.turn: tuple[int, list[Any]] | None = None
        self.awake = False

    def _text(self, data: bytes, start: int, end: int, size: int, now: float) -> None:
        super()._text(data, start, end, size, now)
        if data[start : start + 4] in (ENTRY, VIEW):
            kind, *frame = msgspec.json.decode(data[start:end])
            legal = frame[4] if kind == "view" else frame[5] if len(frame) > 5 else None
            self.turn = (self.seq, legal) if legal else None
            if self.awake:
                self.think()

    def think(self) -> None:
        """From now on; before everybody is there, nobody moves."""
        self.awake = True
        if self.turn is not None:
            wait = self.pause * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self._move, *self.turn)

    def _move(self, seq: int, legal: list[Any]) -> None:
        """Unless something has happened since, it has just said so, or it is time to go."""
        if seq != self.seq or legal == [self.last] or perf_counter() > self.counts.end:
            return
        self.last = random.choice(legal)
        number = self.counts.move(self.table, self.players, perf_counter())
        self.write(masked(b'["m","%08d",%b,%b]' % (number, self.seat, msgspec.json.encode(self.last))))


async def run(plan: Idle) -> AsyncIterator[Rested]:
    """Carry out a plan. Raises LookupError where the game is not installed, OSError."""
    game, many = game_of(plan), plan.sockets // plan.players
    logs = [scripts.opening(game, plan.players, f"idle {number}") for number in range(many + FIRST)]
    tables = await asyncio.to_thread(laid.lay, game, logs)
    Thinker.pause = plan.pause
    crowd = Crowd(Tables(url=plan.url, server=plan.server), Thinker)
    await crowd.all_come(tables[:FIRST], [()] * FIRST)
    await asyncio.sleep(AFTER)
    before, begun = spent.memory(plan.server), perf_counter()
    await crowd.all_come(tables[FIRST:], [()] * many)
    took = perf_counter() - begun
    without_pauses()
    counts, start = crowd.counts, perf_counter()
    counts.begin = start + plan.warmup
    counts.end = counts.begin + plan.seconds
    for line in crowd.lines:
        if isinstance(line, Thinker):
            line.think()
    resting = asyncio.ensure_future(crowd.play(counts.end))
    await asyncio.sleep(plan.warmup)
    after, used = spent.memory(plan.server), spent.processor(plan.server)
    await asyncio.sleep(plan.seconds)
    used = spent.processor(plan.server) - used
    await resting
    await drain(counts)
    for seated in crowd.tables:
        crowd.go(seated)
    log = await asyncio.to_thread(audit.faults, counts, [seated.laid for seated in crowd.tables])
    sockets = many * plan.players
    yield Rested(
        sockets=sockets,
        memory=(after - before) * 1024 / sockets,
        coming=1000 * took / sockets,
        server=used / plan.seconds,
        moves=counts.accepted / plan.seconds,
        last=points(counts.last),
        faults=counts.faults() + log,
    )
