"""Several tables of a site at once, people on every process and bots among them, whatever happens to it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from compendium.rules import Game
from games.kierki import game as kierki
from games.nerts import game as nerts
from tests.faults.guests import Guest
from tests.faults.verdict import verdict
from tests.logs import Logged, log_of
from tests.people import Person, table_of
from tests.servers import Server, Site

PATIENCE = 90.0
"""Seconds for a table to get on."""
PACE = 0.1
"""Seconds between two moves of a person, on average."""
TABLES: tuple[tuple[Game, int, int], ...] = ((nerts, 3, 1), (nerts, 2, 0), (kierki, 2, 2), (kierki, 4, 0))
"""Game, people, bots."""


class Stayer(Guest):
    """Somebody who leaves a process only when it leaves them."""

    async def _wander(self) -> None:
        pass


class Gathering:
    """The people of all tables. ``guests``: by the table's code; the first of a table is at the first
    process, the next at the next.
    """

    def __init__(
        self, site: Site, tables: Sequence[tuple[Game, int, int]] = TABLES, ways: Sequence[Server] = ()
    ) -> None:
        """``ways``: where people may go when their line breaks, all processes unless given."""
        self.servers = site.servers
        people = [Person(self.servers[n % len(self.servers)]) for n in range(max(p for _, p, _ in tables))]
        self.games: dict[str, Game] = {}
        self.guests: dict[str, list[Guest]] = {}
        for game, count, bots in tables:
            there = people[:count]
            code = table_of(there, game.slug, bots, game.default_level)
            self.games[code] = game
            self.guests[code] = [
                self._guest(person, code, n, list(ways or self.servers)) for n, person in enumerate(there)
            ]
        self._playing: list[asyncio.Task[None]] = []
        self._rests = False

    def _guest(self, person: Person, code: str, n: int, ways: list[Server]) -> Guest:
        guest = Stayer(person, code, ways, self.games[code], random.Random(), PACE)
        guest.on = n % len(ways)
        return guest

    @property
    def everybody(self) -> list[Guest]:
        return [guest for guests in self.guests.values() for guest in guests]

    def at(self, server: Server) -> list[Guest]:
        """Those who are, or were last, at a process."""
        return [guest for guest in self.everybody if guest.tab.url.startswith(server.ws)]

    def play(self) -> None:
        """Everybody begins to play, or goes on."""
        self._rests = False
        self._playing = [asyncio.create_task(guest.play(lambda: self._rests)) for guest in self.everybody]

    def scatter(self) -> None:
        """Every other person of a table leaves for the next process."""
        for guests in self.guests.values():
            for guest in guests[::2]:
                guest.tab.cut()

    async def goes_on(self, entries: int = 10, among: Callable[[Guest], Any] = lambda guest: True) -> None:
        """Everybody plays, and some of them (all, unless given) hear of so many more entries."""
        if not self._playing:
            self.play()
        begin = {guest: guest.tab.seq for guest in self.everybody if among(guest) and not guest.over}
        try:
            async with asyncio.timeout(PATIENCE):
                while late := [g for g, seq in begin.items() if g.tab.seq < seq + entries and not g.over]:
                    self._raise()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            told = [(g.tab.url, begin[g], g.tab.seq, g.tab.pending, g.tab.frames[-3:]) for g in late]
            raise AssertionError(f"play does not go on: {told}") from None

    def _raise(self) -> None:
        """What went wrong while playing."""
        for task in self._playing:
            if task.done():
                task.result()

    async def rest(self, servers: Iterable[Server] | None = None) -> None:
        """Everybody stops, comes back (to one of these, where the line broke) and hears of all moves."""
        self._rests = True
        there = list(servers or self.servers)
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*self._playing)
                await asyncio.gather(*(guest.settle(there) for guest in self.everybody))
        except TimeoutError:
            late = [g.tab for g in self.everybody if g.tab.pending or not g.tab.joined]
            told = [(tab.url, tab.closed, tab.joined, tab.seq, tab.pending, tab.frames[-9:]) for tab in late]
            raise AssertionError(f"these are not told enough: {told}") from None
        self._playing = []

    async def verdict(self, servers: Sequence[Server] | None = None, entries: int = 10) -> None:
        """Everybody rests, every table is judged, and play goes on for everybody: the end of each test."""
        there = list(servers or self.servers)
        await self.rest(there)
        await asyncio.gather(
            *(verdict(there, code, self.games[code], guests) for code, guests in self.guests.items())
        )
        for guest in self.everybody:
            await guest.tab.rejoin()  # the newest tab again
        await self.goes_on(entries)
        await self.rest(there)
        await self.shut()

    async def shut(self) -> None:
        """Everybody leaves."""
        for guest in self.everybody:
            await guest.tab.shut()

    def logs(self) -> dict[str, list[Logged]]:
        """What the database holds of each table."""
        return {code: log_of(self.servers[0], code) for code in self.guests}
