"""Redis dies: play goes on, and the log is not flooded."""

from __future__ import annotations

import asyncio
import time

from games.kierki import game as kierki
from games.nerts import game as nerts
from tests.faults import hints
from tests.faults.company import Gathering
from tests.servers import Server

Pair = tuple[Server, Server]
TABLES = ((nerts, 2, 1), (kierki, 2, 2))
MOST_LINES = 40
"""Lines of log that the loss of Redis may cost a process."""


async def test_redis_dies_for_good(pair: Pair) -> None:
    """Play goes on, also between processes, by polled heads, at old tables and new ones; the log is not
    flooded. Should it come back after all, hints do.
    """
    redis = pair[0].site.redis
    assert redis is not None
    gathering = await asyncio.to_thread(Gathering, pair[0].site)
    await gathering.goes_on(5)
    before = [len(server.log.read_text().splitlines()) for server in pair]
    await asyncio.to_thread(redis.kill)
    begin = time.monotonic()
    await gathering.goes_on(8)
    await asyncio.sleep(max(0.0, begin + 5 - time.monotonic()))
    for server, lines in zip(pair, before, strict=True):
        told = server.log.read_text().splitlines()[lines:]
        assert len(told) < MOST_LINES, told[-MOST_LINES:]
    await gathering.verdict()
    assert all(guest.breaks == 0 for guest in gathering.everybody)
    new = await asyncio.to_thread(Gathering, pair[0].site, TABLES)
    await new.goes_on(5)
    await new.verdict(entries=5)
    await asyncio.to_thread(redis.start)
    again = await asyncio.to_thread(Gathering, pair[0].site, TABLES)
    await hints.come(pair[0], lambda: again.goes_on(2))
    await again.rest()
    await again.shut()
