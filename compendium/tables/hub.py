"""A process's fan-out: the replicas it holds, the sockets that watch them, what comes in and what is told.

Everything here runs on the event loop; the database is read in one reader thread and written in the writer's.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import connection

from . import house, protocol, seating, store
from .bots import Driver
from .clock import wall
from .flush import Flusher, Request, tell_player
from .hints import Hints
from .replica import Replica, Row
from .socket import Socket
from .watch import Watch

log = logging.getLogger(__name__)
T = TypeVar("T")
FLOODED = 1008
"""Close code: policy violation."""

_hub: Hub | None = None


def hub() -> Hub:
    """The hub of this process, made on the running event loop at the first call."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub.loop is not loop:
        _hub = Hub()
        _hub.open()
    return _hub


async def start() -> None:
    """With the process: look after the tables before anybody connects."""
    hub()


async def stop() -> None:
    """Before the process ends."""
    if _hub is not None:
        await _hub.close()


def present() -> Hub | None:
    """The hub of this process, if there is one already. Callable from any thread."""
    return _hub


class Hub:
    """One in a process. ``name`` tells processes apart in hints and leases."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.name = secrets.token_hex(6)
        self.replicas: dict[int, Replica] = {}
        self._loading: dict[int, asyncio.Task[Replica | None]] = {}
        self._reader = ThreadPoolExecutor(1, "reader")
        self.flusher = Flusher(self._written, self.catch_up, self._broken)
        self.bots = Driver(self)
        self.hints = Hints(self)
        self.watch = Watch(self)
        self._tasks: set[asyncio.Task[Any]] = set()

    def open(self) -> None:
        """Begin to listen to other processes and to look at the clock."""
        self.spawn(self.hints.listen())
        self.spawn(self.watch.run())

    async def close(self) -> None:
        """Let everything go: timers, bots, threads, connections."""
        global _hub
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.close()
        for replica in list(self.replicas.values()):
            self.drop(replica)
        self.flusher.stop()
        self._reader.submit(connection.close).result()
        self._reader.shutdown()
        if _hub is self:
            _hub = None

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]:
        """A task that is kept until it is done."""
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def read(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function that reads or briefly writes the database in the reader's thread."""
        return await self.loop.run_in_executor(self._reader, partial(_with_connection, function, *args))

    # Replicas.

    async def replica(self, id: int) -> Replica | None:
        """The replica of a table, loaded at the first call; None where there is no such table."""
        if id in self.replicas:
            return self.replicas[id]
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = self.spawn(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: int) -> Replica | None:
        replica = await self.read(store.load, id)
        if replica is not None:
            self.replicas[id] = replica
            self.watch.look(replica)
        return replica

    def drop(self, replica: Replica) -> None:
        """Forget a replica: the log has it all."""
        self.replicas.pop(replica.id, None)
        self.bots.drop(replica)
        if replica.timer is not None:
            replica.timer.cancel()

    def catch_up(self, replica: Replica) -> None:
        """Read the log's tail, tell it, and let the table's waiting moves go on."""
        if replica.in_flight:
            replica.behind = True
            return
        replica.catching_up, replica.behind = True, False
        self.spawn(self._catch_up(replica))

    async def _catch_up(self, replica: Replica) -> None:
        try:
            row, rows = await self.read(store.tail, replica.id, replica.head)
            if row is None:
                return self._broken(replica)
            fresh = replica.head == 0
            replica.refresh(row)
            self.follow(replica, rows, tell=not fresh)
            if fresh and rows:
                for socket in list(replica.sockets):
                    socket.whole()
        except Exception:
            log.exception("table %s could not be read", replica.code)
            await asyncio.sleep(1)
            return self.catch_up(replica)
        finally:
            replica.catching_up = False
        if replica.behind:
            self.catch_up(replica)
        self.flusher.resume()

    def follow(self, replica: Replica, rows: list[Row], tell: bool = True) -> None:
        """Fold entries that another transaction wrote and tell them."""
        for row in rows:
            before = replica.follow(row)
            if tell:
                id = None if row.move == '["@lost"]' else row.move_id or None
                replica.tell(row.seq, replica.encode(before, replica.table, row.seq, row.seat, id))
        if rows:
            self._moved(replica)

    def _broken(self, replica: Replica) -> None:
        self.drop(replica)
        for socket in list(replica.sockets):
            socket.close(1013)

    # What was written here.

    def _written(self, told: list[tuple[Replica, list[Row]]]) -> None:
        self.hints.publish(told)
        for replica, rows in told:
            self._moved(replica)
            if any(row.move.startswith('["@replace"') for row in rows):
                self.spawn(self.places(replica))

    def _moved(self, replica: Replica) -> None:
        self.watch.look(replica)
        self.bots.look(replica)

    # Sockets.

    async def join(self, socket: Socket, id: int, join: protocol.Join) -> bool:
        """Give a socket what it has missed and count it in. False where there is no such table."""
        replica = await self.replica(id)
        if replica is None:
            return False
        place = await self.read(seating.place_of, id, socket.player, join.as_)
        self.leave(socket)
        socket.replica = replica
        if place is not None:
            socket.place, socket.seat, socket.n = place
            self._take_over(socket)
        replica.sockets.append(socket)
        tail = None if join.since is None or join.since == 0 else replica.tail(join.since, socket.seat)
        if tail is None:
            socket.whole()
        else:
            socket.seen = socket.told = replica.head
            socket.send(protocol.head_frame(replica.head, replica.now()))
            for frame in tail:
                socket.send(frame)
        for move_id in join.pending:
            self._settle(socket, move_id)
        self.spawn(self._arrived(replica, socket))
        return True

    async def _arrived(self, replica: Replica, socket: Socket) -> None:
        if socket.place is not None:
            await self.read(seating.seen, [socket.place], wall())
        if socket.place is not None and await self.read(seating.reclaim_place, socket.place):
            self.hints.announce(replica.id, ("places",))
        await self.places(replica, anyway=socket)
        self.bots.look(replica)

    def _take_over(self, socket: Socket) -> None:
        """The newest tab plays; an older one of the same person says so and only watches."""
        assert socket.replica is not None
        for other in socket.replica.sockets:
            if other.place == socket.place and not other.read_only:
                other.read_only = True
                other.send(protocol.note_frame({"k": "taken_over"}))

    def _settle(self, socket: Socket, id: str) -> None:
        """A move the client does not know the outcome of: it was accepted, it waits, or it is lost for ever."""
        replica = socket.replica
        assert replica is not None
        seq = replica.ids.get((socket.player, id))
        if seq is not None:
            socket.send(protocol.ok_frame(id, seq))
        elif replica.head == 0:
            socket.send(protocol.no_frame(id, "lost"))
        elif (socket.player, id) not in replica.waiting:
            answer = tell_player(replica, socket.player, id)
            self.flusher.submit(Request(replica, house.LOST, None, socket.player, id, answer=answer))

    def leave(self, socket: Socket) -> None:
        """A socket is gone; presence ends by expiry, not by this."""
        if socket.replica is not None and socket in socket.replica.sockets:
            socket.replica.sockets.remove(socket)
        socket.replica = socket.place = socket.seat = None
        socket.n = 0

    async def places(self, replica: Replica, anyway: Socket | None = None) -> None:
        """Tell who sits where, if that changed; to one socket in any case."""
        places = await self.read(seating.places, replica.id)
        frame = protocol.note_frame({"k": "places", "places": places})
        changed = places != replica.places
        replica.places = places
        for socket in list(replica.sockets) if changed else [anyway] if anyway else []:
            socket.send(frame)
        if changed:
            self.bots.look(replica)

    # What clients say. (docs/protocol.md)

    def receive(self, socket: Socket, text: str) -> protocol.Join | None:
        """One frame; a join is handed back, for the caller to await ``join``."""
        if not socket.bucket.take():
            self._flooded(socket, text)
            return None
        try:
            frame = protocol.decode(text)
        except protocol.Malformed as error:
            socket.refuse(error.id, "malformed")
            return None
        if frame[0] == "join":
            join: protocol.Join = frame[1]
            return join
        if socket.replica is None:
            socket.refuse(frame[1] if frame[0] == "m" else None, "join_first")
        elif frame[0] == "m":
            self._move(socket, socket.replica, *frame[1:])
        elif frame[0] == "seen":
            socket.saw(frame[1])
            socket.send(protocol.head_frame(socket.replica.head, socket.replica.now()))
        return None

    def _flooded(self, socket: Socket, text: str) -> None:
        """Every move has its one answer, even in a flood; a flood that does not end is cut off."""
        if socket.bucket.patient:
            socket.refuse(protocol.id_of(text), "too_fast")
        else:
            socket.close(FLOODED)

    def _move(self, socket: Socket, replica: Replica, id: str, seat: int, move: tuple[Any, ...]) -> None:
        if socket.seat is None or seat != socket.seat:
            return socket.refuse(id, "not_your_seat")
        if socket.read_only:
            return socket.refuse(id, "taken_over")
        if move[0].startswith("@") and move[0] not in house.OPEN:
            return socket.refuse(id, "unknown_verb")
        if (socket.player, id) in replica.waiting:
            return None  # it is being written: its answer comes once
        answer = tell_player(replica, socket.player, id)
        self.flusher.submit(Request(replica, move, seat, socket.player, id, answer=answer))

    def heard(self, id: int, kinds: tuple[str, ...], note: dict[str, Any] | None = None) -> None:
        """Something outside the log changed: places, options, the start, a rematch."""
        replica = self.replicas.get(id)
        if replica is None:
            return
        if "started" in kinds or "options" in kinds:
            self.catch_up(replica)
        if note is not None:
            frame = protocol.note_frame(note)
            for socket in list(replica.sockets):
                socket.send(frame)
        if "options" in kinds:
            self.spawn(self._options(replica))
        if "places" in kinds:
            self.spawn(self.places(replica))

    async def _options(self, replica: Replica) -> None:
        row, _ = await self.read(store.tail, replica.id, replica.head)
        if row is not None:
            frame = protocol.note_frame({"k": "options", "options": row.options, "seats": row.seats})
            for socket in list(replica.sockets):
                socket.send(frame)


def _with_connection(function: Callable[..., T], *args: Any) -> T:
    try:
        connection.close_if_unusable_or_obsolete()
        return function(*args)
    except Exception:
        connection.close()
        raise
