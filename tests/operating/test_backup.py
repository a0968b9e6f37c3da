"""A backup made while people play is a state that was, and play goes on from it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from compendium.rules import Chance, Table, view
from compendium.rules.options import decode
from compendium.testing.client import wire
from games.kierki import game as kierki
from tests import services
from tests.faults.players import Robot, play_all
from tests.logs import folds, log_in, log_of
from tests.people import Person, table_of
from tests.servers import ROOT, Server, Site

Start = Callable[..., Server]


class Unhurried(Robot):
    """One that is not at the end of the game before the backup is."""

    async def _step(self, until: Callable[[], Any]) -> None:
        await asyncio.sleep(0.08)
        await super()._step(until)


async def run(*command: str, environment: dict[str, str] | None = None) -> str:
    """A program's output; raises AssertionError with what it said when it fails."""

    def go() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
        )

    done = await asyncio.to_thread(go)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def played_while(site: Server, back_up: Callable[[], Any], restore: Callable[[], Any]) -> list[str]:
    """Play, back up amid the moves, play on; what is restored began the same way, and is played on."""
    people = [Person(site) for _ in range(4)]
    codes = [table_of(people, "kierki") for _ in range(2)]
    robots = [Unhurried(person, code, [site]) for code in codes for person in people]
    enough = asyncio.Event()
    playing = asyncio.create_task(play_all(robots, enough.is_set))
    for slow in robots:
        await slow.tab.at(40)
    before = [len(log_of(site, code)) for code in codes]
    await back_up()
    for slow in robots:
        await slow.tab.at(slow.tab.seq + 10)
    enough.set()
    await playing
    for slow in robots:
        await slow.tab.shut()
    played = [log_of(site, code) for code in codes]
    restored = await restore()
    kept = [log_of(restored, code) for code in codes]
    for log, whole, least in zip(kept, played, before, strict=True):
        assert least <= len(log) < len(whole), "it was made amid the moves"
        assert log == whole[: len(log)]
    again = [Robot(person, code, [restored]) for code in codes for person in people]
    await play_all(again, lambda: all(robot.tab.seq > len(kept[0]) + 10 for robot in again))
    for robot in again:
        await robot.tab.shut()
    for code, log in zip(codes, kept, strict=True):
        after = log_of(restored, code)
        assert after[: len(log)] == log
        states = folds(after, Table(4, decode(kierki, {}), Chance()))
        robot = next(robot for robot in again if robot.tab.url.endswith(code))
        assert robot.tab.you is not None
        assert robot.tab.table is not None
        assert robot.tab.table.zones == wire(view(states[robot.tab.seq - 1], robot.tab.you[0]).zones)
    return codes


async def test_sqlite_with_the_command(server: Start, tmp_path: Path) -> None:
    site = await asyncio.to_thread(server, pace=0)
    backup = tmp_path / "backups" / "today"

    async def back_up(to: Path = backup) -> None:
        told = await run(sys.executable, "manage.py", "backup", str(to), environment=site.site.environment)
        assert told == f"Backed up to {to}\n"

    async def restore() -> Server:
        there = await asyncio.to_thread(server, pace=0)
        there.stop()
        shutil.rmtree(there.site.folder)
        shutil.copytree(backup, there.site.folder)
        await asyncio.to_thread(there.start)
        return there

    (site.site.folder / "push-key").write_text("of the site's pushes")
    codes = await played_while(site, back_up, restore)
    await back_up(tmp_path / "later")
    for code in codes:
        assert log_in(tmp_path / "later", code) == log_of(site, code), "the newest moves are in it"
    assert sorted(path.name for path in backup.iterdir()) == ["compendium.sqlite3", "push-key", "secret"]
    assert backup.stat().st_mode & 0o077 == 0


async def test_postgresql_with_its_own_programs(server: Start, tmp_path: Path) -> None:
    site = await asyncio.to_thread(server, pace=0, postgres=True)
    dump = str(tmp_path / "compendium.dump")
    programs = services.postgres.programs

    async def back_up() -> None:
        url = site.site.environment["DATABASE_URL"]
        await run(str(programs / "pg_dump"), "--format=custom", f"--file={dump}", url)

    async def restore() -> Server:
        new = services.postgres.create(f"restored-{os.getpid()}")
        await run(str(programs / "pg_restore"), "--no-owner", "--exit-on-error", f"--dbname={new}", dump)
        there = Site(postgres=False, pace=0, environment={"DATABASE_URL": new})
        shutil.copy(site.site.folder / "secret", there.folder)
        sites.append(there)
        return await asyncio.to_thread(there.start)

    sites: list[Site] = []
    try:
        await played_while(site, back_up, restore)
    finally:
        for one in sites:
            one.close()


async def test_a_backup_never_overwrites_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment["COMPENDIUM_DATA"] = str(tmp_path / "data")
    (tmp_path / "new.part").mkdir()
    precious = tmp_path / "new.part" / "of-somebody-elses"
    precious.touch()

    async def refused(folder: Path) -> str:
        told = await asyncio.create_subprocess_exec(
            sys.executable,
            "manage.py",
            "backup",
            str(folder),
            cwd=ROOT,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await told.communicate()
        assert told.returncode == 1
        assert len(said.decode().strip().splitlines()) == 1
        return said.decode()

    assert "There is no database" in await refused(tmp_path / "new")
    (tmp_path / "data" / "compendium.sqlite3").write_text("this is no database at all" * 100)
    assert "exists already" in await refused(tmp_path)
    assert "The backup failed" in await refused(tmp_path / "new")
    assert sorted(os.listdir(tmp_path)) == ["data", "new.part"]
    assert os.listdir(precious.parent) == [precious.name]
