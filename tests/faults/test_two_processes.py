"""Two processes of one site, players of each table on both: what lies between them may fail."""

import asyncio
import os
import re
import signal
import time

import pytest

from tests.faults import hints
from tests.faults.players import Robot, check_log, play_all
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server

Pair = tuple[Server, Server]


@pytest.fixture(scope="module")
def people(pair: Pair) -> list[Person]:
    return [Person(pair[n % 2]) for n in range(4)]


def seated(people: list[Person], pair: Pair) -> tuple[str, list[Robot]]:
    """A new table with every other player on the second process."""
    code = table_of(people, "kierki")
    return code, [Robot(person, code, [pair[n % 2]]) for n, person in enumerate(people)]


async def test_an_idle_redis_still_carries_hints(pair: Pair, people: list[Person]) -> None:
    """Some versions of its client drop a subscription that heard nothing for five seconds."""
    _, robots = seated(people, pair)
    await play_all(robots, lambda: robots[0].tab.seq >= 3)
    await asyncio.sleep(6.5)
    await hints.come(pair[0], lambda: goes_on(robots))
    told = "".join(server.log.read_text() for server in pair)
    assert not re.search(r"no hints|a hint was not sent: \S", told), "none failed, however long some took"
    assert "receive task" not in told


async def test_a_frozen_process_holds_up_nobody_else(pair: Pair, people: list[Person]) -> None:
    here, there = pair
    code = table_of(people, "kierki")
    robots = [Robot(person, code, [here]) for person in people]
    watcher = Robot(Person(there), code, [there])
    await watcher.play(lambda: watcher.tab.seq >= 1)
    os.kill(there.pid, signal.SIGSTOP)
    try:
        await play_all(robots, lambda: robots[0].tab.seq >= 60)
    finally:
        os.kill(there.pid, signal.SIGCONT)
    await play_all([watcher], lambda: watcher.tab.seq >= 60)
    assert watcher.breaks == 0


async def test_redis_dies_for_two_seconds_and_everybody_converges(pair: Pair, people: list[Person]) -> None:
    redis = pair[0].site.redis
    assert redis is not None
    code, robots = seated(people, pair)
    await play_all(robots, lambda: robots[0].tab.seq >= 20)
    await asyncio.to_thread(redis.kill)
    begin, without = time.monotonic(), robots[0].tab.seq
    await play_all(robots, lambda: robots[0].tab.seq >= without + 3)
    await asyncio.sleep(max(0.0, begin + 2 - time.monotonic()))
    await asyncio.to_thread(redis.start)
    await converged(robots)
    again = robots[0].tab.seq
    await play_all(robots, lambda: robots[0].tab.seq >= again + 20)
    await hints.come(pair[0], lambda: goes_on(robots))
    check_log(log_of(pair[0], code), robots)
    assert all(robot.breaks == 0 for robot in robots)


async def converged(robots: list[Robot]) -> None:
    """Without another move all of them know the same."""
    newest = max(robot.tab.seq for robot in robots)
    await asyncio.gather(*(robot.tab.at(newest) for robot in robots))


async def goes_on(robots: list[Robot]) -> None:
    """Ten entries go to and fro between the processes."""
    at = robots[0].tab.seq
    await play_all(robots, lambda: robots[0].tab.seq >= at + 10)
