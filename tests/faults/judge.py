"""A randomised run: people play at random on several processes, which die and return.

All of it is drawn from one seed: what breaks when, for how long, and what people would like to do. How
threads and sockets interleave is not, so a seed that failed may take a few tries to fail again.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg

from compendium.rules import Game
from games.kierki import game as kierki
from games.nerts import game as nerts
from tests.faults.guests import Guest
from tests.faults.proxy import Mischief
from tests.faults.verdict import verdict
from tests.people import Person, table_of
from tests.servers import Server, Site
from tests.tables.toys import toy

KINDS = ("kill", "kill", "term", "stop", "redis", "database")
ROUGH = Mischief(double=0.05, swap=0.05, cut=0.004, tear=0.004, deaf=0.004)
LEAST = 60
"""Entries of all tables."""
LONGEST_REST = 1.5
"""Seconds for which something is dead, or stands still while nothing else breaks."""
LONGEST_STOP = 5.0
"""Seconds for which a process stands still while other things break."""


class Fault(NamedTuple):
    """Something breaks, so many seconds from the start, and comes back ``rest`` seconds later."""

    at: float
    kind: str
    server: int
    rest: float


def schedule(rng: random.Random, seconds: float, servers: int) -> list[Fault]:
    """What breaks, one after the other."""
    faults, at = [], rng.uniform(0.5, 2.0)
    while at < seconds - 1:
        rest, kind = rng.uniform(0.1, LONGEST_REST), rng.choice(KINDS)
        still = rng.uniform(0.1, LONGEST_STOP) if kind == "stop" else rest
        faults.append(Fault(at, kind, rng.randrange(servers), still))
        at += rest + rng.uniform(0.3, 2.0)
    return faults


async def _goes_on(server: Server, rest: float) -> None:
    """A process that stands still goes on, unless it was killed meanwhile."""
    process = server.process
    await asyncio.sleep(rest)
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)


class Run:
    """People at tables of a site, and what happens to them."""

    def __init__(self, site: Site, seed: str) -> None:
        self.site, self.servers = site, site.servers
        self.seed, self.rng = seed, random.Random(seed)
        self.guests: dict[str, list[Guest]] = {}
        self.games: dict[str, Game] = {}
        self.happened: list[str] = []
        self._stopped: list[asyncio.Task[None]] = []

    def sit_down(self, people: list[Person], ways: Sequence[Any]) -> None:
        """Tables of all games; the same people sit at several of them."""
        for game, seats, bots, options in (
            (nerts, 4, 0, {"pile": 10, "flip": 1}),
            (nerts, 2, 1, {}),
            (kierki, 4, 0, {}),
            (kierki, 2, 2, {"turn_time": 10}),
            (toy, 4, 0, {"at_once": True, "cards": 13}),
            (toy, 2, 1, {"turn": 300, "cards": 13}),
        ):
            there = self.rng.sample(people, seats)
            code = table_of(there, game.slug, bots, game.default_level, **options)
            self.games[code] = game
            self.guests[code] = [
                Guest(person, code, list(ways), game, random.Random(f"{self.seed}/{code_number}"), 0.12)
                for code_number, person in enumerate(there, 10 * len(self.games))
            ]

    async def play(self, seconds: float) -> None:
        """Everybody plays while things break; at the end all processes and services are up."""
        end = time.monotonic() + seconds
        playing = [
            asyncio.create_task(guest.play(lambda: time.monotonic() > end)) for guest in self.everybody
        ]
        begin = time.monotonic()
        for fault in schedule(self.rng, seconds, len(self.servers)):
            await asyncio.sleep(max(0.0, begin + fault.at - time.monotonic()))
            if time.monotonic() > end:
                break  # a slow machine comes to fewer
            self.happened.append(f"{time.monotonic() - begin:.1f} {fault.kind} {fault.server}")
            await self._break(fault)
        await asyncio.gather(*self._stopped)
        async with asyncio.timeout(seconds + 120):
            await asyncio.gather(*playing)

    @property
    def everybody(self) -> list[Guest]:
        return [guest for guests in self.guests.values() for guest in guests]

    async def _break(self, fault: Fault) -> None:
        server = self.servers[fault.server]
        redis = self.site.redis
        assert redis is not None
        match fault.kind:
            case "kill" | "term":
                await asyncio.to_thread(server.kill if fault.kind == "kill" else server.stop)
                await asyncio.sleep(fault.rest)
                await asyncio.to_thread(server.start)
            case "stop":
                os.kill(server.pid, signal.SIGSTOP)
                self._stopped.append(asyncio.create_task(_goes_on(server, fault.rest)))
            case "redis":
                await asyncio.to_thread(redis.kill)
                await asyncio.sleep(fault.rest)
                await asyncio.to_thread(redis.start)
            case "database":
                await asyncio.to_thread(self._hang_up)

    def _hang_up(self) -> None:
        """All connections to the database break, wherever their transactions are."""
        with psycopg.connect(self.site.environment["DATABASE_URL"], autocommit=True) as database:
            database.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and pid <> pg_backend_pid()"
            )

    async def settle(self) -> None:
        """Everybody comes back and hears what became of each of the own moves."""
        async with asyncio.timeout(120):
            await asyncio.gather(*(guest.settle(self.servers) for guest in self.everybody))

    async def verdict(self) -> None:
        """Raises AssertionError where a promise is broken, or where too little was played to say so."""
        entries = 0
        for code, guests in self.guests.items():
            game = self.games[code]
            log = await verdict(self.servers, code, game, guests)
            entries += len(log)
            kinds = Counter(kind for guest in guests for kind, *_ in guest.tab.outcomes.values())
            self.happened.append(f"{game.slug}: {len(log)} entries, {dict(kinds)}")
        assert entries >= LEAST, f"{entries} entries in all"
