"""The judge: whatever happens, nothing that was told is lost, and nobody is told two things.

``COMPENDIUM_SEED=… pytest tests/faults/test_judge.py`` repeats a run; ``-m long`` judges for minutes.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.faults.judge import ROUGH, Run
from tests.faults.proxy import Proxy
from tests.faults.seeds import NEW, drawn
from tests.people import Person
from tests.servers import ROOT, Site
from tests.tables.test_bots import install_toy

SEEDS = [seed] if (seed := os.environ.get("COMPENDIUM_SEED")) else ["1", NEW]
SECONDS = 12.0
LONG = 300.0
SERVERS = 3
PEOPLE = 8


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Processes on PostgreSQL and a Redis of their own, which have Toy."""
    folder = install_toy(tmp_path_factory.mktemp("toy"))
    path = os.pathsep.join([str(folder), str(ROOT)])
    site = Site(postgres=True, pace=0.05, environment={"PYTHONPATH": path})
    for _ in range(SERVERS):
        site.start()
    yield site
    site.close()


@pytest.fixture(scope="module")
def people(site: Site) -> list[Person]:
    return [Person(site.servers[0]) for _ in range(PEOPLE)]


@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_happens(site: Site, people: list[Person], seed: str) -> None:
    await judged(site, people, drawn(seed), SECONDS)


@pytest.mark.long
@pytest.mark.timeout(2 * LONG)
async def test_whatever_happens_for_minutes(site: Site, people: list[Person]) -> None:
    await judged(site, people, drawn(SEEDS[-1]), LONG)


async def judged(site: Site, people: list[Person], seed: str, seconds: float) -> None:
    print(f"COMPENDIUM_SEED={seed} pytest {Path(__file__).relative_to(ROOT)}")
    run = Run(site, seed)
    try:
        await run_out(run, people, seconds)
    finally:
        print(*run.happened, sep="; ")


async def run_out(run: Run, people: list[Person], seconds: float) -> None:
    site, seed = run.site, run.seed
    for server in site.servers:
        if server.process.poll() is not None:  # an earlier run ended early
            await asyncio.to_thread(server.start)
        server.process.send_signal(signal.SIGCONT)
    async with AsyncExitStack() as stack:
        ways = [
            await stack.enter_async_context(Proxy(server, f"{seed}/{n}", ROUGH))
            for n, server in enumerate(site.servers)
        ]
        await asyncio.to_thread(run.sit_down, people, ways)
        await run.play(seconds)
        await run.settle()
        await run.verdict()
