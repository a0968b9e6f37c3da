"""Several worker processes on one listening socket, restarted when they die.

A connection is never refused while one worker lives: the socket is the supervisor's, and whoever is free
accepts. SIGTERM and SIGINT end all of them; SIGHUP replaces them, one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Callable, Coroutine
from typing import Any

from .supervised import Command, Supervised, begin, environment

log = logging.getLogger(__name__)

PYTHON = [sys.executable, "-P", "-m"]
"""Runs a module, and not one that lies in the working directory by the same name."""
PREPARE = [*PYTHON, "compendium.setup.command", "serve", "--prepare"]
BACKLOG = 512
"""Connections that wait to be accepted."""

YOUNG = 10.0
"""Seconds: when a worker ends younger than this, and the one before did too, the next has to wait."""
SHORTEST_DELAY, LONGEST_DELAY = 0.25, 15.0
"""Seconds; the delay doubles from the one to the other."""
MOST_STILLBORN = 5
"""Workers in a row that ended before they were ready. If nobody else serves, the supervisor gives up."""


class GivesUp(Exception):
    """No worker comes to serve; the text says so."""


class Supervisor:
    """`worker` begins a worker, `prepare` makes the site ready for changed code; `serving` is called when
    all workers are ready for the first time.
    """

    def __init__(
        self,
        listener: socket.socket,
        workers: int,
        serving: Callable[[], None],
        worker: Command,
        prepare: list[str],
    ) -> None:
        self.listener, self.serving = listener, serving
        self.worker, self.prepare = worker, prepare
        self.places: dict[int, Supervised] = {}
        self.locks = {number: asyncio.Lock() for number in range(1, workers + 1)}
        self.failures = dict.fromkeys(self.locks, 0)
        self.living: set[Supervised] = set()
        self.stillborn = 0
        self.complete, self.renewal = asyncio.Event(), asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until a signal ends it. Raises GivesUp."""
        loop = asyncio.get_running_loop()
        self.end: asyncio.Future[None] = loop.create_future()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)
        loop.add_signal_handler(signal.SIGHUP, self.renewal.set)
        work = self._spawn(self._work())
        try:
            await self.end
        finally:
            work.cancel()
            self.listener.close()
            await asyncio.gather(*(worker.dismiss() for worker in self.living))

    def _stop(self, fault: BaseException | None = None) -> None:
        if self.end.done():
            return
        if fault:
            self.end.set_exception(fault)
        else:
            self.end.set_result(None)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()):
            self._stop(fault)

    async def _work(self) -> None:
        for number in self.locks:
            self.places[number] = await self._begin(number)
        async with asyncio.TaskGroup() as group:
            for number in self.locks:
                group.create_task(self._keep(number))
            await self.complete.wait()
            self.serving()
            while True:
                await self.renewal.wait()
                self.renewal.clear()
                await self._renew()

    # One place.

    async def _keep(self, number: int) -> None:
        """Whenever the worker of a place has ended unasked, another begins."""
        while True:
            worker = self.places[number]
            await worker.gone.wait()
            if self.places[number] is worker:
                await asyncio.sleep(self._delay(number))
            async with self.locks[number]:
                if self.places[number] is worker:
                    self.places[number] = await self._begin(number)

    async def _begin(self, number: int) -> Supervised:
        worker = await begin(number, self.worker, self.listener)
        self.living.add(worker)
        self._spawn(self._watch(worker))
        return worker

    async def _watch(self, worker: Supervised) -> None:
        await worker.settle()
        if all(worker.ready for worker in self.places.values()):
            self.complete.set()
        await worker.depart()
        self.living.discard(worker)
        if not worker.leaving:
            self._mourn(worker)

    def _mourn(self, worker: Supervised) -> None:
        lived = worker.ready and worker.age >= YOUNG
        self.failures[worker.number] = 0 if lived else self.failures[worker.number] + 1
        self.stillborn = 0 if worker.ready else self.stillborn + 1
        log.error("%s ended (%s) after %.1f s", worker, worker.end, worker.age)
        if self.stillborn >= MOST_STILLBORN and not any(other.ready for other in self.living):
            self._stop(GivesUp(f"{self.stillborn} workers in a row ended before they were ready."))

    def _delay(self, number: int) -> float:
        again = self.failures[number] - 2
        return 0.0 if again < 0 else min(SHORTEST_DELAY * 2**again, LONGEST_DELAY)

    # All of them.

    async def _renew(self) -> None:
        """New workers for old ones; where new ones do not come to serve, the old ones go on."""
        log.info("SIGHUP: preparing, then replacing the workers one after the other")
        if not await self._prepare():
            log.error("the site could not be prepared: the workers that serve go on")
            return
        for number in self.locks:
            if not await self._relieve(number):
                log.error("a new worker does not come to serve: those that do go on")
                return
        log.info("all workers are new")

    async def _relieve(self, number: int) -> bool:
        async with self.locks[number]:
            new = await self._begin(number)
            await new.settled.wait()
            if new.ready:
                old, self.places[number] = self.places[number], new
                await old.dismiss()
            else:
                await new.gone.wait()
        return new.ready

    async def _prepare(self) -> bool:
        process = await asyncio.create_subprocess_exec(*self.prepare, stdin=DEVNULL, env=environment())
        try:
            return await process.wait() == 0
        except asyncio.CancelledError:
            process.terminate()
            raise


def listen(host: str, port: int) -> socket.socket:
    """The socket that all workers accept from. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = found[0]
    both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)


def worker_of(host: str, workers: int, folder: str) -> Command:
    """How to begin one of so many workers of a site that is reached by a host name or address."""
    known = [*PYTHON, "compendium.setup.worker"]
    return lambda number, *descriptors: [
        *known,
        *map(str, (number, workers, folder, host, *descriptors)),
    ]
