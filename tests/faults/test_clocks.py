"""Clocks that are wrong, differ or are set back while people play: no table's time goes back or stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from compendium.tables.clock import SLOWLY, Wall
from games.kierki import game as kierki
from games.nerts import game as nerts
from tests.faults.company import Gathering
from tests.faults.guests import Guest
from tests.servers import Site
from tests.tables.client import WireTab

FAKE = Path(__file__).with_name("clock")
HOUR = 3600
APART = 2.5
"""Seconds: whoever is told the time without delay hears of the same one from two processes, and later on."""
PATIENCE = 60.0
"""Seconds until somebody is told the time without delay."""
AWAY_AFTER = 10.0
"""Seconds without a sign of life until somebody is away."""
TABLES = ((nerts, 2, 1), (kierki, 2, 2))


class Off:
    """Processes whose wall clocks are off by so many seconds each."""

    def __init__(self, *seconds: int, postgres: bool) -> None:
        self.site = Site(postgres=postgres, pace=0, environment={"PYTHONPATH": str(FAKE)})
        self.files = [self.site.folder / f"clock-{n}" for n in range(len(seconds))]
        for file, off in zip(self.files, seconds, strict=True):
            file.write_text(f"{off}")
            self.site.environment["CLOCK_OFF"] = str(file)
            self.site.start()

    def set(self, number: int, seconds: int) -> None:
        """A step of a process's clock."""
        draft = self.files[number].with_suffix(".new")
        draft.write_text(f"{seconds}")
        draft.replace(self.files[number])


@pytest.fixture
def off() -> Iterator[list[Off]]:
    made: list[Off] = []
    yield made
    for one in made:
        one.site.close()


def now(guest: Guest) -> float:
    """The table's time as last heard, in seconds, by how much it is ahead of this machine's clock: by less
    than the table's clock is, the longer it was under way.
    """
    return guest.tab.now / 1000 - guest.tab.now_at


async def asked(guest: Guest) -> tuple[float, float]:
    """By how much it is ahead, at least and at most, as a new watcher at the guest's process is told."""
    ws, _, code = guest.tab.url.partition("/ws/")
    begin = time.monotonic()
    async with WireTab(ws, code, origin=ws.replace("ws", "http", 1)) as tab:
        await tab.join(as_="watch")
        ahead = tab.told("view")[0][2] / 1000
        return ahead - time.monotonic(), ahead - begin


async def ahead(guest: Guest) -> float:
    """The same, half a second more or less; and so the guest hears."""
    deadline = time.monotonic() + PATIENCE
    while True:
        least, most = await asked(guest)
        heard = now(guest)
        assert heard < most + APART
        if most - least < 1 and heard > least - APART:
            return (least + most) / 2
        assert time.monotonic() < deadline, (least, heard, most)
        await asyncio.sleep(0.1)


async def gathered(site: Site) -> Gathering:
    """People at play who let the tables' clocks go on."""
    gathering = await asyncio.to_thread(Gathering, site, TABLES)
    for guest in gathering.everybody:
        guest.pauses = 0.0
    await gathering.goes_on()
    return gathering


async def test_two_processes_whose_clocks_differ_and_are_set_back(off: list[Off]) -> None:
    """One is five seconds ahead, then the other is an hour behind: both keep the database's time."""
    here = await asyncio.to_thread(lambda: Off(0, 5, postgres=True))
    off.append(here)
    gathering = await gathered(here.site)
    begin = time.monotonic()
    here.set(0, -HOUR)
    while time.monotonic() < begin + AWAY_AFTER + 3:
        await gathering.goes_on(3)
        for one, other in gathering.guests.values():
            assert one.tab.url.startswith(here.site.servers[0].ws)
            assert abs(await ahead(one) - await ahead(other)) < APART
            assert all(place["here"] for place in one.tab.places + other.tab.places if not place["bot"])
    await gathering.verdict()
    for log in gathering.logs().values():
        assert not [entry for entry in log if entry.move[0] in ("@away", "@back", "@replace")]


async def test_the_clock_of_a_site_on_sqlite_is_set_back(off: list[Off]) -> None:
    """The time of the tables goes on meanwhile, as that of any other clock."""
    here = await asyncio.to_thread(lambda: Off(0, postgres=False))
    off.append(here)
    gathering = await gathered(here.site)
    begin = time.monotonic()
    before = {guest: await ahead(guest) for guest in gathering.everybody}
    here.set(0, -HOUR)
    while time.monotonic() < begin + 2 * APART:
        await gathering.goes_on(3)
    for guest, was in before.items():
        slower = (time.monotonic() - begin) / SLOWLY
        assert was - slower - APART < await ahead(guest) < was + APART
    await gathering.verdict()


def test_a_clock_set_back_is_followed_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = [1_000_000], [0]
    monkeypatch.setattr(time, "time_ns", lambda: wall[0])
    monkeypatch.setattr(time, "monotonic_ns", lambda: steady[0])
    clock = Wall(look_again=1)

    def passes(time: int, step: int = 0) -> int:
        wall[0] += time + step
        steady[0] += time
        return clock.now()

    assert passes(1_000) == 1_001_000
    assert passes(1_000, step=500) == 1_002_500, "set forward"
    assert passes(1_000, step=-2_000) == 1_003_400, "set back"
    assert passes(30_000) == wall[0], "caught up"


def test_a_better_clock_is_followed_as_far_as_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    steady = [0]
    monkeypatch.setattr(time, "time_ns", lambda: 5_000)
    monkeypatch.setattr(time, "monotonic_ns", lambda: steady[0])
    clock = Wall(look_again=1)
    clock.follow(1_000, 0, 10)
    assert clock.now() == 1_000, "the first time at once, as little as need be"
    clock.follow(1_105, 100, 110)
    steady[0] = 1_000
    assert clock.now() == 2_000, "it may still be right"
    clock.follow(1_500, 1_000, 1_000)
    steady[0] = 2_000
    assert clock.now() == 2_900, "it was ahead, and goes slower"


def test_a_clock_is_set_right_now_and_then_and_goes_on_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = [1_000_000], [0]
    monkeypatch.setattr(time, "time_ns", lambda: wall[0])
    monkeypatch.setattr(time, "monotonic_ns", lambda: steady[0])
    clock = Wall(look_again=100)
    wall[0] += 5_000
    steady[0] = 99
    assert clock.now() == 1_000_099
    steady[0] = 100
    assert clock.now() == 1_005_000
