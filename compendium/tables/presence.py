"""Who is at a table: sockets come and go, newer tabs take seats over, everybody is told who is here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import absence, empty, house, protocol, seating, store
from .clock import wall
from .flush import tell_player
from .judge import Request
from .replica import LOST, Replica
from .socket import Socket

if TYPE_CHECKING:
    from .hub import Hub


class Presence:
    """A hub's ushers."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._arrivals: list[int] = []
        self._written = asyncio.Lock()

    async def join(self, socket: Socket, id: int, join: protocol.Join) -> bool:
        """Give a socket what it has missed and count it in. False where there is no such table."""
        while True:
            replica = await self.hub.replica(id)
            if replica is None:
                return False
            seated = replica.seated
            await self._catch_up(replica, join)
            sitting = await self.hub.read(store.sitting, id)
            sat = await self.hub.read(store.has_sat, id, socket.player) if join.pending else False
            if self.hub.holds(replica) and replica.seated == seated:
                break  # else it was let go, or seats have changed meanwhile
        self.leave(socket)
        socket.enter(replica, join.as_)
        socket.sit(sitting.seats)
        self.sat(replica, sitting)
        replica.sockets.append(socket)
        self._take_over(socket)
        self._tell_missed(socket, join)
        for move_id in join.pending:
            self._settle(socket, move_id, sat)
        self.hub.spawn(self._arrived(replica, socket))
        return True

    async def _catch_up(self, replica: Replica, join: protocol.Join) -> None:
        """A client that comes from another process may know more than this one has heard of."""
        if self.hub.watch.blind:
            await self.hub.watch.sees(replica)
        if (join.since or 0) > replica.head or (join.pending and replica.head == 0):
            await self.hub.reach(replica, await self.hub.read(store.head, replica.id))

    def _tell_missed(self, socket: Socket, join: protocol.Join) -> None:
        replica = socket.replica
        assert replica is not None
        as_asked = not isinstance(join.as_, tuple) or socket.place is not None
        tail = replica.tail(join.since, socket.seat) if join.since and as_asked else None
        if tail is None:
            return socket.whole()
        socket.seen = socket.told = replica.head
        for frame in tail:
            socket.send(frame)
        socket.send(protocol.head_frame(replica.head, replica.now()))

    def _settle(self, socket: Socket, id: str, sat: bool) -> None:
        """A move whose outcome the client does not know: accepted, waiting, or lost for ever."""
        replica = socket.replica
        assert replica is not None
        seq = replica.ids.get((socket.player, id))
        if seq is not None and seq != LOST:
            socket.send(protocol.ok_frame(id, seq))
        elif (socket.player, id) in replica.waiting:
            return  # its outcome is told to all sockets of this player, this one included
        elif seq == LOST or replica.head == 0 or not sat:
            socket.send(protocol.no_frame(id, "lost"))  # whoever never sat here never moved
        else:
            answer = tell_player(replica, socket.player, id)
            self.hub.flusher.submit(Request(replica, house.LOST, None, socket.player, id, answer=answer))

    async def _arrived(self, replica: Replica, socket: Socket) -> None:
        if socket.place is not None:
            place = socket.place
            await self._write_arrival(place)
            await self._reclaim(replica, place)
        await self.places(replica, anyway=socket)
        self.hub.bots.look(replica)

    async def _write_arrival(self, place: int) -> None:
        """All who come while the ones before are being written go into one transaction."""
        self._arrivals.append(place)
        async with self._written:
            places, self._arrivals = self._arrivals, []
            if not places:
                return  # whoever waited before has written this one too
            try:
                await self.hub.read(empty.arrived, places, wall())
            except BaseException:
                self._arrivals[:0] = places  # the next one tries again
                raise

    def _take_over(self, socket: Socket) -> None:
        """The newest tab plays; an older one of the same person says so and only watches."""
        if socket.place is None or socket.replica is None:
            return
        for other in socket.replica.sockets:
            if other is not socket and other.place == socket.place:
                other.yields()
        self.hub.hints.taken_over(socket)

    def leave(self, socket: Socket) -> None:
        """A socket is gone; presence ends by expiry, not by this."""
        socket.put_down()
        if socket.replica is not None and socket in socket.replica.sockets:
            socket.replica.sockets.remove(socket)
        socket.replica = socket.place = socket.seat = None
        socket.n = 0

    async def places(self, replica: Replica, anyway: Socket | None = None) -> None:
        """Look up who sits where; tell it if it changed, and to one socket in any case."""
        sitting = await self.hub.read(store.sitting, replica.id)
        if not self.sat(replica, sitting) and anyway is not None and anyway.replica is replica:
            self._tell(replica, [anyway])
        self._settle_absence(replica)

    async def look(self, replicas: Iterable[Replica]) -> None:
        """The same for many tables, with a sign of life of the people here."""
        replicas = list(replicas)
        sockets = [socket for replica in replicas for socket in replica.sockets]
        if here := _played(sockets):
            await self.hub.read(empty.stay, here, wall())
        sittings = await self.hub.read(store.sittings, [replica.id for replica in replicas])
        for replica in replicas:
            self.sat(replica, sittings[replica.id])
            self._settle_absence(replica)

    def sat(self, replica: Replica, sitting: store.Sitting, tell: bool = True) -> bool:
        """Who sits where was looked up: whoever speaks for another place now is given that one's view.

        Returns whether all sockets were told of new places.
        """
        replica.seated += 1
        for socket in replica.sockets:
            if socket.sit(sitting.seats) and tell:
                socket.whole()
        changed = sitting.places != replica.places
        replica.places = sitting.places
        if changed:
            self._tell(replica, replica.sockets)
            self.hub.bots.look(replica)
        return changed

    def _settle_absence(self, replica: Replica) -> None:
        """The log says who is absent, and whoever is here has the own seat."""
        settled = not replica.held and not replica.in_flight
        for entry in absence.due(replica, replica.table, replica.now()):
            # Unless somebody is back: who sits where may be older than what is written.
            if entry == absence.RESUME:
                self.hub.spawn(self._wakes(replica))
            elif settled or entry[0] in absence.RETURNS:
                self.hub.flusher.submit(Request(replica, entry))
        kept_from = {(p["seat"], p["n"]) for p in replica.places if p["stand_in"]}
        for socket in replica.sockets:
            if socket.place is not None and not socket.read_only and socket.you in kept_from:
                self.hub.spawn(self._reclaim(replica, socket.place))

    async def _wakes(self, replica: Replica) -> None:
        """A table that rests goes on; before that it is to be looked at again, lest it play on for nobody
        should this process end now.
        """
        await self.hub.read(empty.stay, _played(replica.sockets), wall())
        self.hub.flusher.submit(Request(replica, absence.RESUME))

    async def _reclaim(self, replica: Replica, place: int) -> None:
        """A bot sat in while its person came back."""
        if await self.hub.read(seating.reclaim_place, place):
            self.hub.hints.announce((replica.id, ("places",), None))

    def _tell(self, replica: Replica, sockets: Iterable[Socket]) -> None:
        replica.send(protocol.note_frame({"k": "places", "places": replica.places}), sockets)


def _played(sockets: Iterable[Socket]) -> list[int]:
    """The places that people play from with these sockets."""
    return sorted({s.place for s in sockets if s.place is not None and not s.read_only})
