"""When Python looks for cycles: in a quiet moment once enough sockets have closed, or when it must."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace

import pytest

from compendium.setup import garbage


class Process:
    """A process whose time and load are told to it, and which counts the collections; it ends at ``end``."""

    def __init__(self) -> None:
        self.now = self.used = self.load = self.end = 0.0
        self.collections = 0

    def collect(self) -> None:
        self.collections += 1

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.used += seconds * self.load
        if self.now > self.end:
            raise asyncio.CancelledError


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    fake = Process()
    monkeypatch.setattr(
        garbage, "time", SimpleNamespace(monotonic=lambda: fake.now, process_time=lambda: fake.used)
    )
    monkeypatch.setattr(garbage, "asyncio", SimpleNamespace(sleep=fake.sleep))
    quiet = {"collect": fake.collect, "freeze": lambda: None, "set_threshold": lambda *_: None}
    monkeypatch.setattr(garbage, "gc", SimpleNamespace(**quiet))
    return fake


async def collections(process: Process, collector: garbage.Collector, closed: int, seconds: int) -> int:
    """How often it collects in so many seconds after so many sockets have closed, but for the first time."""
    for _ in range(closed):
        collector.closed()
    process.end = float(seconds)
    with suppress(asyncio.CancelledError):
        await collector.run()
    return process.collections - 1


@pytest.mark.parametrize(
    ("closed", "load", "seconds", "times"),
    [
        (499, 0.0, 30, 0),
        (500, 0.0, 30, 1),
        (999, 0.8, 30, 0),  # it waits for quiet
        (1000, 0.8, 30, 1),  # and no longer
        (0, 0.0, 599, 0),
        (0, 0.0, 650, 1),
        (0, 0.8, 1190, 0),
        (0, 0.8, 1250, 1),
    ],
)
async def test_when_it_collects(process: Process, closed: int, load: float, seconds: int, times: int) -> None:
    process.load = load
    assert await collections(process, garbage.Collector(), closed, seconds) == times


@pytest.fixture
def usual() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


async def test_what_is_there_at_the_start_is_not_looked_at_again(usual: None) -> None:
    running = asyncio.ensure_future(garbage.Collector().run())
    await asyncio.sleep(0)
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[2] == garbage.NEVER
    running.cancel()
