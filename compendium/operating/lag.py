"""How late the event loop is: a timer that notes by how much it was missed."""

from __future__ import annotations

import asyncio
import time

from compendium.tables.tally import tally

EVERY = 0.1
"""Seconds between two looks."""


class Lag:
    """Runs from ``start`` to ``stop``, on the event loop."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wait()

    async def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self._due = time.monotonic() + EVERY  # uvloop's own clock stands still within a turn of the loop
        self._timer = self._loop.call_later(EVERY, self._look)

    def _look(self) -> None:
        tally.loop_lag.see(max(0.0, time.monotonic() - self._due))
        self._wait()
