"""Once: every move has exactly one outcome, whatever breaks in between."""

import asyncio
import threading
from typing import Any

import pytest

from compendium.tables import append
from compendium.tables.hub import Hub
from compendium.tables.judge import Request
from compendium.tables.tally import tally
from tests.tables.client import PATIENCE, Outcome, move_id
from tests.tables.conftest import Game, Play, hears_only, soon


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nothing is written before the event is set."""
    gate, commit = threading.Event(), append.commit

    def later(job: append.Job) -> set[int]:
        assert gate.wait(PATIENCE)
        return commit(job)

    monkeypatch.setattr(append, "commit", later)
    return gate


async def test_a_move_is_told_to_everybody_once(play: Play) -> None:
    game = await play(people=2)
    ada, bob = await game.all()
    watcher = await game.tab(None).join()
    assert await ada.play("put", "AS") == ("e", 2, None)
    for tab in (ada, bob, watcher):
        await tab.at(2)
        assert tab.zone("pile") == ["AS"]
        assert tab.facts["turn"] == 1
    assert bob.zone("h0") == 4
    assert watcher.zone("h0") == 4
    assert ada.zone("h0") == ["2S", "3S", "4S", "5S"]
    assert [entry.seq for entry in await game.log()] == [1, 2]


async def test_moves_made_at_once_from_an_old_head_are_all_accepted(play: Play) -> None:
    game = await play(people=4, at_once=True, cards=8)
    tabs = await game.all()
    cards = [(tab, f"{rank}{suit}") for tab, suit in zip(tabs, "SHCD", strict=True) for rank in "A2345678"]
    ids = [(tab, await tab.move("put", card)) for tab, card in cards]
    outcomes = [await tab.outcome(id) for tab, id in ids]
    assert sorted(outcomes) == [("e", seq, None) for seq in range(2, 34)]
    await asyncio.gather(*(tab.at(33) for tab in tabs))
    assert all(tab.facts["over"] == "done" for tab in tabs)
    row = await game.row()
    assert (row.head, row.score, row.state) == (33, [8, 8, 8, 8], "over")
    assert row.figures == [{"puts": 8}] * 4, "only numbers under names that the game tells"


async def test_a_repeated_id_is_answered_with_its_entry_and_played_once(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    id = await ada.move("put", "AS")
    await ada.move("put", "AS", id=id)  # while it waits: its answer comes once
    assert await ada.outcome(id) == ("e", 2, None)
    await ada.move("put", "2S", id=id)  # another move under the same id
    await ada.until(lambda: ["ok", id, 2] in ada.frames)
    await bob.move("put", "AH", id=id)  # another player's id is another id
    assert await bob.outcome(id) == ("e", 3, None)
    assert len(await game.log()) == 3
    assert ada.told("no") == []


async def test_a_copy_of_a_refused_move_is_dropped(play: Play) -> None:
    """A line that doubles frames must not have a move played that its player was told is refused."""
    game = await play(people=2)
    ada, bob = await game.all()
    id = await bob.move("put", "AH")
    assert await bob.outcome(id) == ("no", "not_your_turn", {})
    await ada.play("put", "AS")
    await bob.move("put", "AH", id=id)
    assert (await bob.play("put", "2H"))[0] == "e", "another one is his to make"
    assert len(bob.told("no")) == 1


async def test_a_copy_is_not_refused_for_what_has_changed_since(play: Play) -> None:
    """Copies of a move that waits, or was accepted, come too fast, or after another tab took over."""
    game = await play(people=2, at_once=True)
    (ada, _) = await game.all()
    first = ada.socket
    id = await ada.move("put", "AS")
    first.bucket.spend(100)
    await ada.move("put", "AS", id=id)
    assert await ada.outcome(id) == ("e", 2, None)
    await ada.move("put", "AS", id=id)
    first.bucket.spend(-100)
    first.yields()
    await ada.move("put", "AS", id=id)
    assert await ada.play("put", "2S") == ("no", "taken_over", {})
    assert [no[1] for no in ada.told("no")] == [ada.told("no")[-1][1]]


async def test_a_copy_of_a_move_that_came_before_the_join_is_dropped(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada = game.tab(0)
    id = await ada.move("put", "AS", seat=0)
    assert await ada.outcome(id) == ("no", "join_first", {})
    await ada.join()
    await ada.move("put", "AS", id=id)
    assert (await ada.play("put", "2S"))[:2] == ("e", 2)
    assert len(ada.told("no")) == 1


async def test_a_refused_move_may_be_tried_again(play: Play) -> None:
    game = await play(people=2)
    ada, bob = await game.all()
    assert await bob.play("put", "AH") == ("no", "not_your_turn", {})
    await ada.play("put", "AS")
    assert (await bob.play("put", "AH"))[0] == "e"


async def test_a_cut_in_mid_move_resolves_it_once(play: Play) -> None:
    """The answer is lost on its way: after the rejoin it comes, and the view is a fresh one's."""
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    id = await ada.move("put", "AS")
    ada.cut()
    await bob.at(2)
    await bob.play("put", "AH")
    assert ada.pending == [id]
    await ada.rejoin()
    assert await ada.outcome(id) == ("e", 2, None)
    assert len(ada.told("view")) == 1, "the tail was enough"
    fresh = await game.tab(0).join()
    assert (ada.seq, ada.sees, ada.you) == (fresh.seq, fresh.sees, fresh.you)


async def test_a_move_in_flight_is_answered_to_the_new_socket(play: Play, slow_disk: threading.Event) -> None:
    game = await play(people=2, at_once=True)
    (ada, _) = await game.all()
    id = await ada.move("put", "AS")
    ada.cut()
    await ada.rejoin()
    assert ada.outcomes == {}
    slow_disk.set()
    assert await ada.outcome(id) == ("e", 2, None)
    assert [entry.seq for entry in await game.log()] == [1, 2]


async def test_a_move_that_never_arrived_is_lost_for_ever(play: Play, other: Hub) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    lost = move_id()
    ada.pending.append(lost)
    await ada.rejoin()
    assert await ada.outcome(lost) == ("no", "lost", {})
    await bob.at(2)
    assert bob.told("e")[-1][3:6] == [None, None, []], "nobody else learns the id"
    for tab in (ada, await game.tab(0, other).join()):  # the move turns up late, here or elsewhere
        refusals = len(tab.told("no")) + 1
        await tab.move("put", "AS", id=lost)
        await tab.until(lambda tab=tab, refusals=refusals: len(tab.told("no")) == refusals)  # type: ignore[misc]
        assert tab.told("no")[-1] == ["no", lost, "lost", {}]
    late = await game.tab(0).join(pending=[lost])
    assert await late.outcome(lost) == ("no", "lost", {})
    assert [(e.seq, e.move_id, e.move, e.ops) for e in await game.log()][1:] == [(2, lost, '["@lost"]', "[]")]


async def test_a_copy_that_waits_elsewhere_is_dropped(play: Play, other: Hub) -> None:
    """The client's first process has the move queued, its second has told it lost: it stays lost."""
    game = await play(people=2, at_once=True)
    here, there = await game.tab(0).join(), game.tab(0, other)
    replica = game.hub.replicas[game.id]
    replica.held = True  # this process is slow to take the move
    id = await here.move("put", "AS")
    await there.join(pending=[id])
    assert await there.outcome(id) == ("no", "lost", {})
    replica.held = False
    game.hub.flusher.resume()
    assert await here.outcome(id) == ("no", "lost", {})
    assert [entry.move for entry in await game.log()][1:] == ['["@lost"]']


async def test_what_comes_late_for_a_copy_that_was_let_go_is_dropped(play: Play) -> None:
    """Nobody was there for a moment; the process has another copy of the table now, which alone writes."""
    game = await play(people=2, at_once=True, cards=13)
    failed, before = tally.failed_flushes, await game.tab(0).join()
    old = game.hub.replicas[game.id]
    before.cut()
    game.hub.drop(old)
    ada = await game.tab(0).join()
    assert game.hub.replicas[game.id] is not old
    id = await ada.move("put", "AS")
    late = Request(old, ("put", "KS"), 0, ada.socket.player, move_id())
    game.hub.flusher.submit(late)  # in the same flush: each copy would write entry 2
    assert await ada.outcome(id) == ("e", 2, None)
    assert (await ada.play("put", "QS"))[:2] == ("e", 3)
    assert [(entry.seq, entry.move) for entry in await game.log()][1:] == [
        (2, '["put","AS"]'),
        (3, '["put","QS"]'),
    ]
    assert tally.failed_flushes == failed


async def test_accepted_elsewhere_is_not_lost(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second process has not heard of the move; it looks before it says what the client knows better."""
    game = await play(people=2, at_once=True)
    there = await game.tab(1, other).join()
    await hears_only(other, monkeypatch)
    monkeypatch.setattr(other.hints, "_hear", lambda message: None)
    here = await game.tab(0).join()
    id = await here.move("put", "AS")
    await here.outcome(id)
    assert other.replicas[game.id].head == 1
    here.cut()
    here.hub, here.pending = other, [id]
    await here.rejoin()
    await here.until(lambda: ["ok", id, 2] in here.frames)
    assert [frame[1] for frame in here.told("view")] == [1]
    await there.at(2)


async def test_strangers_lose_nothing_and_write_nothing(play: Play) -> None:
    game = await play(people=2)
    stranger = await game.tab(None).join(pending=[move_id()])
    assert [frame[2] for frame in stranger.told("no")] == ["lost"]
    assert len(await game.log()) == 1


async def test_before_the_start_all_is_lost_and_nothing_written(play: Play) -> None:
    game = await play(people=2, begin=False)
    id = move_id()
    ada = await game.tab(0).join(pending=[id])
    assert await ada.outcome(id) == ("no", "lost", {})
    assert await game.log() == []


async def test_both_processes_take_moves_and_nobody_loses_one(play: Play, other: Hub) -> None:
    """Stale heads on both sides all the time: judged again, each accepted once."""
    game = await play(people=4, at_once=True, cards=13)
    tabs = [await game.tab(person, (game.hub, other)[person % 2]).join() for person in range(4)]

    async def all_cards(n: int) -> list[Outcome]:
        ids = []
        for rank in "A23456789TJQK":
            ids.append(await tabs[n].move("put", f"{rank}{'SHCD'[n]}"))
            await asyncio.sleep(0.003 * n)
        return [await tabs[n].outcome(id) for id in ids]

    outcomes = await asyncio.gather(*map(all_cards, range(4)))
    assert sorted(outcome[1] for theirs in outcomes for outcome in theirs) == list(range(2, 54))
    for tab in tabs:
        await tab.at(53)
    assert len({str(tab.zone("pile")) for tab in tabs}) == 1
    assert tabs[0].sees == (await game.tab(0, other).join()).sees


async def test_random_cuts_leave_nothing_in_doubt(play: Play, other: Hub) -> None:
    game = await play(people=3, at_once=True, cards=13)
    hubs = (game.hub, other)

    async def person(n: int) -> None:
        tab = await game.tab(n, hubs[n % 2]).join()
        ids = []
        for turn, rank in enumerate("A23456789TJQK"):
            ids.append(await tab.move("put", f"{rank}{'SHC'[n]}"))
            if (turn + n) % 3 == 0:
                await asyncio.sleep(0.002 * (turn % 4))
                tab.cut()
                tab.hub = hubs[turn % 2]
                await tab.rejoin()
        for id in ids:
            await tab.outcome(id)
        assert tab.pending == []
        won = sum(outcome[0] != "no" for outcome in tab.outcomes.values())
        await tab.until(lambda: tab.facts["puts"][n] == won)

    await asyncio.gather(*map(person, range(3)))
    fresh = [await game.tab(n, hubs[n % 2]).join() for n in range(3)]
    log = await game.log()
    moved = [(entry.player, entry.move_id) for entry in log if entry.move_id]
    assert len(set(moved)) == len(moved)
    assert {tab.seq for tab in fresh} == {len(log)}


async def test_a_failed_transaction_is_tried_again(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = await play(people=2, at_once=True)
    ada, _ = await game.all()
    commit = append.commit
    failed: list[append.Job] = []

    def fails_once(job: append.Job) -> Any:
        if not failed:
            failed.append(job)
            raise ValueError("the disk is on fire")
        return commit(job)

    monkeypatch.setattr(append, "commit", fails_once)
    assert (await ada.play("put", "AS"))[0] == "e"
    assert (await ada.play("put", "AS"))[1] == "card_not_held"
    assert len(failed) == 1


async def test_a_transaction_that_was_committed_after_all_is_not_repeated(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database dies after the commit and before its answer."""
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    commit = append.commit
    died: list[append.Job] = []

    def dies(job: append.Job) -> Any:
        result = commit(job)
        if not died:
            died.append(job)
            raise ConnectionError("no answer")
        return result

    monkeypatch.setattr(append, "commit", dies)
    id = await ada.move("put", "AS")
    assert (await ada.outcome(id))[:2] == ("e", 2)
    await bob.at(2)
    assert (await ada.play("put", "2S"))[:2] == ("e", 3)
    await soon(lambda: _heads(game, 3))


async def _heads(game: Game, head: int) -> bool:
    return (await game.row()).head == head and len(await game.log()) == head
