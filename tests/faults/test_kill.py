"""Nobody matters: any process may be killed in mid-game, and play goes on."""

import asyncio
import time
from collections.abc import Callable

from tests.faults.players import Robot, check_log, play_all
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server

Start = Callable[..., Server]


async def test_kill_9_and_a_restart_lose_nothing(server: Start) -> None:
    """One server on SQLite, four players: the same table goes on, every acknowledged move is there once."""
    at = await asyncio.to_thread(server, pace=0)
    people = [Person(at) for _ in range(4)]
    code = table_of(people, "kierki")
    robots = [Robot(person, code, [at]) for person in people]
    playing = asyncio.create_task(play_all(robots, lambda: all(robot.tab.seq >= 260 for robot in robots)))
    for kill_at in (60, 150):
        await robots[0].tab.at(kill_at)
        acknowledged = [dict(robot.acknowledged) for robot in robots]
        at.kill()
        log = log_of(at, code)
        for robot, mine in zip(robots, acknowledged, strict=True):
            assert mine.items() <= {entry.move_id: entry.seq for entry in log}.items()
            assert robot.tab.seq <= len(log)
        await asyncio.to_thread(at.start)
    await playing
    assert all(robot.breaks >= 2 for robot in robots)
    check_log(log_of(at, code), robots)


async def test_one_of_two_processes_is_killed_and_play_goes_on_through_the_other(server: Start) -> None:
    """A whole game of Kierki, players of one table on different processes, PostgreSQL and Redis."""
    here = await asyncio.to_thread(server, postgres=True, pace=0)
    there = await asyncio.to_thread(here.another)
    people = [Person((here, there)[n % 2]) for n in range(4)]
    code = table_of(people, "kierki")
    robots = [Robot(person, code, [here, there], on=n % 2) for n, person in enumerate(people)]
    playing = asyncio.create_task(play_all(robots))
    await robots[0].tab.at(200)
    there.kill()
    await playing
    assert [robot.breaks > 0 for robot in robots] == [False, True, False, True]
    assert len({robot.tab.seq for robot in robots}) == 1
    table = check_log(log_of(here, code), robots)
    assert table.over == "done"
    assert sum(table.score) == 0
    assert people[0].api("GET", f"tables/{code}")["state"] == "over"


async def test_bots_go_on_when_the_process_that_drove_them_dies(server: Start) -> None:
    here = await asyncio.to_thread(server, postgres=True, pace=0)
    there = await asyncio.to_thread(here.another)
    person = Person(here)
    code = table_of([person], "kierki", bots=3, level="normal")
    robot = Robot(person, code, [here, there])
    playing = asyncio.create_task(play_all([robot], lambda: robot.tab.seq >= 90))
    await robot.tab.at(30)
    workers = children(here.pid)
    here.kill()
    await playing
    log = log_of(there, code)
    check_log(log, [robot])
    assert {entry.player for entry in log[1:]} >= {"bot:1.0", "bot:2.0", "bot:3.0"}
    deadline = time.monotonic() + 40
    while any(map(alive, workers)):
        assert time.monotonic() < deadline, "its bots' processes outlive it"
        await asyncio.sleep(0.05)


def children(pid: int) -> list[int]:
    """The processes a process has begun, and theirs."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        own = [int(child) for child in file.read().split()]
    return own + [child for one in own for child in children(one)]


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
