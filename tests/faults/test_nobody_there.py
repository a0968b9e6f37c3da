"""A table at which nobody is comes to rest whoever dies, and goes on for whoever comes back."""

import asyncio
import os
import signal
import time
from collections.abc import Callable

from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab

QUICK = {"COMPENDIUM_AWAY_SECONDS": "3", "COMPENDIUM_EMPTY_SECONDS": "3"}
PATIENCE = 60.0
"""Seconds until a table rests, 3 after the last sign of life where the machine is not busy."""


def moves(server: Server, code: str) -> list[str]:
    """The platform's own moves at a table since its start."""
    verbs = [entry.move[0] for entry in log_of(server, code)[1:]]
    return [verb for verb in verbs if verb in ("@pause", "@resume", "@close")]


async def comes(server: Server, code: str, last: str) -> None:
    """Wait until the platform's last move at a table is this one; they have been in turn until then.

    A process that stands still for three seconds shows no sign of life of its people: a table may come to
    rest, and go on, once more than expected.
    """
    deadline = time.monotonic() + PATIENCE
    while (made := moves(server, code))[-1:] != [last]:
        assert time.monotonic() < deadline, (made, last)
        await asyncio.sleep(0.1)
    assert made == ["@pause", "@resume"] * (len(made) // 2) + ["@pause"] * (len(made) % 2)


def goes_on(tab: WireTab) -> bool:
    return not tab.facts.get("paused")


async def test_kill_9_of_who_would_have_noticed(server: Callable[..., Server]) -> None:
    """The process with the person is killed, then all are: another one puts the table to rest each time."""
    here = await asyncio.to_thread(server, postgres=True, pace=1, environment=QUICK)
    there = await asyncio.to_thread(here.another)
    person = Person(here)
    code = table_of([person], "nerts", bots=2, level="beginner")
    async with WireTab(here.ws, code, person.key) as tab:
        await tab.join()
        await tab.until(lambda: tab.seq > 5)
        here.kill()
    async with WireTab(there.ws, code, Person(there).key) as watcher:
        await watcher.join()
        await comes(there, code, "@pause")
        await watcher.until(lambda: watcher.facts.get("paused_why") == "nobody")
        rests = watcher.seq
        async with WireTab(there.ws, code, person.key) as tab:
            await tab.join()
            await watcher.until(lambda: watcher.seq > rests + 2 and goes_on(watcher))  # the bots do, too
            there.kill()
    await asyncio.to_thread(there.start)
    await comes(there, code, "@pause")
    length = len(log_of(there, code))
    await asyncio.sleep(2.0)
    assert len(log_of(there, code)) == length, "nothing is written for nobody"


async def test_sigstop_of_the_process_that_people_are_at(server: Callable[..., Server]) -> None:
    """It shows no sign of life, so another one puts the table to rest; its people wake it as it goes on."""
    here = await asyncio.to_thread(server, postgres=True, pace=1, environment=QUICK)
    there = await asyncio.to_thread(here.another)
    person = Person(here)
    code = table_of([person], "nerts", bots=1, level="beginner")
    async with WireTab(here.ws, code, person.key) as tab:
        await tab.join()
        await tab.until(lambda: tab.seq > 3)
        os.kill(here.pid, signal.SIGSTOP)
        try:
            await comes(there, code, "@pause")
        finally:
            os.kill(here.pid, signal.SIGCONT)
        await comes(there, code, "@resume")
        await tab.until(lambda: goes_on(tab))
        rests = tab.seq
        await tab.until(lambda: tab.seq > rests + 1)
