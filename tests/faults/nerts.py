"""Tables of Nerts that stand at a position, a player on each process, and what is true at their end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from compendium.rules import Chance, Table, view
from compendium.rules.cards import deck, deck_of
from compendium.tables.clock import wall
from compendium.testing.client import wire
from compendium.testing.playthrough import NO_LUCK, Entry, enter
from games.nerts import game
from games.nerts.board import board
from tests.logs import Logged, folds, lay, log_of
from tests.people import Person
from tests.servers import Server
from tests.tables.client import Outcome, WireTab


def log_to(t: Table) -> list[Entry]:
    """A log that ends at a position; the cards that it leaves out lie at the bottom of the stocks."""
    dealt = enter(game, Table(len(t.seats), t.options, NO_LUCK), "position", 1, 0, None, None)
    laid = dealt.table.draft(t.now)
    stocks = [board(seat, t.options.piles).stock for seat in t.seats]
    for seat, stock in enumerate(stocks):
        for zone in board(seat, t.options.piles).sources:
            laid.move(zone, stock, *laid[zone])
    for zone in t.piles.keys() - set(stocks):
        for card in t[zone]:
            laid.move(stocks[deck_of(card)], zone, card)
    for stock in stocks:
        rest = [card for card in laid[stock] if card not in t[stock]]
        laid.order(stock, [*rest, *t[stock]])
    laid.set(**t.facts)
    return [dealt, Entry(2, laid.now, None, None, dealt.table, laid, [])]


class Match:
    """A table that runs on from a position. ``tabs``: its players; ``watchers``: one at each server.

    ``lines``: by which addresses the players reach the servers, if not each another one straight.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        people: Sequence[Person],
        position: Table,
        lines: Sequence[str] | None = None,
    ) -> None:
        self.servers, self.position = servers, position
        options = msgspec.structs.asdict(position.options)
        host, *guests = people
        made = host.api("POST", "tables", {"game": "nerts", "options": options, "seats": len(position.seats)})
        self.code: str = made["code"]
        for guest in guests:
            guest.api("POST", f"tables/{self.code}/join")
        self.started = lay(servers[0], self.code, log_to(position), running=True)
        ways = lines or [server.ws for server in servers]
        self.tabs = [WireTab(way, self.code, person.key) for person, way in zip(people, ways, strict=True)]
        self.watchers = [WireTab(server.ws, self.code, origin=server.url) for server in servers]

    async def reaches(self, at: int) -> None:
        """Sleep until the table's clock shows a time, in ms."""
        await asyncio.sleep(max(0, self.started + at - wall()) / 1000)

    @property
    def now(self) -> int:
        """The table's clock, which is also the servers'."""
        return wall() - self.started

    async def at_once(self, *moves: tuple[Any, ...], first: int = 0, gap: float = 0.0) -> list[Outcome]:
        """A move of each of the first players, one right after the other or ``gap`` seconds later; what came
        of them.
        """
        players = sorted(range(len(moves)), key=lambda player: (player - first) % len(moves))
        ids = dict[int, str]()
        for player in players:
            ids[player] = await self.tabs[player].move(*moves[player])
            await asyncio.sleep(gap if player != players[-1] else 0)
        return [await self.tabs[player].outcome(ids[player]) for player in range(len(moves))]

    def tables(self, log: Sequence[Logged]) -> list[Table]:
        """What the log makes of the table, entry by entry."""
        return folds(log, Table(len(self.position.seats), self.position.options, Chance()))

    async def agreed(self) -> list[Logged]:
        """All sockets come to the log's end and see its fold; no card is ever lost. The log."""
        log = log_of(self.servers[0], self.code)
        tables = self.tables(log)
        for t in tables:
            for seat in t.seats:
                cards = [card for pile in t.piles.values() for card in pile if deck_of(card) == seat]
                assert sorted(cards) == sorted(deck(seat))
        for tab in [*self.tabs, *self.watchers]:
            await tab.at(len(log))
            if tab.seq == len(log):
                seen = view(tables[-1], tab.you and tab.you[0])
                assert tab.sees == (len(log), wire(seen.zones), wire(seen.facts))
        return log


@asynccontextmanager
async def playing(
    servers: Sequence[Server],
    people: Sequence[Person],
    position: Table,
    lines: Sequence[str] | None = None,
) -> AsyncIterator[Match]:
    """A match whose players and watchers have joined."""
    match = await asyncio.to_thread(Match, servers, people, position, lines)
    try:
        for tab in [*match.tabs, *match.watchers]:
            await tab.open()
            await tab.join()
        yield match
    finally:
        for tab in [*match.tabs, *match.watchers]:
            await tab.shut()
