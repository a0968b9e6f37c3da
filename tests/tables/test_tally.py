"""What a process counts of what happens at its tables."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from django.db import connection, transaction

from compendium.operating import metrics
from compendium.tables import limits, socket, tally
from compendium.tables.hub import Hub
from compendium.tables.judge import Outcome
from compendium.tables.models import Table
from compendium.tables.replica import Replica
from compendium.tables.tally import Histogram, Tally
from tests.tables.conftest import Play, soon


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> Tally:
    """A tally that has counted nothing yet, in place of the process' own."""
    for name, value in vars(Tally()).items():
        monkeypatch.setattr(tally.tally, name, value)
    return tally.tally


def told() -> dict[tuple[str, ...], float]:
    """This process' metrics: (name, label's value...) -> value."""
    return {
        (sample.name.removeprefix("compendium_"), *(v for k, v in sample.labels.items() if k != "process")): (
            sample.value
        )
        for metric in metrics.collect("0")
        for sample in metric.samples
    }


async def test_moves_are_counted_by_outcome(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await play(people=2)
    again = came_again(game.hub, monkeypatch)
    ada, bob = await game.all()
    begin = time.perf_counter()
    await ada.play("put", "AS")
    await ada.play("put", "2S")  # it is Bob's turn
    await bob.play("put", "KH")
    await bob.play("crash")
    await bob.send("nonsense")
    await bob.play("put", "AH")
    count = told()
    outcomes = {key[1]: value for key, value in count.items() if key[0] == "moves_total"}
    assert outcomes == {
        "accepted": 2,
        "not_your_turn": 1,
        "card_not_held": 1,
        "internal": 1,
        "malformed": 1,
    }
    assert count["flush_entries_sum",] == 2
    flushes = count["flush_seconds_count",]
    assert flushes == 5 + len(again), "one for each move that was judged, and those that came again"
    assert 0 < count["flush_seconds_sum",] < time.perf_counter() - begin
    assert count["move_wait_seconds_count",] == count["flush_entries_count",] == flushes
    assert (count["tables", "running"], count["sockets", "player"]) == (1, 2)


def came_again(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables whose flush wrote nothing and comes again: people who arrive lock the row for a moment."""
    tables, left = list[int](), hub.flusher._left

    def count(replica: Replica, outcomes: list[Outcome]) -> None:
        tables.append(replica.id)
        left(replica, outcomes)

    monkeypatch.setattr(hub.flusher, "_left", count)
    return tables


async def test_a_flush_that_finds_the_row_locked_is_counted_and_comes_again(
    play: Play, counted: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=2)
    ada, _ = await game.all()
    again = came_again(game.hub, monkeypatch)
    locked, free = threading.Event(), threading.Event()

    def lock() -> None:
        with transaction.atomic():
            Table.objects.select_for_update().get(pk=game.id)
            locked.set()
            free.wait(15)
        connection.close()

    async def found() -> bool:
        return len(again) > 0

    holding = asyncio.create_task(asyncio.to_thread(lock))
    await asyncio.to_thread(locked.wait, 15)
    id = await ada.move("put", "AS")
    await soon(found)
    free.set()
    await holding
    assert (await ada.outcome(id))[0] == "e"
    assert sum(counted.flush_seconds.counts) == 1 + len(again)
    assert (counted.accepted, counted.failed_flushes) == (1, 0)


async def test_a_move_sent_twice_is_counted_once(play: Play) -> None:
    game = await play(people=2)
    ada, _ = await game.all()
    id = await ada.move("put", "AS")
    await ada.outcome(id)
    ada.cut()
    await ada.rejoin()
    await ada.until(lambda: ada.seq == 2)
    assert (tally.tally.accepted, sum(tally.tally.refused.values())) == (1, 0)


async def test_wakes_watchers_and_bots_are_counted(play: Play, counted: Tally) -> None:
    game = await play(people=1, bots=("easy",), turn=100)
    await game.tab(None).join()
    ada = await game.tab(0).join()
    await ada.until(lambda: ada.facts["puts"] == [1, 1])  # one late, one in its turn
    count = told()
    assert count["wakes_total",] >= 1
    assert count["bot_seconds_count",] >= 2
    assert (count["sockets", "player"], count["sockets", "watcher"]) == (1, 1)
    assert counted.bots_at_random == 0


async def test_hints_and_what_they_missed_are_counted(
    play: Play, other: Hub, counted: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=2)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()

    async def heard() -> bool:
        return counted.hints_heard > 0 and bob.seq == ada.seq

    await ada.play("put", "AS")
    await soon(heard)
    assert counted.hints_sent > 0
    behind = counted.found_behind
    monkeypatch.setattr(game.hub.hints, "publish", lambda told: None)
    assert (await bob.play("put", "AH"))[0] == "e"
    await ada.until(lambda: ada.seq == bob.seq)
    assert (await ada.play("put", "2S"))[0] == "e"
    await bob.until(lambda: bob.seq == ada.seq)
    assert counted.found_behind > behind


async def test_clients_that_are_skipped_are_counted(
    play: Play, counted: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "MOST_BEHIND", 2)
    monkeypatch.setattr(limits, "BURST", 1000.0)
    game = await play(people=2, at_once=True)
    ada, _ = await game.all()
    for rank in "A234":
        await ada.move("put", f"{rank}S")
    replica = game.hub.replicas[game.id]

    async def written() -> bool:
        return replica.head == 5

    await soon(written)
    assert counted.skipped == 2


def test_a_game_cannot_make_more_codes_than_there_is_room_for() -> None:
    counted = Tally()
    for n in range(1000):
        counted.refuse(f"code_{n}")
        counted.refuse("card 7H is not held")
    assert len(counted.refused) <= tally.MOST_CODES + 1
    assert sum(counted.refused.values()) == 2000
    assert counted.refused["code_3"] == 1


def test_a_histogram_counts_a_value_in_the_first_bound_that_holds_it() -> None:
    seen = Histogram((1, 2, 5))
    for value in (0.5, 1, 1.5, 5, 7):
        seen.see(value)
    assert (seen.counts, seen.sum) == ([2, 1, 1, 1], 15)
