"""The world of a simulation: processes and people, and what goes wrong between them.

The hubs are the real ones. Their database answers late, fails, and sometimes fails after it has written;
their clocks differ and are set back; hints get lost, doubled and late; lines double, swap and break;
processes stand still and die.
"""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import SimpleNamespace
from typing import Any, Self

import pytest
from django.db import OperationalError

from compendium.rules import Game
from compendium.tables import clock, limits
from compendium.tables.append import Job
from compendium.tables.hub import Hub
from compendium.tables.socket import Socket
from tests.faults.guests import Guest, WanderingTab
from tests.faults.simulation import START, Database, Loop
from tests.people import Person

PACE = 0.2
"""Seconds between two moves of a person, on average."""
AWAY = (5.0, 45.0)
"""Seconds for which people are away who leave for longer: some of them are missed, and bots sit in."""


class Machine:
    """Where what runs now runs: its clock is ``wrong`` by so many ms, and its process has a wall clock."""

    def __init__(self, wrong: int) -> None:
        machine.set(self)
        self.wrong = wrong
        self.wall = clock.Wall()


machine: contextvars.ContextVar[Machine] = contextvars.ContextVar("machine")


class World:
    """Everything that is drawn from one seed."""

    def __init__(self, loop: Loop, seed: str, patch: pytest.MonkeyPatch) -> None:
        self.loop, self.rng = loop, random.Random(seed)
        self.database = Database()
        self.processes: list[Process] = []
        self.channels: dict[str, asyncio.Queue[Any]] = {}
        self.happened: Counter[str] = Counter()
        self.calm = False
        """Nothing goes wrong any more."""
        patch.setattr(clock, "time", SimpleNamespace(time_ns=self.time_ns, monotonic_ns=self.monotonic_ns))
        patch.setattr(clock, "_wall", SimpleNamespace(now=lambda: machine.get().wall.now()))
        patch.setattr(clock, "follow", lambda *read: machine.get().wall.follow(*read))
        patch.setattr(limits, "time", SimpleNamespace(monotonic=loop.time))
        Machine(0)

    def monotonic_ns(self) -> int:
        return int(self.loop.time() * 1e9)

    def time_ns(self) -> int:
        """What the clock of the machine shows on which the process runs that asks."""
        return (START + machine.get().wrong) * 1_000_000 + self.monotonic_ns()

    def late(self, usual: float = 0.002) -> float:
        """Seconds that something takes: mostly little."""
        return self.rng.expovariate(1 / usual) * (20 if self.bad(0.03) else 1)

    def bad(self, likely: float) -> bool:
        return not self.calm and self.rng.random() < likely

    def note(self, what: str) -> bool:
        self.happened[what] += 1
        return True

    def start(self) -> Process:
        process = Process(self, len(self.processes))
        self.processes.append(process)
        return process

    @property
    def alive(self) -> list[Process]:
        return [process for process in self.processes if not process.dead]


class Process:
    """A hub with a clock of its own, that may stand still or die at any moment."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.ws = world, f"{number}"
        self.dead = False
        self.lines: list[Line] = []
        self.runs = asyncio.Event()
        self.runs.set()
        self.context = contextvars.copy_context()
        self.machine: Machine = self.context.run(Machine, world.rng.randrange(-3000, 3000))
        self.hub: SimulatedHub = self.context.run(SimulatedHub, self)
        self.context.run(clock.follow, *world.database.clock())  # as hub.start does
        self.context.run(self.hub.open)

    def kill(self) -> None:
        """kill -9: nothing of it runs again, and its sockets are cut."""
        self.dead = True
        for line in self.lines:
            line.hang_up(1006)
        for task in list(self.hub._tasks):
            task.cancel()
        for replica in self.hub.replicas.values():
            self.hub.watch.drop(replica)
        self.hub.flusher._waiting.clear()


class SimulatedHub(Hub):
    """A hub whose reader, writer and layer are the simulation's."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self.process, self.world = process, process.world
        self.name = f"process {process.ws}"
        self.flusher.writer.stop()
        self.flusher.writer = Writer(process)  # type: ignore[assignment]
        self.hints.layer = Layer(process)
        self.bots._pool = AtOnce()
        self._one = asyncio.Lock()

    async def read(self, function: Callable[..., Any], *args: Any) -> Any:
        """One after the other, as the reader's thread does."""
        world = self.world
        async with self._one:
            await asyncio.sleep(world.late())
            await self.process.runs.wait()
            if world.bad(0.01) and world.note("a read fails"):
                raise OperationalError("the connection is gone")
            result = getattr(world.database, function.__name__)(*args)
            await asyncio.sleep(world.late())
            await self.process.runs.wait()
            return result


class Writer:
    """Commits one job after the other; it may fail before it has written, or after."""

    def __init__(self, process: Process) -> None:
        self.process, self.world = process, process.world

    def submit(self, job: Job, done: Callable[[Any], None]) -> None:
        self.world.loop.call_later(self.world.late(), self._commit, job, done)

    def stop(self) -> None:
        """Nothing to stop."""

    def _commit(self, job: Job, done: Callable[[Any], None]) -> None:
        process, world = self.process, self.world
        if process.dead and world.bad(0.5):
            return  # it died before
        if not process.runs.is_set():
            world.loop.call_later(0.05, self._commit, job, done)
            return
        result: Any
        locked = {head.id for head in job.heads if world.bad(0.02) and world.note("a row is locked")}
        if world.bad(0.01) and world.note("a write fails"):
            result = OperationalError("the connection is gone")
        else:
            try:
                result = world.database.commit(job, locked)
            except Exception as error:
                result = error
            if world.bad(0.01) and world.note("a write fails after all"):
                result = OperationalError("the connection is gone, who knows when")
        world.loop.call_later(world.late(), self._tell, done, result)

    def _tell(self, done: Callable[[Any], None], result: Any) -> None:
        if self.process.dead:
            return
        if self.process.runs.is_set():
            done(result)
        else:
            self.world.loop.call_later(0.05, self._tell, done, result)


class Layer:
    """Hints get lost, doubled and late; sometimes none can be sent."""

    def __init__(self, process: Process) -> None:
        self.process, self.world = process, process.world

    async def new_channel(self, prefix: str) -> str:
        return f"{prefix}{self.process.ws}"

    async def group_add(self, group: str, channel: str) -> None:
        self.world.channels[channel] = asyncio.Queue()

    async def receive(self, channel: str) -> Any:
        message = await self.world.channels[channel].get()
        await self.process.runs.wait()
        if self.world.bad(0.005) and self.world.note("the layer breaks"):
            raise ConnectionError("no layer")
        return message

    async def group_send(self, group: str, message: Any) -> None:
        world = self.world
        if world.bad(0.01) and world.note("a hint cannot be sent"):
            raise ConnectionError("no layer")
        for queue in world.channels.values():
            copies = 0 if world.bad(0.05) and world.note("a hint is lost") else 1 + world.bad(0.05)
            for _ in range(copies):
                world.loop.call_later(world.late(), queue.put_nowait, message)


class AtOnce(Executor):
    """Bots think in no time."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Line:
    """One connection of a tab to a process. Frames come late but in order, unless doubled or swapped."""

    def __init__(self, tab: SimulatedTab, process: Process) -> None:
        self.tab, self.process, self.world = tab, process, process.world
        self.cut = False
        process.lines.append(self)
        self.up: asyncio.Queue[str] = asyncio.Queue()
        self.told_at = 0.0
        self.socket = process.context.run(Socket, self.say, self.hang_up, tab.player)
        self.serving = process.context.run(asyncio.create_task, self._serve())

    async def _serve(self) -> None:
        """What the consumer does with the frames of its client."""
        world, hub = self.world, self.process.hub
        while not self.process.dead:
            text = await self.up.get()
            await asyncio.sleep(world.late())
            await self.process.runs.wait()
            if self.cut or self.process.dead:
                break
            frames = [text] * (1 + (world.bad(0.03) and world.note("a frame is doubled")))
            if not self.up.empty() and world.bad(0.1) and world.note("frames are swapped"):
                frames.insert(0, self.up.get_nowait())
            for one in frames:
                join = hub.receive(self.socket, one)
                try:
                    if join is not None and not await hub.join(self.socket, self.tab.table_id, join):
                        self.hang_up(4404)
                except OperationalError:
                    return self.hang_up(1011)
        self.hang_up(1006)

    def say(self, *texts: str) -> int:
        """Frames from the server arrive one after the other."""
        loop = self.world.loop
        for text in texts:
            self.told_at = max(self.told_at + 1e-6, loop.time() + self.world.late())
            loop.call_at(self.told_at, self._told, text)
        return 0

    def _told(self, text: str) -> None:
        if not self.cut and self.tab.way is self:
            self.tab.take(text)

    def hang_up(self, code: int) -> None:
        """Both ends hear of it, when they do; the process hears late."""
        if not self.cut:
            self.cut = True
            self.world.loop.call_later(self.world.late(0.3), self._leave)
            if self.tab.way is self:
                self.world.loop.call_later(self.world.late(), self._closed, code)

    def _closed(self, code: int) -> None:
        if self.tab.way is self:
            self.tab._closed(code)

    def _leave(self) -> None:
        if not self.process.dead:
            self.process.context.copy().run(self.process.hub.leave, self.socket)


class SimulatedTab(WanderingTab):
    """A tab on such a line; ``table_id`` is what its URL would say."""

    def __init__(self, world: World, table_id: int, player: str) -> None:
        super().__init__("", f"{table_id}")
        self.world, self.table_id, self.player = world, table_id, player
        self.way: Line | None = None

    async def open(self, ws: str | None = None) -> Self:
        await asyncio.sleep(self.world.late())
        process = self.world.processes[int(ws or "0")]
        if process.dead:
            raise OSError("nobody listens")
        self.url = f"{process.ws}/{self.table_id}"
        self.closed = None
        self.way = Line(self, process)
        self.line = self.way  # type: ignore[assignment]
        self.frames.append(["open"])
        return self

    async def send(self, text: str | bytes) -> None:
        if self.way is None or self.way.cut or self.closed is not None:
            raise OSError("the line is cut")
        self.way.up.put_nowait(str(text))

    async def shut(self) -> None:
        self.cut()
        if self.fault is not None:
            raise self.fault

    def cut(self) -> None:
        if self.way is not None:
            self.way.hang_up(1006)


class SimulatedGuest(Guest):
    """A guest of a simulation."""

    def __init__(self, world: World, table_id: int, player: str, game: Game, seed: str) -> None:
        rng = random.Random(seed)
        super().__init__(_nobody(), "", world.processes, game, rng, PACE)  # type: ignore[arg-type]
        self.world = world
        self.tab: SimulatedTab = SimulatedTab(world, table_id, player)

    async def _wander(self) -> None:
        if self.rng.random() < 0.004:
            self.world.note("somebody is away")
            self.tab.cut()
            await asyncio.sleep(self.rng.uniform(*AWAY))
            raise OSError("was away")
        await super()._wander()


def _nobody() -> Person:
    person = Person.__new__(Person)
    person.key = ""
    return person
