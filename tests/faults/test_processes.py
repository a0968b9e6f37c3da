"""Any process may be killed, told to stop or stand still: the others play on, and nothing is lost."""

from __future__ import annotations

import asyncio

from tests.faults.company import Gathering
from tests.servers import Server

Pair = tuple[Server, Server]


async def test_each_process_is_killed_and_told_to_stop_and_comes_back(pair: Pair) -> None:
    """One after the other, whichever drives the bots: meanwhile those who went over play on."""
    gathering = await asyncio.to_thread(Gathering, pair[0].site)
    await gathering.goes_on()
    for end in (Server.kill, Server.stop):
        for server in pair:
            gathering.scatter()
            await asyncio.to_thread(end, server)
            await gathering.goes_on(6)
            await asyncio.to_thread(server.start)
    assert all(guest.breaks for guest in gathering.everybody)
    await gathering.verdict()
