"""People at many tables: they move at fixed times, however late the server is, and note when entries come."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush, heapreplace
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from .counts import Counts
from .laid import Laid
from .line import Line, masked
from .plan import Tables
from .scripts import Lift, Step

COMING = 8
"""Tables whose people come at the same time."""
SEEN_EVERY = 2.5
"""Seconds between two words of a client on how far it has come."""
JITTER = 0.3
"""By what part of the time between two moves of a table a move may be earlier or later."""
LIFTED, OVER, DOWN = -0.6, -0.3, 0.2
"""When a card that is carried is lifted, held over its place and put down, from its move on: parts of
the time between two moves of a player."""
TICK = 0.001
"""Seconds."""

Event = tuple[float, bool, bytes]
"""When, whether it is a move, and its frame; of a move what follows its id."""


class Seated(NamedTuple):
    """A table, the moves that will be made there, and its people's sockets. ``place``: its number."""

    place: int
    laid: Laid
    steps: Sequence[Step]
    lines: list[Line]


class Crowd:
    """The people of all tables."""

    def __init__(self, plan: Tables, person: type[Line] = Line) -> None:
        self.plan, self.person = plan, person
        self.counts = Counts()
        address = urlsplit(plan.url)
        self.host, self.port = address.hostname or "", address.port or 0
        self.tables: list[Seated] = []
        """All that there were."""
        self.lines: list[Line] = []
        """Of the tables that are being played."""
        self._streams: list[tuple[float, int, bool, bytes, Seated, Line, Iterator[Event]]] = []
        self._order = self._looked = 0

    async def come(self, laid: Laid, steps: Sequence[Step] = ()) -> Seated:
        """The people of a table come to it. Raises OSError."""
        seated = Seated(len(self.tables), laid, steps, [])
        self.tables.append(seated)
        players = len(laid.keys)
        lines = [self.person(self.counts, seat, seated.place, players) for seat in range(players)]
        ways = zip(lines, laid.keys, strict=True)
        await asyncio.gather(*(line.connect(self.host, self.port, laid.code, key) for line, key in ways))
        seated.lines.extend(lines)
        self.lines += lines
        return seated

    async def all_come(self, tables: Sequence[Laid], steps: Sequence[Sequence[Step]]) -> None:
        """Many tables, some at a time. Raises OSError."""
        waiting = iter(zip(tables, steps, strict=True))

        async def bring() -> None:
            for laid, moves in waiting:
                await self.come(laid, moves)

        await asyncio.gather(*(bring() for _ in range(COMING)))

    def go(self, seated: Seated) -> None:
        """They leave."""
        for line in seated.lines:
            line.shut()
        here = set(self.lines) - set(seated.lines)
        self.lines = [line for line in self.lines if line in here]

    def begin_at(self, seated: Seated, start: float) -> None:
        """A table's moves are made from a time on."""
        for seat, line in enumerate(seated.lines):
            events = self._events(seated.steps, seat, start)
            if event := next(events, None):
                self._order += 1
                heappush(self._streams, (event[0], self._order, *event[1:], seated, line, events))

    async def play(self, until: float = 0.0) -> None:
        """What the tables are to do, until all is done and a time has come."""
        streams, start = self._streams, perf_counter()
        while streams or perf_counter() < until:
            now = perf_counter()
            while streams and streams[0][0] <= now:
                at, order, is_move, frame, seated, line, events = streams[0]
                if is_move:
                    self._move(seated, line, frame, at)
                else:
                    line.write(masked(frame))
                if event := next(events, None):
                    heapreplace(streams, (event[0], order, *event[1:], seated, line, events))
                else:
                    heappop(streams)
            self._say_seen(now, start)
            await asyncio.sleep(TICK)

    def _say_seen(self, now: float, start: float) -> None:
        """Each in its turn."""
        due = int((now - start) / SEEN_EVERY * len(self.lines))
        for _ in range(min(due - self._looked, len(self.lines))):
            self._looked += 1
            self.lines[self._looked % len(self.lines)].say_seen(now)
        self._looked = due

    def _move(self, seated: Seated, line: Line, frame: bytes, at: float) -> None:
        number = self.counts.move(seated.place, len(seated.lines), at)
        line.write(masked(b'["m","%08d%b' % (number, frame)))

    def _events(self, steps: Sequence[Step], seat: int, first: float) -> Iterator[Event]:
        plan = self.plan
        gap, own_gap = 1 / (plan.rate * plan.players), 1 / plan.rate
        carried = sum(step.lift is not None for step in steps)
        share = plan.notes * len(steps) / carried if carried else 0.0
        for number in range(seat, len(steps), plan.players):
            step = steps[number]
            at = first + (number + random.uniform(-JITTER, JITTER)) * gap
            lift = step.lift if step.lift is not None and random.random() < share else None
            if lift is not None:
                yield at + LIFTED * own_gap, False, _carry(lift, None)
                yield at + OVER * own_gap, False, _carry(lift, lift.over)
            yield at, True, step.frame
            if lift is not None:
                yield at + DOWN * own_gap, False, _carry(None, None)


def _carry(lift: Lift | None, over: str | None) -> bytes:
    note: dict[str, Any] = {"k": "carry"}
    if lift is not None:
        note |= {"from": lift.source, "cards": lift.cards, "over": over}
    return msgspec.json.encode(("note", note))
