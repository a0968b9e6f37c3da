"""Hints may lie: what other processes say is applied only if it is the next entry, else the log is read."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from compendium.tables import seating, start, store, watch
from compendium.tables.hub import Hub
from compendium.tables.replica import Replica, Row
from tests.tables.client import HubTab
from tests.tables.conftest import Game, Play, hears_only


class Spy:
    """Counts reads of logs' tails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tails = 0
        tail = store.tail

        def count(id: int, seq: int) -> Any:
            self.tails += 1
            return tail(id, seq)

        monkeypatch.setattr(store, "tail", count)


async def two(play: Play, other: Hub) -> tuple[Game, HubTab, HubTab, Replica]:
    """A table, somebody at it in each process, and the second one's replica."""
    game = await play(people=2, at_once=True, cards=13)
    here, there = await game.tab(0).join(), await game.tab(1, other).join()
    return game, here, there, other.replicas[game.id]


async def test_entries_are_heard_without_reading_the_log(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, here, there, _ = await two(play, other)
    await hears_only(other, monkeypatch)
    heard = asyncio.Event()
    monkeypatch.setattr(other, "heard", lambda *news: heard.set())
    while not heard.is_set():  # it listens by now
        game.hub.hints.announce((game.id, (), None))
        await asyncio.sleep(0.02)
    spy = Spy(monkeypatch)
    for rank in "A2345":
        await here.play("put", f"{rank}S")
    await there.at(6)
    assert spy.tails == 0
    assert there.zone("pile") == ["AS", "2S", "3S", "4S", "5S"]


def entries(replica: Replica, *rows: Row) -> dict[str, Any]:
    return {"type": "hint", "from": "elsewhere", "entries": [[replica.id, list(map(list, rows))]]}


async def lies(game: Game) -> dict[str, Callable[[Replica], dict[str, Any]]]:
    real = [Row(*row) for row in await game.do(lambda: store.tail(game.id, 0).rows)]  # type: ignore[union-attr]
    return {
        "old": lambda r: entries(r, real[0]),
        "twice": lambda r: {"entries": entries(r, *real[1:])["entries"] * 2},
        "a gap": lambda r: entries(r, real[3]),
        "out of order": lambda r: entries(r, real[2], real[1]),
        "doubled within": lambda r: entries(r, real[1], real[1], real[2]),
        "too far": lambda r: entries(r, real[1]._replace(seq=10**6)),
        "of no table": lambda r: {"entries": [[10**6, [list(real[1])]]]},
    }


@pytest.mark.parametrize(
    "lie", ["old", "twice", "a gap", "out of order", "doubled within", "too far", "of no table"]
)
async def test_a_hint_that_lies_does_no_harm(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    game, here, there, replica = await two(play, other)
    hear = other.hints._hear
    monkeypatch.setattr(other.hints, "_hear", lambda message: None)
    for rank in "A23":
        await here.play("put", f"{rank}S")
    hear((await lies(game))[lie](replica))
    await there.at(4)
    assert there.zone("pile") == ["AS", "2S", "3S"]
    assert (await there.play("put", "AH"))[:2] == ("e", 5)


async def test_many_hints_while_the_log_is_read_are_folded_once(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, here, there, replica = await two(play, other)
    for rank in "A23456789TJQK":
        await here.move("put", f"{rank}S")
        other.catch_up(replica)
        other.catch_up(replica)
        await asyncio.sleep(0.001)
    await there.at(14)
    assert there.zone("pile") == [f"{rank}S" for rank in "A23456789TJQK"]
    assert replica.table.facts["puts"] == [13, 0]


async def test_a_read_that_fails_is_done_again_before_anything_is_written(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compendium.tables.hub.RETRY", 0.1)
    _, here, there, replica = await two(play, other)
    monkeypatch.setattr(other.hints, "_hear", lambda message: None)
    await here.play("put", "AS")
    tail = store.tail
    failed: list[int] = []

    def fails_once(id: int, seq: int) -> Any:
        if not failed:
            failed.append(id)
            raise ValueError("not now")
        return tail(id, seq)

    monkeypatch.setattr(store, "tail", fails_once)
    outcome = await there.play("put", "AH")
    assert (outcome[:2], failed) == (("e", 3), [replica.id])


async def test_lost_hints_heal_without_another_move(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.05)
    game, here, there, _ = await two(play, other)
    monkeypatch.setattr(other.hints, "_hear", lambda message: None)
    await here.play("put", "AS")
    await there.at(2)
    await here.play("@pause")
    await there.until(lambda: there.facts.get("votes"))
    await here.until(lambda: len([p for p in here.places if p["here"]]) == 2)
    await there.play("@pause")
    await here.until(lambda: here.facts.get("paused"))
    await here.play("@resume")
    await there.until(lambda: there.facts.get("paused") is False)
    earlier, at, later = (hub.replicas[game.id].now() for hub in (there.hub, game.hub, there.hub))
    assert earlier - 50 < at < later + 50, "both clocks stood still for as long"


async def test_lost_news_heal_too(play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sat down, the options changed, the game began: unheard."""
    monkeypatch.setattr(watch, "EVERY", 0.05)
    monkeypatch.setattr(watch, "PRESENCE_EVERY", 1)
    game = await play(people=2, begin=False)
    ada = await game.tab(0, other).join()
    monkeypatch.setattr(other.hints, "_hear", lambda message: None)
    await game.do(lambda: seating.change_options(game.table, {"cards": 7}, seats=3))
    await ada.until(lambda: ada.notes("options"))
    await game.do(lambda: seating.add_bot(game.table, None, "easy"))
    await ada.until(lambda: len(ada.places) == 3)
    await game.do(start.start, game.table)
    await ada.at(1)
    assert len(ada.zone("h0")) == 7


async def test_a_dead_layer_costs_nothing_but_hints(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.05)
    monkeypatch.setattr("compendium.tables.hints.PATIENCE", 0.1)
    _, here, there, _ = await two(play, other)

    async def hangs(*_: Any) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(here.hub.hints, "layer", type("Frozen", (), {"group_send": staticmethod(hangs)})())
    for rank in "A2345":
        assert (await here.play("put", f"{rank}S"))[0] == "e"
    await there.at(6)
    for _ in range(3000):
        here.hub.hints._say("entries", [[0, []]])
    assert sum(map(len, here.hub.hints._waiting.values())) <= 1001
