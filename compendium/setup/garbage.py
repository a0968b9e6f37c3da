"""When Python looks for cycles that nobody uses any more.

By itself it does so whenever what lives has grown by a quarter, and looks at all of it: with a thousand
sockets that stops every table for half a second. Here what was there at the start is never looked at again,
young objects are looked at often and cheaply, and all the others when enough sockets have closed (what they
leave behind is most of it) or much time has passed: in a quiet moment, if there is one soon.
"""

from __future__ import annotations

import asyncio
import gc
import time

YOUNG = 20_000
"""Objects made, less those freed, until the young ones are looked at; every tenth time the middle ones."""
NEVER = 1_000_000_000
"""The old ones are not looked at by themselves."""
EVERY = 1.0
"""Seconds between two looks at whether it is time."""
MOST_CLOSED = 500
"""Closed sockets, some 16 kB each, that make it worth while; at twice as many it waits no longer."""
LONGEST = 600.0
"""Seconds after which it is worth while in any case; after twice that it no longer waits."""
QUIET = 0.10
"""The part of a second for which a quiet process is busy at most."""


class Collector:
    """Collects for one process. ``closed`` is to be told of every socket that has ended."""

    def __init__(self) -> None:
        self._closed = 0
        self._collected_at = time.monotonic()

    def closed(self) -> None:
        """A socket has ended."""
        self._closed += 1

    async def run(self) -> None:
        """Settle what is there, then collect for ever."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, 10, NEVER)
        used = time.process_time()
        while True:
            await asyncio.sleep(EVERY)
            before, used = used, time.process_time()
            if (self._worth(1) and used - before < QUIET * EVERY) or self._worth(2):
                self._collect()
                used = time.process_time()

    def _worth(self, times: int) -> bool:
        age = time.monotonic() - self._collected_at
        return self._closed >= MOST_CLOSED * times or age >= LONGEST * times

    def _collect(self) -> None:
        gc.collect()
        self._closed, self._collected_at = 0, time.monotonic()
