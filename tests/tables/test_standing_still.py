"""A process that stood still (SIGSTOP, a suspended machine) tells no time before it knows it again."""

import asyncio
import json
from itertools import groupby
from typing import Any

import pytest

from compendium.tables import watch
from compendium.tables.hub import Hub
from compendium.tables.watch import STOOD_STILL
from tests.tables.client import HubTab
from tests.tables.conftest import Game, Play


class Stopped:
    """A hub that hears, and looks at, nothing until it ``goes_on``: as if it had stood still since."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hub, self._heads = hub, hub.watch._heads
        self._runs, self._stands = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(hub.hints, "_apply", lambda replica, rows: None)
        monkeypatch.setattr(hub.watch, "_heads", self._looks)

    async def stands(self) -> None:
        """Wait until no look is under way that began before."""
        await self._stands.wait()
        self.hub.watch._awake -= 10 * STOOD_STILL

    async def _looks(self) -> None:
        self._stands.set()
        await self._runs.wait()
        await self._heads()

    def goes_on(self) -> None:
        self._runs.set()


@pytest.fixture
async def paused(play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, HubTab, Stopped]:
    """A table paused for a moment, of which the process with the returned tab knows nothing."""
    monkeypatch.setattr(watch, "EVERY", 0.05)
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await ada.until(lambda: all(place["here"] for place in ada.places))
    watcher = await game.tab(None, other).join()
    stopped = Stopped(other, monkeypatch)
    await stopped.stands()
    for tab in (ada, bob):
        await tab.play("@pause")
    await asyncio.sleep(0.3)  # so much later is the time that is not true
    await ada.play("@resume")
    return game, watcher, stopped


def times(frames: list[list[Any]]) -> list[tuple[str, int]]:
    """The kinds and seqs of frames that tell the time; as many heads as come in a row count once."""
    told = [(frame[0], frame[1]) for frame in frames if frame[0] in ("head", "view", "e")]
    return [key for key, _ in groupby(told)]


async def test_a_client_is_told_the_time_once_it_is_known(paused: tuple[Game, HubTab, Stopped]) -> None:
    game, there, stopped = paused
    told = len(there.frames)
    await there.send(json.dumps(["seen", there.seq]))
    await asyncio.sleep(0.1)
    assert times(there.frames[told:]) == []
    stopped.goes_on()
    await there.until(lambda: there.frames[-1][0] == "head")
    head = game.hub.replicas[game.id].head
    assert head == 4
    assert times(there.frames[told:]) == [*(("e", seq) for seq in (2, 3, 4)), ("head", head)]


async def test_who_joins_meanwhile_sees_the_table_of_now(paused: tuple[Game, HubTab, Stopped]) -> None:
    game, _, stopped = paused
    watcher = game.tab(None, stopped.hub)
    joining = asyncio.create_task(watcher.join())
    await asyncio.sleep(0.1)
    assert times(watcher.frames) == []
    stopped.goes_on()
    await joining
    head = game.hub.replicas[game.id].head
    assert times(watcher.frames) in ([("view", head)], [("view", head), ("head", head)])
