"""What is looked at again and again: due wakes, heads that moved unheard, who is here, leases, replicas
nobody needs.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from . import house, protocol, seating, store
from .clock import wall
from .flush import Request
from .replica import Replica

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two looks."""
PRESENCE_EVERY = 4
"""Looks between two signs of life of the people here; they are away after ``seating.AWAY_AFTER``."""


class Watch:
    """A hub's clock."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def look(self, replica: Replica) -> None:
        """Set the timer of a table to its wake."""
        if replica.timer is not None:
            replica.timer.cancel()
            replica.timer = None
        if replica.table.over is not None:
            return
        due = replica.clock.wall(replica.table.wake_at)
        if due is not None:
            delay = max(0, due - wall()) / 1000
            replica.timer = self.hub.loop.call_later(delay, self._wake, replica)

    def _wake(self, replica: Replica) -> None:
        replica.timer = None
        self.hub.flusher.submit(Request(replica, house.WAKE))

    async def run(self) -> None:
        """Look, for ever."""
        count = 0
        while True:
            await asyncio.sleep(EVERY)
            count += 1
            try:
                await self._heads()
                await self._due()
                await self.hub.bots.renew()
                if count % PRESENCE_EVERY == 0:
                    await self._presence()
                self._let_go()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("a look at the tables failed: %s", error)

    async def _heads(self) -> None:
        held = self.hub.replicas
        heads = await self.hub.read(store.heads, list(held)) if held else {}
        for id, (head, clock) in heads.items():
            replica = held.get(id)
            if replica is None or replica.in_flight or replica.catching_up:
                continue
            if head > replica.head or (head == replica.head and clock != replica.clock):
                self.hub.catch_up(replica)

    async def _due(self) -> None:
        for id in await self.hub.read(store.due, wall()):
            replica = await self.hub.replica(id)
            if replica is not None and replica.game is not None and not replica.catching_up:
                self.hub.flusher.submit(Request(replica, house.WAKE))

    async def _presence(self) -> None:
        replicas = [replica for replica in self.hub.replicas.values() if replica.sockets]
        here = {s.place for r in replicas for s in r.sockets if s.place is not None and not s.read_only}
        if here:
            await self.hub.read(seating.seen, sorted(here), wall())
        for replica in replicas:
            await self.hub.places(replica)
            frame = protocol.head_frame(replica.head, replica.now())
            for socket in list(replica.sockets):
                socket.send(frame)

    def _let_go(self) -> None:
        for replica in list(self.hub.replicas.values()):
            if not (replica.sockets or replica.waiting or replica.in_flight or replica.catching_up):
                self.hub.drop(replica)
