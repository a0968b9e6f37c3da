"""What is looked at again and again: due wakes, heads that moved unheard, who is here, leases, replicas
nobody needs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium.rules import registry

from . import house, protocol, store
from .clock import wall
from .judge import Request
from .replica import Replica

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two looks."""
PRESENCE_EVERY = 4
"""Looks between two signs of life of the people here; they are away after ``seating.AWAY_AFTER``."""
OTHERS_FIRST = 1_500
"""ms for which a wake is left to a process that has the table open."""
LONGEST_REST = 300_000
"""ms, at most, between two tries to wake a table whose game does not get on."""


class Rest(NamedTuple):
    """A table that was woken and stayed due: at which head, how often, until when it is let be (wall ms)."""

    head: int
    times: int
    until: int


class Watch:
    """A hub's clock."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._rests: dict[int, Rest] = {}

    def look(self, replica: Replica) -> None:
        """Set the timer of a table to its wake."""
        self.drop(replica)
        if replica.table.over is None:
            due = replica.clock.wall(replica.table.wake_at)
            if due is not None:
                self._set(replica, due)

    def drop(self, replica: Replica) -> None:
        """No timer for a table."""
        if replica.timer is not None:
            replica.timer.cancel()
            replica.timer = None

    def _set(self, replica: Replica, due: int) -> None:
        delay = max(0, due - wall()) / 1000
        replica.timer = self.hub.loop.call_later(delay, self._wake, replica, due)

    def _wake(self, replica: Replica, due: int) -> None:
        replica.timer = None
        if wall() < due:  # a timer may be early by a hair
            return self._set(replica, due)
        self.hub.flusher.submit(Request(replica, house.WAKE))

    async def run(self) -> None:
        """Look, for ever."""
        count = 0
        while True:
            await asyncio.sleep(EVERY)
            count += 1
            looks = [self._heads, self._due, self.hub.bots.renew]
            for look in [*looks, self._presence] if count % PRESENCE_EVERY == 0 else looks:
                await self._safely(look)
            self._let_go()

    async def _safely(self, look: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await look()
        except Exception as error:
            log.warning("a look at the tables failed: %s", error)

    async def _heads(self) -> None:
        held = self.hub.replicas
        if not held:
            return
        asked = list(held.values())
        heads = await self.hub.read(store.heads, [replica.id for replica in asked])
        for replica in asked:
            head, clock = heads.get(replica.id, (None, None))
            if replica.in_flight or replica.held or not self.hub.holds(replica):
                continue
            if head is None or head > replica.head or (head == replica.head and clock != replica.clock):
                self.hub.catch_up(replica)
        await self._options([replica for replica in asked if replica.head == 0])

    async def _options(self, replicas: list[Replica]) -> None:
        waiting = await self.hub.read(store.waiting, [replica.id for replica in replicas]) if replicas else {}
        for replica in replicas:
            if waiting.get(replica.id, ()) not in ((), (replica.seats, replica.raw_options)):
                self.hub.catch_up(replica)

    async def _due(self) -> None:
        now = wall()
        over = {id for id, rest in self._rests.items() if rest.until <= now}
        due = await self.hub.read(store.due, now, list(registry.find()), list(self._rests.keys() - over))
        for id in over.difference(id for id, _, _ in due):
            del self._rests[id]
        for id, head, when in due:
            if id in self.hub.replicas or when + OTHERS_FIRST <= now:
                self._rest(id, head, now)
                await self._safely(lambda id=id: self._wake_up(id))  # type: ignore[misc]

    def _rest(self, id: int, head: int, now: int) -> None:
        before = self._rests.get(id)
        times = before.times + 1 if before is not None and before.head == head else 0
        self._rests[id] = Rest(head, times, now + min(LONGEST_REST, 1000 * 2 ** min(times, 10)))

    async def _wake_up(self, id: int) -> None:
        replica = await self.hub.replica(id)
        if replica is not None and replica.game is not None and not replica.held:
            self.hub.flusher.submit(Request(replica, house.WAKE))

    async def _presence(self) -> None:
        replicas = [replica for replica in self.hub.replicas.values() if replica.sockets]
        if not replicas:
            return
        await self.hub.presence.look(replicas)
        for replica in replicas:
            replica.send(protocol.head_frame(replica.head, replica.now()))

    def _let_go(self) -> None:
        for replica in list(self.hub.replicas.values()):
            if not (replica.sockets or replica.held or replica.reading or self.hub.flusher.holds(replica)):
                self.hub.drop(replica)
