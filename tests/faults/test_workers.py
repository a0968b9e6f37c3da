"""`serve --workers 2`: one site in two processes on one socket, any of which may be killed or replaced."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.faults.players import Robot, check_log, play_all
from tests.faults.test_kill import alive, children
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server, Site

PATIENCE = 120.0  # for processes to start on a busy machine


@pytest.fixture(scope="module")
def both() -> Iterator[Server]:
    """The supervisor; its workers answer."""
    site = Site(postgres=True, pace=0, environment={}, arguments=["--workers", "2"])
    yield site.start()
    site.close()


@pytest.fixture(scope="module")
def people(both: Server) -> list[Person]:
    return [Person(both) for _ in range(4)]


def workers(both: Server) -> list[int]:
    """Their processes, without those of their bots."""
    own = map(int, Path(f"/proc/{both.pid}/task/{both.pid}/children").read_text().split())
    return [pid for pid in own if b"compendium.setup.worker" in command_of(pid)]


def command_of(pid: int) -> bytes:
    """Of a process that may have ended since somebody knew of it."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def worker_of(both: Server, robot: Robot) -> int:
    """The process at the other end of a player's socket."""
    assert robot.tab.line is not None
    ends = f":{both.port:04X}", f":{robot.tab.line.local_address[1]:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    [inode] = [row[9] for row in rows if row[1].endswith(ends[0]) and row[2].endswith(ends[1])]
    [holder] = [pid for pid in workers(both) if f"socket:[{inode}]" in files(pid)]
    return holder


def files(pid: int) -> set[str]:
    found = set[str]()
    with suppress(FileNotFoundError, ProcessLookupError):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                found.add(os.readlink(file))
    return found


async def seated(people: list[Person], both: Server) -> tuple[str, list[Robot]]:
    """People at a new table."""
    code = table_of(people, "kierki")
    robots = [Robot(person, code, [both]) for person in people]
    await play_all(robots, lambda: all(robot.tab.seq >= 1 for robot in robots))
    return code, robots


@contextmanager
def apart(both: Server) -> Iterator[None]:
    """The workers cannot hand each other connections for a while."""
    command = Path(f"/proc/{workers(both)[0]}/cmdline").read_text().split("\0")
    folder = Path(command[command.index("compendium.setup.worker") + 3])
    elsewhere = folder.rename(folder.with_name(f"{folder.name}-elsewhere"))
    yield
    elsewhere.rename(folder)


async def until(true: Callable[[], bool], robots: Iterable[Robot] = ()) -> None:
    """``robots``: those whose state is told where it takes for ever."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, [
            (tab.seq, tab.closed, tab.joined, tab.pending, tab.legal, tab.frames[-3:])
            for tab in (robot.tab for robot in robots)
        ]
        await asyncio.sleep(0.05)


async def check(both: Server, code: str, robots: list[Robot]) -> None:
    """All of them come to know the same, which is what the log holds."""
    for robot in robots:
        await robot.tab.at(max(robot.tab.seq for robot in robots))
    check_log(log_of(both, code), robots)


async def test_a_tables_sockets_share_a_worker_and_the_workers_share_the_tables(
    both: Server, people: list[Person]
) -> None:
    homes = set()
    for _ in range(40):
        code, robots = await seated(people, both)
        [home] = {worker_of(both, robot) for robot in robots}
        homes.add(home)
        if len(homes) == 2:
            break
    assert homes == set(workers(both))
    await play_all(robots, lambda: all(robot.tab.seq >= 20 for robot in robots))
    await check(both, code, robots)


async def test_a_tables_sockets_in_two_workers_see_one_log(both: Server, people: list[Person]) -> None:
    """Sharing out is a hint: where it fails, each worker serves whom the kernel gives it."""
    with apart(both):
        code, robots = await seated(people, both)
        for _ in range(50):
            if len({worker_of(both, robot) for robot in robots}) == 2:
                break
            await robots[0].tab.shut()
            await play_all(robots, lambda: robots[0].tab.closed is None)
        else:
            raise AssertionError("one worker takes all connections")
    await play_all(robots, lambda: all(robot.tab.seq >= 60 for robot in robots))
    await check(both, code, robots)


async def test_a_killed_worker_is_replaced_and_its_tables_go_on(both: Server, people: list[Person]) -> None:
    code, robots = await seated(people, both)
    playing = asyncio.create_task(
        play_all(robots, lambda: len(workers(both)) == 2 and all(robot.tab.seq >= 150 for robot in robots))
    )
    await robots[0].tab.at(60)
    victim = worker_of(both, robots[0])
    os.kill(victim, signal.SIGKILL)
    await playing
    assert victim not in workers(both)
    assert f"(process {victim}) ended (killed by SIGKILL)" in both.log.read_text()
    assert robots[0].breaks > 0
    await check(both, code, robots)


async def test_sighup_replaces_the_workers_and_refuses_nobody(both: Server, people: list[Person]) -> None:
    code, robots = await seated(people, both)
    old = workers(both)
    faults: list[OSError] = []
    done = asyncio.Event()
    asking = [asyncio.create_task(ask(both, done, faults)) for _ in range(2)]
    playing = asyncio.create_task(play_leisurely(robots, done.is_set))
    os.kill(both.pid, signal.SIGHUP)
    await until(lambda: "all workers are new" in both.log.read_text())
    again = robots[0].tab.seq
    await until(lambda: robots[0].tab.seq >= again + 8, robots)
    done.set()
    await playing
    answers = sum(await asyncio.gather(*asking))
    assert faults == []
    assert answers > 20
    assert len(workers(both)) == 2
    assert not set(workers(both)) & set(old)
    assert {worker_of(both, robot) for robot in robots} <= set(workers(both))
    await check(both, code, robots)


async def play_leisurely(robots: list[Robot], done: Callable[[], bool]) -> None:
    """So that new processes find a core to start on, and the game is not over before they have."""
    while not done():
        goal = robots[0].tab.seq + 4
        await play_all(robots, lambda goal=goal: robots[0].tab.seq >= goal or done())  # type: ignore[misc]
        await asyncio.sleep(1.0)


async def ask(both: Server, done: asyncio.Event, faults: list[OSError]) -> int:
    """Fetch something over a new connection, again and again; how often."""
    answers = 0
    while not done.is_set():
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", both.port)
            writer.write(b"GET /static/art/mark.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = await reader.read()
            writer.close()
            if not answer.startswith(b"HTTP/1.1 200"):
                raise OSError(answer[:200])
        except OSError as fault:
            faults.append(fault)
        answers += 1
        await asyncio.sleep(0.02)
    return answers


async def test_a_killed_supervisor_leaves_nobody_behind(both: Server, people: list[Person]) -> None:
    code = table_of(people[:1], "kierki", bots=3, level="normal")
    robot = Robot(people[0], code, [both])
    await play_all([robot], lambda: robot.tab.seq >= 20)
    family = children(both.pid)
    assert len(family) > 2, "the bots have processes too"
    both.kill()
    await robot.tab.find(lambda tab: tab.closed is not None)
    assert robot.tab.closed == 1012
    await until(lambda: not any(map(alive, family)))
    await asyncio.to_thread(both.start)
    await play_all([robot], lambda: robot.tab.seq >= 40)
    await check(both, code, [robot])


async def test_sigterm_ends_them_all_within_the_drain(both: Server, people: list[Person]) -> None:
    code, robots = await seated(people, both)
    family = children(both.pid)
    said = len(both.log.read_text())
    assert await asyncio.to_thread(both.stop) == 0
    assert "does not end" not in both.log.read_text()[said:], "nobody had to be killed"
    for robot in robots:
        await robot.tab.find(lambda tab: tab.closed is not None)
    assert [robot.tab.closed for robot in robots] == [1012] * 4
    assert not any(map(alive, family))
    assert len(log_of(both, code)) >= 1
