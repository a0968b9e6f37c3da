"""A process stands still for half a minute: the others play on, and nothing stale is told or written."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest

from tests.faults.company import Gathering
from tests.faults.guests import Guest
from tests.logs import log_of
from tests.servers import Site

STILL = 30.0
"""Seconds that a process stands still: its people are away by then, and a bot sits in for them."""
SITES = 2
"""Of two processes each; the first one stands still at one, the second at the other, at the same time."""


@pytest.fixture
def sites() -> Iterator[list[Site]]:
    made = [Site(postgres=True, pace=0.2, environment={}) for _ in range(SITES)]
    for site in made:
        for _ in range(2):
            site.start()
    yield made
    for site in made:
        site.close()


async def test_any_process_stands_still_for_half_a_minute(sites: list[Site]) -> None:
    await asyncio.gather(*(stands_still(site, number) for number, site in enumerate(sites)))


async def stands_still(site: Site, number: int) -> None:
    """Those at the other process play on, also its bots, whichever process drove them; moves that were on
    their way to the frozen one are played once or refused; everybody's time goes on.
    """
    frozen, lives = site.servers[number], site.servers[1 - number]
    gathering = await asyncio.to_thread(Gathering, site)
    await gathering.goes_on(5)
    there = [guest for guest in gathering.at(lives) if plays_alone(gathering, guest)]
    assert there
    os.kill(frozen.pid, signal.SIGSTOP)
    begin = time.monotonic()
    try:
        await gathering.goes_on(20, among=there.__contains__)
        await asyncio.sleep(max(0.0, begin + STILL - time.monotonic()))
        heads = {code: len(log_of(lives, code)) for code in gathering.guests}
    finally:
        os.kill(frozen.pid, signal.SIGCONT)
    for code, guests in gathering.guests.items():
        for guest in guests:
            await guest.tab.at(heads[code])
    await gathering.goes_on(5)
    await gathering.verdict()


def plays_alone(gathering: Gathering, guest: Guest) -> bool:
    """Whether a table goes on without those at another process: in a race."""
    code = next(code for code, guests in gathering.guests.items() if guest in guests)
    return gathering.games[code].realtime
