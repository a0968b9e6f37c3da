"""Toy, people at its tables, and a hub or two in this process: on PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.rules import registry
from compendium.tables import hub as hubs
from compendium.tables import limits, seating, start
from compendium.tables.hub import Hub
from compendium.tables.models import Entry, Place, Table
from tests.tables.client import HubTab
from tests.tables.toys import Toy


@pytest.fixture(autouse=True)
def toy() -> Iterator[Toy]:
    """Toy, registered for a while."""
    with registry.registered(Toy()) as game:
        assert isinstance(game, Toy)
        yield game


@pytest.fixture
async def hub(transactional_db: None) -> AsyncIterator[Hub]:
    """The hub of this process; its bots think in a thread, where Toy is known."""
    hub = hubs.hub()
    hub.bots._pool = ThreadPoolExecutor(1)
    yield hub
    await hubs.stop()


@pytest.fixture
async def other(hub: Hub) -> AsyncIterator[Hub]:
    """The hub of another process, as far as they can tell."""
    other = Hub()
    other.bots._pool = ThreadPoolExecutor(1)
    other.open()
    yield other
    await other.close()


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for limits: what may be sent at once is all, however slow this machine is."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))


class Game:
    """A table that is set, and its people."""

    def __init__(self, hub: Hub, table: Table, people: list[Player]) -> None:
        self.hub, self.table, self.people = hub, table, people
        self.tabs: list[HubTab] = []

    @property
    def id(self) -> int:
        return int(self.table.pk)

    def tab(self, person: int | None, hub: Hub | None = None) -> HubTab:
        """A browser of one of the people, of a stranger for None; not joined."""
        player = "" if person is None else str(self.people[person].pk)
        self.tabs.append(HubTab(hub or self.hub, self.id, player))
        return self.tabs[-1]

    async def all(self) -> list[HubTab]:
        """Everybody, joined."""
        return [await self.tab(person).join() for person in range(len(self.people))]

    async def do(self, function: Callable[..., Any], *args: Any) -> Any:
        """Run a function that needs the database, in a thread of the hub's."""
        return await self.hub.read(function, *args)

    async def log(self) -> list[Entry]:
        return await self.do(lambda: list(Entry.objects.filter(table=self.table).order_by("seq")))

    async def row(self) -> Table:
        row: Table = await self.do(lambda: Table.objects.get(pk=self.id))
        return row


Play = Callable[..., Awaitable[Game]]


@pytest.fixture
async def play(hub: Hub) -> AsyncIterator[Play]:
    """Sets a table of Toy: `await play(people=2, bots=["easy"], start=True, **options)`."""
    games: list[Game] = []

    async def make(people: int = 2, bots: tuple[str, ...] = (), begin: bool = True, **options: Any) -> Game:
        games.append(await hub.read(_set, hub, people, bots, begin, options))
        return games[-1]

    yield make
    for game in games:
        for tab in game.tabs:
            if tab.fault is not None:
                raise tab.fault


def _set(hub: Hub, people: int, bots: tuple[str, ...], begin: bool, options: dict[str, Any]) -> Game:
    game = registry.get("toy")
    assert game is not None
    places = people + len(bots)
    table = seating.create(game, options, seats=places // game.players(game.Options()))
    players = [Player.objects.create(name=f"P{n}") for n in range(people)]
    for player in players:
        seating.sit(table, player)
    for level in bots:
        seating.add_bot(table, None, level)
    if begin:
        start.start(table)
    return Game(hub, table, players)


async def vanish(*tabs: HubTab) -> None:
    """Their lines break, and nobody has heard of these people for long."""
    for tab in tabs:
        tab.cut()
    for hub in {tab.hub for tab in tabs}:  # in the thread of their signs of life: none of them comes later
        await arrivals_written(hub)
        people = [int(tab.socket.player) for tab in tabs if tab.hub is hub]
        await hub.read(partial(Place.objects.filter(player__in=people).update, seen_at=0))


async def arrivals_written(hub: Hub) -> None:
    """Wait until nobody's coming is still to be written: it would be a sign of life."""

    async def none_waits() -> bool:
        return not (hub.presence._arrivals or hub.presence._written.locked())

    await soon(none_waits)


async def hears_only(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a hub does not look whether there are entries that it has not heard of."""
    looked = asyncio.Event()

    async def looks() -> None:
        looked.set()

    monkeypatch.setattr(hub.watch, "_heads", looks)
    await looked.wait()  # no look is under way that began before


async def soon(true: Callable[[], Awaitable[Any]], patience: float = 45.0) -> None:
    """Wait for what nobody tells."""
    deadline = time.monotonic() + patience
    while not await true():
        assert time.monotonic() < deadline, "it never came"
        await asyncio.sleep(0.02)
