"""What is looked at again and again: due wakes, heads that moved unheard, who is here, leases, replicas
nobody needs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings

from compendium.rules import registry

from . import clock, empty, house, protocol, store, turns
from .clock import wall
from .judge import Request
from .replica import Replica
from .seldom import Seldom
from .tally import tally

if TYPE_CHECKING:
    from .hub import Hub
    from .socket import Socket

seldom = Seldom(logging.getLogger(__name__))
EVERY = 1.0
"""Seconds between two looks."""
PRESENCE_EVERY = max(1, settings.AWAY_AFTER // 2_500)
"""Looks between two signs of life of the people here; they are away after ``seating.AWAY_AFTER``."""
AT_A_TIME = 50
"""Tables."""
LEAST_GAP = 0.020
"""Seconds between two wakes of a table by this process, however often its game would be woken."""
SWEEP_EVERY = 30.0
"""Seconds between two looks through the tables by days."""
OTHERS_FIRST = 1_500
"""ms for which a wake is left to a process that has the table open."""
STOOD_STILL = 3 * EVERY
"""Seconds of silence after which this process has stood still: until it has looked, it may know old times."""
LONGEST_BLIND = 5.0
"""Seconds for which nobody is told the time for that."""
REST = 5_000
"""ms for which a table that was due is let be: its game may not get on."""


Look = Callable[[], Coroutine[Any, Any, None]]


def _due(replica: Replica) -> int | None:
    """When a table is to be woken (wall ms)."""
    return None if replica.table.over is not None else replica.clock.wall(replica.table.wake_at)


class Watch:
    """A hub's clock."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._rests: dict[int, int] = {}
        """Tables woken lately, and until when they are let be (wall ms)."""
        self._swept: int | None = 0
        """How far the tables by days have been looked through; None until the next time."""
        self._awake = hub.loop.time()

    @property
    def blind(self) -> bool:
        """Whether this process stood still, and has not looked since whether tables were paused meanwhile."""
        return self.hub.loop.time() - self._awake > STOOD_STILL

    async def sees(self, replica: Replica) -> None:
        """Wait, not for ever, until a table's time is known again."""
        patience = self.hub.loop.time() + LONGEST_BLIND
        while (self.blind or replica.held) and self.hub.loop.time() < patience:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async def saw(self, socket: Socket, seq: int, trip: int | None) -> None:
        """A client's ``seen``, answered as soon as its table's time is known again."""
        replica = socket.replica
        assert replica is not None
        await self.sees(replica)
        if socket.replica is replica:
            socket.saw(seq, trip)
            socket.send(protocol.head_frame(replica.head, replica.now()))

    def look(self, replica: Replica) -> None:
        """Set the timer of a table to its wake, or leave it where it comes first: then it looks again."""
        due = _due(replica)
        if replica.timer is not None and due is not None and replica.timer_at <= due:
            return
        self.drop(replica)
        if due is not None:
            self._set(replica, due)

    def drop(self, replica: Replica) -> None:
        """No timer for a table."""
        if replica.timer is not None:
            replica.timer.cancel()
            replica.timer = None

    def _set(self, replica: Replica, due: int) -> None:
        rest = replica.woken_at + LEAST_GAP - self.hub.loop.time()
        delay = max(0.0, (due - wall()) / 1000, rest)
        replica.timer_at = due
        replica.timer = self.hub.loop.call_later(delay, self._wake, replica)

    def _wake(self, replica: Replica) -> None:
        replica.timer = None
        due = _due(replica)
        if due is None:
            return
        if wall() < due:  # it was put off meanwhile; or the timer is early by a hair
            return self._set(replica, due)
        replica.woken_at = self.hub.loop.time()
        self.hub.flusher.submit(Request(replica, house.WAKE))

    async def run(self) -> None:
        """Look, for ever."""
        count = 0
        while True:
            await asyncio.sleep(EVERY)
            count += 1
            turn = count % PRESENCE_EVERY
            blind = self.blind
            await self._safely(self._heads)
            if blind:  # and it had not begun to look before
                self._awake = self.hub.loop.time()
            looks: list[Look] = [self._due, self._by_days, self.hub.bots.renew]
            looks.append(partial(self._presence, turn))
            for look in looks if turn else [*looks, self.set_clock, self._empty]:
                await self._safely(look)
            self._let_go()

    async def expire(self) -> None:
        """Look for moves that wait too long, for ever; the other looks may wait for the database."""
        while True:
            await asyncio.sleep(EVERY)
            if not self.blind:
                self._awake = self.hub.loop.time()
            self.hub.flusher.expire()

    async def set_clock(self) -> None:
        """Follow the database's clock, where it has one of its own."""
        read = await self.hub.read(store.clock)
        if read is not None:
            clock.follow(*read)

    async def _safely(self, look: Look) -> None:
        try:
            await look()
        except Exception as error:
            seldom.warning("a look at the tables failed: %s", error)

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
            tally.found_behind += head is not None and head > replica.head
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
        self._rests = {id: until for id, until in self._rests.items() if now < until}
        for id, when in await self.hub.read(store.due, now, list(registry.find()), list(self._rests)):
            if id in self.hub.replicas or when + OTHERS_FIRST <= now:
                self._rests[id] = now + REST
                await self._safely(lambda id=id: self._wake_up(id))  # type: ignore[misc]

    async def _wake_up(self, id: int) -> None:
        replica = await self.hub.replica(id)
        if replica is not None and replica.game is not None and not replica.held:
            self.hub.flusher.submit(Request(replica, house.WAKE))

    async def _by_days(self) -> None:
        """Bots that are to move at tables where nobody is, after whoever drove them has died."""
        if self._swept is None:
            return
        found, self._swept = await self.hub.read(turns.undriven, self._swept, wall())
        if self._swept is None:
            self.hub.loop.call_later(SWEEP_EVERY, self.sweep)
        for id in found:
            replica = await self.hub.replica(id)
            if replica is not None:
                self.hub.bots.look(replica)

    def sweep(self) -> None:
        """Look through the tables by days again, soon."""
        self._swept = 0

    async def _presence(self, turn: int) -> None:
        """Each table in its turn, and few at a time: moves go on in between."""
        held = [r for r in self.hub.replicas.values() if r.sockets and r.id % PRESENCE_EVERY == turn]
        for first in range(0, len(held), AT_A_TIME):
            replicas = held[first : first + AT_A_TIME]
            await self.hub.presence.look(replicas)
            for replica in replicas:
                if not replica.held:  # else it may have been paused meanwhile
                    replica.send(protocol.head_frame(replica.head, replica.now()))

    async def _empty(self) -> None:
        here = {r.id for r in self.hub.replicas.values() if any(s.place is not None for s in r.sockets)}
        await self.hub.read(empty.look, here, wall())

    def _let_go(self) -> None:
        for replica in list(self.hub.replicas.values()):
            busy = replica.sockets or replica.held or replica.reading or self.hub.bots.awaited(replica)
            if not (busy or self.hub.flusher.holds(replica)):
                self.hub.drop(replica)
