"""A process's fan-out: the replicas it holds and how they follow their logs.

Everything here runs on the event loop; the database is read in one reader thread and written in the writer's.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import connection

from . import inbox, protocol, store
from .bots import Driver
from .flush import OUTAGES, Flusher
from .hints import Hints
from .presence import Presence
from .replica import LOST_MOVE, Replica, Row
from .seldom import Seldom
from .socket import Socket
from .tally import tally
from .watch import Watch

log = logging.getLogger(__name__)
seldom = Seldom(log)
T = TypeVar("T")
OUT_OF_SERVICE = 4503
"""Close code: try again later."""
MOST_FAILURES = 3
"""Reads of a log's tail that fail in a row before the table is put out of service."""
RETRY = 1.0
"""Seconds between two of them."""

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
    try:
        await hub().watch.set_clock()
    except OUTAGES as error:
        log.warning("the database's clock cannot be read yet: %s", error)


async def stop() -> None:
    """Before the process ends."""
    global _hub
    here, _hub = _hub, None
    if here is not None:
        await here.close()


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
        self._tasks: set[asyncio.Task[Any]] = set()
        self.flusher = Flusher(self.holds, self._written, self.catch_up, self.broken)
        self.bots = Driver(self)
        self.hints = Hints(self)
        self.presence = Presence(self)
        self.watch = Watch(self)

    def open(self) -> None:
        """Begin to listen to other processes and to look at the clock."""
        self.spawn(self.hints.listen())
        self.spawn(self.hints.speak())
        self.spawn(self.watch.run())
        self.spawn(self.watch.expire())

    async def close(self) -> None:
        """Let everything go: timers, bots, leases, threads, connections."""
        for replica in list(self.replicas.values()):
            self.drop(replica)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.close()
        self.flusher.stop()
        try:
            await self.read(store.release, self.name)
        except Exception as error:
            log.warning("the leases were not let go: %s", error)
        self._reader.submit(lambda: connection.close()).result()  # the reader's, not this thread's
        self._reader.shutdown()

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that is kept until it is done, and whose failure is logged."""
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task failed", exc_info=error)

    async def read(self, function: Callable[..., T], *args: Any) -> T:
        """Run a function that reads or briefly writes the database in the reader's thread, perhaps twice."""
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
            sitting = await self.read(store.sitting, id) if replica.by_days else None
            self.replicas[id] = replica
            self.watch.look(replica)
            if sitting is not None:  # its bots move without anybody who would ask who sits there
                self.presence.sat(replica, sitting)
        return replica

    def holds(self, replica: Replica) -> bool:
        """Whether this very replica is the one in use."""
        return self.replicas.get(replica.id) is replica

    def drop(self, replica: Replica) -> None:
        """Forget a replica: the log has it all."""
        if self.holds(replica):
            del self.replicas[replica.id]
        self.bots.drop(replica)
        self.watch.drop(replica)

    def broken(self, replica: Replica) -> None:
        """Put a table out of service here: whoever comes back gets it from its log."""
        tally.broken_tables += 1
        self.flusher.forget(replica)
        self.drop(replica)
        for socket in list(replica.sockets):
            socket.close(OUT_OF_SERVICE)

    def catch_up(self, replica: Replica) -> None:
        """Read the log's tail, tell it, and let the table's waiting moves go on."""
        if replica.in_flight or replica.reading:
            replica.behind = True
            return
        replica.reading = replica.held = True
        self.spawn(self._catch_up(replica))

    async def _catch_up(self, replica: Replica) -> None:
        failures = 0
        replica.behind = True
        while replica.behind and self.holds(replica):
            replica.behind = False
            try:
                self._follow_tail(replica, await self.read(store.tail, replica.id, replica.head))
            except Exception as error:
                if isinstance(error, OUTAGES):
                    seldom.warning("tables could not be read: %s", error)
                else:
                    log.exception("table %s could not be read", replica.code, extra=replica.named)
                    failures += 1
                if failures >= MOST_FAILURES:
                    return self.broken(replica)
                replica.behind = True
                await asyncio.sleep(RETRY)
        replica.reading = replica.held = False
        self.flusher.resume()

    def _follow_tail(self, replica: Replica, tail: store.Tail | None) -> None:
        if tail is None:
            return self.broken(replica)
        waited = replica.head == 0
        changed = (tail.row.seats, tail.row.options) != (replica.seats, replica.raw_options)
        replica.refresh(tail.row)
        if tail.rows:
            replica.tries = 0  # nobody keeps the row: others were faster
        if not (waited and tail.rows):
            self.follow(replica, tail.rows)
        else:  # It has begun. Seats may have been numbered anew, so first of all: who is who?
            self.presence.sat(replica, tail.sitting, tell=False)
            self.follow(replica, tail.rows, tell=False)
            for socket in list(replica.sockets):
                socket.whole()
        if waited and changed:
            note = {"k": "options", "options": replica.raw_options, "seats": replica.seats}
            replica.send(protocol.note_frame(note))
        self.watch.look(replica)

    async def reach(self, replica: Replica, head: int) -> None:
        """Wait, not for ever, until a replica has come as far as a head that the log is known to have."""
        patience = self.loop.time() + RETRY
        while replica.head < head and self.holds(replica) and self.loop.time() < patience:
            if not replica.held:
                self.catch_up(replica)
            await asyncio.sleep(0.005)

    def follow(self, replica: Replica, rows: list[Row], tell: bool = True) -> None:
        """Fold entries that another transaction wrote and tell them."""
        for row in rows:
            before = replica.follow(row)
            if tell:
                id = None if row.move == LOST_MOVE else row.move_id or None
                replica.tell(row.seq, replica.encode(before, replica.table, row.seq, row.seat, id))
        if rows:
            self._moved(replica, rows)

    # What was written here, or changed beside the log.

    def _written(self, told: list[tuple[Replica, list[Row]]]) -> None:
        self.hints.publish(told)
        for replica, rows in told:
            self._moved(replica, rows)

    def _moved(self, replica: Replica, rows: list[Row]) -> None:
        if not self.holds(replica):
            return
        self.watch.look(replica)
        self.bots.look(replica)
        if any(row.move.startswith(('["@replace"', '["@pause"')) for row in rows):
            self.spawn(self.presence.places(replica))

    def heard(self, id: int, kinds: tuple[str, ...], note: dict[str, Any] | None = None) -> None:
        """Something outside the log changed: places, options, the start, a rematch."""
        replica = self.replicas.get(id)
        if replica is None:
            return self.watch.sweep() if "started" in kinds else None
        if {"log", "options", "started"}.intersection(kinds):
            self.catch_up(replica)
        if note is not None:
            replica.send(protocol.note_frame(note))
        if "places" in kinds:
            self.spawn(self.presence.places(replica))

    # Sockets: both ways in, Channels' consumer and any other, call these three.

    async def join(self, socket: Socket, id: int, join: protocol.Join) -> bool:
        """Give a socket what it has missed and count it in. False where there is no such table."""
        return await self.presence.join(socket, id, join)

    def receive(self, socket: Socket, text: str) -> protocol.Join | None:
        """One frame; a join is handed back, for the caller to await ``join``."""
        return inbox.receive(self, socket, text)

    def leave(self, socket: Socket) -> None:
        """A socket is gone; presence ends by expiry, not by this."""
        self.presence.leave(socket)


def _with_connection(function: Callable[..., T], *args: Any) -> T:
    try:
        return function(*args)
    except OUTAGES:  # the connection may have died while nobody used it
        connection.close()
        return _once(function, *args)
    except Exception:
        connection.close()
        raise


def _once(function: Callable[..., T], *args: Any) -> T:
    try:
        return function(*args)
    except Exception:
        connection.close()
        raise
