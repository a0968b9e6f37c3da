"""The database is full, goes away or breaks off in a commit: nothing is lost, played twice or unanswered."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from compendium.testing.programs import Postgres
from games.kierki import game as kierki
from games.nerts import game as nerts
from tests.faults.company import Gathering
from tests.faults.cut import Cut
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server, Site
from tests.tables.client import WireTab

Start = Callable[..., Server]
TABLES = ((nerts, 2, 1), (kierki, 2, 2))
MOST_PAGES = 400
ANSWERED = 8.0
"""Seconds within which every move has an answer; moves are refused after five."""
LOOK = 0.05
"""Seconds between two looks at who waits; each counts as so long, for a busy machine looks seldom."""
OUTAGE = 6.5
"""Seconds; moves are refused after five."""
MOST_LINES = 60
"""Lines of log for an outage of some seconds."""


class CarefulPostgres(Postgres):
    """What it has said is committed survives its crash."""

    def command(self) -> list[str]:
        return [*super().command(), "-c", "synchronous_commit=on"]

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:  # it recovers
            return False
        return True

    def restart(self, how: signal.Signals) -> None:
        """``pg_ctl restart -m fast`` (SIGINT) or ``immediate`` (SIGQUIT)."""
        self._end(how)
        self.start()


@pytest.fixture(scope="module")
def postgres() -> Iterator[CarefulPostgres]:
    postgres = CarefulPostgres()
    postgres.start()
    yield postgres
    postgres.stop()


@pytest.fixture
def sites() -> Iterator[list[Site]]:
    made: list[Site] = []
    yield made
    for site in made:
        site.close()


def lines(server: Server) -> int:
    return len(server.log.read_text().splitlines())


async def test_a_full_disk_on_sqlite(server: Start) -> None:
    """Moves are refused in time and with a reason; once there is room, play goes on."""
    small = {
        "DJANGO_SETTINGS_MODULE": "small_disk",
        "PYTHONPATH": str(Path(__file__).with_name("disk")),
        "MOST_PAGES": f"{MOST_PAGES}",
    }
    at = await asyncio.to_thread(server, pace=0, environment=small)
    gathering = await asyncio.to_thread(Gathering, at.site, TABLES)
    await gathering.goes_on(5)
    file = at.site.folder / "compendium.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None, timeout=20)) as database:
        database.execute(f"pragma max_page_count={MOST_PAGES}")
        database.execute("create table ballast (it)")
        fill(database)
        before, waits = lines(at), Counter[str]()
        async with asyncio.timeout(120):
            while not all("unavailable" in refusals(guest.tab) for guest in gathering.everybody):
                await asyncio.sleep(LOOK)
                assert not late(gathering, waits)
        assert lines(at) - before < MOST_LINES
        assert "full" in at.log.read_text()
        database.execute("drop table ballast")
    await gathering.goes_on()
    await gathering.verdict()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]


def fill(database: sqlite3.Connection) -> None:
    """Leave no page free."""
    try:
        while True:
            database.execute("insert into ballast values (zeroblob(2000))")
    except sqlite3.OperationalError as error:
        if "full" not in str(error):
            raise


def refusals(tab: WireTab) -> set[str]:
    return {code for kind, code, _ in tab.outcomes.values() if kind == "no"}


def late(gathering: Gathering, waits: Counter[str]) -> list[str]:
    """Moves that have waited longer than they may. ``waits``: at how many looks each was waiting."""
    waits.update(id for guest in gathering.everybody for id in guest.tab.pending)
    return [id for id, looks in waits.items() if looks * LOOK > ANSWERED]


async def test_postgresql_restarts_and_its_backends_are_killed(
    postgres: CarefulPostgres, sites: list[Site]
) -> None:
    """Two processes of a site serve again by themselves within seconds."""
    url = postgres.create("restarted")
    site = Site(postgres=True, pace=0, environment={"DATABASE_URL": url})
    sites.append(site)
    await asyncio.to_thread(lambda: [site.start(), site.start()])
    gathering = await asyncio.to_thread(Gathering, site, TABLES)
    await gathering.goes_on(5)
    before = [lines(server) for server in site.servers]
    for how in (signal.SIGINT, signal.SIGQUIT):
        await asyncio.to_thread(postgres.restart, how)
        await gathering.goes_on(5)
    with psycopg.connect(url) as database:
        backends = database.execute(
            "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        ).fetchall()
    os.kill(backends[0][0], signal.SIGKILL)  # the others are ended by the postmaster
    await gathering.goes_on(5)
    for server, count in zip(site.servers, before, strict=True):
        assert lines(server) - count < 3 * MOST_LINES, server.log.read_text()[-3000:]
    assert all(guest.breaks == 0 for guest in gathering.everybody)
    await gathering.verdict()


@pytest.mark.parametrize("committed", [True, False])
async def test_the_line_to_the_database_breaks_in_a_commit(
    postgres: CarefulPostgres, sites: list[Site], committed: bool
) -> None:
    """Whether the move was written only the log can tell: it is played once, and acknowledged."""
    url = postgres.create(f"cut_{committed}".lower())
    async with Cut(postgres.port) as cut:
        way = url.replace(f":{postgres.port}/", f":{cut.port}/")
        site = Site(postgres=True, pace=0, environment={"DATABASE_URL": way})
        sites.append(site)
        server = await asyncio.to_thread(site.start)
        people = [await asyncio.to_thread(Person, server) for _ in range(2)]
        code = await asyncio.to_thread(table_of, people, "nerts")
        site.environment["DATABASE_URL"] = url  # the test's own way
        async with WireTab(server.ws, code, people[0].key) as tab:
            await tab.join()
            id = "cutmehe"
            cut.at(id.encode(), after=committed, away=committed)
            await tab.move("@pause", id=id)
            if committed:
                await asyncio.sleep(OUTAGE)  # for which nobody can know
                assert (cut.cuts, tab.outcomes) == (1, {})
                await tab.move("@pause", id="waitsin")
                assert await tab.outcome("waitsin") == ("no", "unavailable", {})
                assert tab.pending == [id]
                cut.away = False
            await tab.until(lambda: id in tab.outcomes, 30)
            kind, seq, _ = tab.outcomes[id]
            assert cut.cuts == 1
            assert kind in ("e", "ok")
            log = log_of(server, code)
            assert [entry.seq for entry in log if entry.move_id == id] == [seq]
            assert tab.facts["votes"] == {"pause": [0]}
            assert (await tab.play("@refuse", "pause"))[0] == "e", "it writes again"
