"""Programs that play Kierki over real sockets, come back when their line breaks, and notice losses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from compendium.rules import Chance, Table, view
from compendium.rules.options import decode
from compendium.testing.client import wire
from games.kierki import game as kierki
from tests.logs import Logged, folds
from tests.people import Person
from tests.servers import Reached
from tests.tables.client import WireTab

PATIENCE = 150.0
RETRY = 0.1
PAUSE = 0.3
SEEN_EVERY = 50  # entries


class Robot:
    """Plays any legal move at once, wherever its servers are; `on` is the number of the one it likes most."""

    def __init__(self, person: Person, code: str, servers: Sequence[Reached], on: int = 0) -> None:
        self.tab = WireTab(servers[on].ws, code, person.key)
        self.servers, self.on = servers, on
        self.acknowledged: dict[str, int] = {}
        self.breaks = 0

    async def play(self, until: Callable[[], Any]) -> None:
        """Play, and come back after each break, until something is so or the game is over."""
        while not until() and not self.over:
            try:
                await self._connect()
                while not until() and not self.over:
                    await self._step(until)
            except (ConnectionClosed, InvalidHandshake, OSError):
                self.breaks += 1
                self.on = (self.on + 1) % len(self.servers)
                await asyncio.sleep(RETRY)

    @property
    def over(self) -> bool:
        return self.tab.table is not None and self.tab.facts["over"] is not None

    async def _connect(self) -> None:
        if self.tab.line is None or self.tab.closed is not None:
            await self.tab.open(self.servers[self.on].ws)
            joined = self.tab.rejoin() if self.tab.table is not None else self.tab.join()
            try:
                await joined
            except TimeoutError:
                self.tab.cut()  # who is not answered takes the line for broken
                raise
            if self.tab.closed is not None:
                raise OSError("closed while joining")

    async def _step(self, until: Callable[[], Any]) -> None:
        """Make a move if it is mine, then wait for what comes."""
        tab = self.tab
        if tab.closed is not None:
            raise OSError("closed")
        seq, pending = tab.seq, bool(tab.pending)
        if tab.legal and not tab.pending and not self._ready():
            if tab.frames[-1][0] == "no":
                await asyncio.sleep(PAUSE)  # too fast, most likely
            await tab.move(*tab.legal[seq % len(tab.legal)])
            pending = True
        with suppress(TimeoutError):
            await tab.until(
                lambda: tab.seq > seq or tab.closed is not None or (pending and not tab.pending) or until(),
                1.0,
            )
        self.acknowledged |= {id: at for id, (kind, at, _) in tab.outcomes.items() if kind != "no"}
        if tab.seq // SEEN_EVERY > seq // SEEN_EVERY:
            await tab.send(json.dumps(["seen", tab.seq]))

    def _ready(self) -> bool:
        """Whether I have said already that the next deal may come."""
        assert self.tab.you is not None
        return self.tab.legal == [("ready",)] and self.tab.you[0] in self.tab.facts["ready"]


async def play_all(robots: Iterable[Robot], until: Callable[[], Any] = lambda: False) -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(robot.play(until) for robot in robots))


def check_log(log: list[Logged], robots: Iterable[Robot]) -> Table:
    """Each acknowledged move is there once, at its seq; what everybody sees is the fold. The folded table."""
    table = folds(log, Table(4, decode(kierki, {}), Chance()))[-1]
    seqs = {entry.move_id: entry.seq for entry in log if entry.move_id}
    for robot in robots:
        for id, seq in robot.acknowledged.items():
            assert seqs[id] == seq, f"an acknowledged move is lost: {id} {seq}"
        for id, (kind, why, _) in robot.tab.outcomes.items():
            assert kind != "no" or why == "lost" or id not in seqs, f"a refused move was played: {id} {why}"
        if robot.tab.seq == len(log):
            assert robot.tab.you is not None
            seen = view(table, robot.tab.you[0])
            assert robot.tab.table is not None
            assert robot.tab.table.zones == wire(seen.zones)
            assert robot.tab.facts == wire(seen.facts)
    return table
