"""Whether the processes of a site hear each other, by their own count."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from urllib.request import urlopen

from tests.servers import Server

HEARD = re.compile(r'^compendium_hints_total\{(?=.*fate="heard").*process="(\d+)".*\} ([\d.e+]+)$', re.M)
PATIENCE = 60.0


def heard(server: Server) -> dict[str, float]:
    """How many hints each process has heard, as any of them tells."""
    with urlopen(f"{server.url}/metrics", timeout=PATIENCE) as answer:
        return {process: float(count) for process, count in HEARD.findall(answer.read().decode())}


async def come(server: Server, goes_on: Callable[[], Awaitable[object]]) -> None:
    """Wait until each of two processes hears of what goes on at the other."""
    before = await asyncio.to_thread(heard, server)
    assert len(before) == 2, before
    deadline, now = time.monotonic() + PATIENCE, before
    while not all(now[process] > count for process, count in before.items()):
        assert time.monotonic() < deadline, "no hints come"
        await goes_on()
        now = await asyncio.to_thread(heard, server)
