"""Five thousand connects and disconnects: a process is afterwards what it was before."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.faults.raw import CLOSE, Raw, frame, text
from tests.faults.test_raw_frames import memory
from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab, move_id

Pair = tuple[Server, Server]
VISITS = 5_000
WARMING = 400
"""Visits after which a process has what it needs."""
TABLES = 4
LONGEST = 60.0
"""Seconds of processor that each of the servers may take for its half of the visits."""
SLACK = 8
"""More objects of a kind than before that prove nothing."""
MOST_MEMORY = 16 * 1024
"""KiB that the logs of these tables, and chance, may cost."""


class Visits:
    """People who join, step and leave, half of them without a word; each seat is visited by one at a time."""

    def __init__(self, servers: Pair, people: list[Person], codes: list[str]) -> None:
        self.servers = servers
        self.places = [(code, seat, person) for code in codes for seat, person in enumerate(people)]
        self.left = 0
        self.stepped = 0

    async def make(self, count: int) -> None:
        self.left = count
        await asyncio.gather(*(self._come_and_go(*place) for place in self.places))

    async def _come_and_go(self, code: str, seat: int, person: Person) -> None:
        while self.left > 0:
            self.left -= 1
            raw = await Raw.open(self.servers[self.left % 2], code, person.key)
            if self.left % 8 < 3:
                await self._step(raw, seat)
            if self.left % 2:
                raw.cut()
            else:
                raw.send(frame((1000).to_bytes(2), CLOSE))
                assert await raw.closed() == 1000
                raw.cut()

    async def _step(self, raw: Raw, seat: int) -> None:
        id = move_id()
        raw.send(text("join", {}), text("m", id, seat, ["step"]))
        kind, *rest = await raw.hear("e", "no")
        while id not in (rest[0], *rest[3:4]):
            kind, *rest = await raw.hear("e", "no")
        # A machine so busy that nothing is written for five seconds refuses a move.
        assert kind == "e" or rest[1] == "unavailable", rest
        self.stepped += kind == "e"


class Census(NamedTuple):
    """What a process holds: objects by kind, open files and sockets, threads, KiB."""

    objects: Counter[str]
    files: int
    threads: int
    memory: int


async def census(server: Server, code: str, person: Person) -> Census:
    async with WireTab(server.ws, code, person.key) as tab:
        await tab.join()
        await tab.find(lambda tab: not tab.facts.get("paused"))  # it rests while nobody is there
        assert (await tab.play("census"))[0] == "e"
        objects = Counter(tab.facts["census"])
    proc = Path(f"/proc/{server.pid}")
    return Census(
        objects, len(list((proc / "fd").iterdir())), len(list((proc / "task").iterdir())), memory(server)
    )


async def test_comers_and_goers_leave_nothing_behind(reckless: Pair, crowd: list[Person]) -> None:
    codes = [await asyncio.to_thread(table_of, crowd, "reckless") for _ in range(TABLES)]
    apart = await asyncio.to_thread(table_of, crowd, "reckless")
    visits = Visits(reckless, crowd, codes)
    await visits.make(WARMING)
    told = [len(server.log.read_text()) for server in reckless]
    before = [await census(server, apart, crowd[0]) for server in reckless]
    begin, spent = time.monotonic(), [server.processor for server in reckless]
    await visits.make(VISITS)
    took = time.monotonic() - begin
    used = [server.processor - was for server, was in zip(reckless, spent, strict=True)]
    print(f"{VISITS} visits in {took:.1f} s, {used} s of processor, {visits.stepped} moves")
    for server, was in zip(reckless, before, strict=True):
        await _is_as_before(server, apart, crowd[0], was)
    assert max(used) < LONGEST
    assert visits.stepped > VISITS // 3
    assert not any(
        "Traceback" in server.log.read_text()[n:] for server, n in zip(reckless, told, strict=True)
    )


async def _is_as_before(server: Server, code: str, person: Person, was: Census) -> None:
    """What is left goes within seconds; what has not gone by then stays."""
    deadline = time.monotonic() + 45
    while True:
        now = await census(server, code, person)
        more = {
            kind: n - was.objects[kind] for kind, n in now.objects.items() if n > was.objects[kind] + SLACK
        }
        files, threads = now.files - was.files, now.threads - was.threads
        if not more and files <= SLACK and threads <= SLACK:
            break
        assert time.monotonic() < deadline, f"{more}, {files} files, {threads} threads too many"
        await asyncio.sleep(0.5)
    assert now.memory - was.memory < MOST_MEMORY, f"{now.memory - was.memory} KiB more"
