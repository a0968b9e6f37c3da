"""People who step on at Reckless while somebody else makes trouble, and how long their moves take."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from tests.people import Person
from tests.servers import Server
from tests.tables.client import WireTab

QUICK = 1.0
"""Seconds that a move may take, when nothing hangs."""
SLOWER = 10
"""Or so many times what it takes while nobody makes trouble, where this machine is very busy."""
STEP, IDLE = ("step",), ("@resume",)
EVERY = 0.06
"""Seconds from an answer to the next move."""


@asynccontextmanager
async def sitting(
    servers: Sequence[Server], people: Sequence[Person], code: str, kind: type[WireTab] = WireTab
) -> AsyncIterator[list[WireTab]]:
    """Tabs of people, each at the server at the same place of the list, who have joined."""
    tabs = [kind(at.ws, code, person.key) for at, person in zip(servers, people, strict=True)]
    for tab in tabs:
        await tab.open()
        await tab.join()
    try:
        yield tabs
    finally:
        for tab in tabs:
            await tab.shut()


class Others:
    """People who step on at tables of Reckless, and ask in vain at those of other games."""

    def __init__(self, *tabs: WireTab) -> None:
        self.tabs = tabs
        self.took: list[float] = []
        self.quick = QUICK
        """Seconds that most moves are to take, whatever trouble there is."""
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Others:
        self._tasks = [asyncio.create_task(self._step(tab)) for tab in self.tabs]
        self.quick = max(QUICK, SLOWER * await self.usual())
        self.took.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.many(5)  # what comes after it counts too
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _step(self, tab: WireTab) -> None:
        move = STEP if tab.facts.get("steps") is not None else IDLE
        while True:
            begin = time.perf_counter()
            outcome = await tab.play(*move)
            self.took.append(time.perf_counter() - begin)
            # After five seconds in which nothing could be written a move is refused; it took them.
            assert outcome[0] == "e" or outcome[1] in ("not_paused", "unavailable"), outcome
            await asyncio.sleep(EVERY)

    async def usual(self) -> float:
        """Seconds that nine of ten moves take at most: this machine may be busy with other things."""
        await self.many(5)
        return sorted(self.took)[len(self.took) * 9 // 10]

    async def many(self, more: int) -> None:
        """Wait until each has made so many more moves."""
        enough = len(self.took) + more * len(self.tabs)
        async with asyncio.timeout(60):
            while len(self.took) < enough:
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)
