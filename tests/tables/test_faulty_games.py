"""A game with an error in it harms its own table at most, and that one as little as can be."""

import asyncio
import logging

import pytest
from django.db import OperationalError

from compendium.rules import Game as Rules
from compendium.rules import Table as Dealt
from compendium.rules import registry
from compendium.tables import append, seating, start, watch
from compendium.tables.flush import LONGEST_WAIT
from compendium.tables.hub import OUT_OF_SERVICE
from compendium.tables.models import Table
from compendium.tables.replica import Replica
from tests.tables.conftest import Game, Play, soon
from tests.tables.test_append import lock_held
from tests.tables.toys import Toy


@pytest.mark.parametrize("mischief", ["crash", "unsayable", "later", "never", "boast"])
async def test_a_move_that_makes_the_game_fail_is_internal(play: Play, mischief: str) -> None:
    game, fine = await play(people=2, at_once=True), await play(people=2)
    ada, bob = await game.all()
    eve, _ = await fine.all()
    ids = [await ada.move("put", "AS"), await ada.move(mischief), await ada.move("put", "2S")]
    other = await eve.move("put", "AS")  # in the same flush
    assert [(await ada.outcome(id))[0] for id in ids] == ["e", "no", "e"]
    assert ada.outcomes[ids[1]] == ("no", "internal", {})
    assert (await eve.outcome(other))[0] == "e"
    await bob.at(3)
    assert bob.facts["broken"] == "", "nothing of the draft is left"
    assert (await bob.play("put", "AH"))[0] == "e"


async def test_a_game_that_cannot_say_what_is_legal(play: Play) -> None:
    game, fine = await play(people=1, bots=("easy",), at_once=True), await play(people=2)
    ada = await game.tab(0).join()
    eve, _ = await fine.all()
    mute = await ada.move("mute")
    assert (await eve.play("put", "AS"))[0] == "e"
    assert (await ada.outcome(mute))[0] == "e", "it was written, so it is told"
    assert ada.legal == []
    joined = await game.tab(0).join()
    assert joined.facts["broken"] == "legal"
    assert (joined.seq, joined.legal) == (ada.seq, [])
    assert await joined.play("put", "AS") == ("no", "card_not_held", {"card": "AS"})
    assert (await eve.play("@pause"))[0] == "e"


async def test_a_game_that_cannot_say_what_was_reached_is_over_all_the_same(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=2, at_once=True, cards=1)
    ada, bob = await game.all()
    monkeypatch.setattr(Toy, "reached", lambda *_: 1 / 0)
    assert (await ada.play("put", "AS"))[0] == "e"
    assert (await bob.play("put", "AH"))[0] == "e"
    row = await game.row()
    assert (row.state, row.score, row.figures) == ("over", [1, 1], None)


async def test_an_entry_that_cannot_be_told_is_shown_and_answered(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    monkeypatch.setattr(Replica, "_frames", lambda *_: 1 / 0)
    assert await ada.play("put", "AS") == ("ok", 2, None)
    await bob.at(2)
    assert bob.zone("pile") == ["AS"]
    assert bob.told("ok") == []


async def test_a_wake_that_fails_is_tried_less_and_less(
    play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.02)
    monkeypatch.setattr(watch, "OTHERS_FIRST", 0)
    game, fine = await play(people=2, at_once=True), await play(people=2, turn=250)
    ada, bob = await game.all()
    await ada.play("sulk")
    ada.cut()
    bob.cut()
    eve, _ = await fine.all()
    await eve.until(lambda: eve.facts["turn"] == 1)
    await asyncio.sleep(1.0)
    failures = [record for record in caplog.records if "the rules of toy failed" in record.message]
    assert 1 <= len(failures) <= 4
    assert game.id in game.hub.watch._rests
    ada = await game.tab(0).join()
    assert (await ada.play("put", "AS"))[0] == "e"


async def test_tables_that_stay_due_do_not_starve_others(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred tables of a game that is gone have been due for ages."""
    monkeypatch.setattr(watch, "EVERY", 0.02)
    monkeypatch.setattr(watch, "OTHERS_FIRST", 0)
    game = await play(people=2, turn=100)
    gone = [Table(game="gone", seats=2, created=1, started_at=1, head=1, wake_at=2) for _ in range(150)]
    await game.do(lambda: Table.objects.bulk_create(gone))

    async def woken() -> bool:
        return len(await game.log()) > 1

    await soon(woken)


@pytest.mark.parametrize(
    "fault", [RuntimeError("no cards"), object(), "soon"], ids=["raises", "unsayable", "later"]
)
async def test_a_game_that_cannot_deal_does_not_begin(play: Play, fault: object) -> None:
    class Faulty(Toy):
        def setup(self, t: Dealt) -> None:
            super().setup(t)
            if isinstance(fault, Exception):
                raise fault
            t.set(wake_at=fault)

    game = await play(people=2, begin=False)
    with registry.registered(Faulty()), pytest.raises(seating.Refused) as refused:
        await game.do(start.start, game.table)
    assert refused.value.code == "internal"
    assert (await game.log(), (await game.row()).state) == ([], "open")
    await game.do(start.start, game.table)


async def test_slow_rules_are_reported(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    game = await play(people=2)
    ada, _ = await game.all()
    with caplog.at_level(logging.WARNING):
        assert (await ada.play("slow"))[0] == "e"
    assert any("toy took" in record.message for record in caplog.records)


async def test_a_table_that_keeps_failing_is_put_out_of_service_alone(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, fine = await play(people=2, at_once=True), await play(people=2, at_once=True)
    ada, bob = await bad.all()
    eve, _ = await fine.all()
    commit = append.commit

    def poisoned(job: append.Job) -> set[int]:
        if any(head.id == bad.id for head in job.heads):
            raise ValueError("this cannot be written")
        return commit(job)

    monkeypatch.setattr(append, "commit", poisoned)
    lost = await ada.move("put", "AS")
    for rank in "A2345":
        assert (await eve.play("put", f"{rank}S"))[0] == "e"
    await ada.until(lambda: ada.closed is not None)
    assert (ada.closed, bob.closed, eve.closed) == (OUT_OF_SERVICE, OUT_OF_SERVICE, None)
    assert bad.id not in bad.hub.replicas
    monkeypatch.setattr(append, "commit", commit)  # whoever comes back gets the table from its log
    ada.cut()
    await ada.rejoin()
    assert await ada.outcome(lost) == ("no", "lost", {})
    assert (await ada.play("put", "AS"))[0] == "e"


async def test_an_outage_of_the_database_puts_no_table_out_of_service(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, fine = await play(people=2, at_once=True), await play(people=2, at_once=True)
    ada, _ = await game.all()
    eve, _ = await fine.all()
    commit, down = append.commit, [True]

    def outage(job: append.Job) -> set[int]:
        if down:
            raise OperationalError("the server closed the connection unexpectedly")
        return commit(job)

    monkeypatch.setattr(append, "commit", outage)
    ids = [await ada.move("put", f"{rank}S") for rank in "A23"]
    other = await eve.move("put", "AS")
    await asyncio.sleep(1.0)
    assert (ada.outcomes, eve.outcomes, ada.closed) == ({}, {}, None)
    down.clear()
    assert [(await ada.outcome(id))[:2] for id in ids] == [("e", 2), ("e", 3), ("e", 4)]
    assert (await eve.outcome(other))[0] == "e"


async def test_a_row_locked_elsewhere_waits_alone(play: Play) -> None:
    held, fine = await play(people=2, at_once=True), await play(people=2, at_once=True)
    ada, _ = await held.all()
    eve, _ = await fine.all()
    loop = asyncio.get_running_loop()
    lock = lock_held(held.id)
    await loop.run_in_executor(None, lock.__enter__)
    try:
        begin, waits = loop.time(), await ada.move("put", "AS")
        for rank in "A2345":
            assert (await eve.play("put", f"{rank}S"))[0] == "e", "while the row is still locked"
        replica = held.hub.replicas[held.id]
        await asyncio.sleep(0.5)
        assert ada.outcomes == {}
        assert replica.tries < 10 + (loop.time() - begin) / LONGEST_WAIT, "it does not spin"
    finally:
        await loop.run_in_executor(None, lock.__exit__, None, None, None)
    assert (await ada.outcome(waits))[0] == "e"


async def test_an_old_table_opens_without_its_game(play: Play, toy: Toy) -> None:
    game = await play(people=2)
    ada, _ = await game.all()
    await ada.play("put", "AS")
    sees = ada.sees
    game.hub.drop(game.hub.replicas[game.id])
    del registry.games["toy"]
    try:
        again = await game.tab(0).join()
        assert again.sees == sees
        assert await again.play("put", "2S") == ("no", "not_installed", {})
    finally:
        registry.games["toy"] = toy


async def test_an_old_table_opens_with_options_its_game_no_longer_knows(play: Play) -> None:
    class Newer(Toy):
        Options = Rules.Options  # type: ignore[assignment]

    game = await play(people=2, cards=3)
    ada, _ = await game.all()
    game.hub.drop(game.hub.replicas[game.id])
    with registry.registered(Newer()):
        again = await game.tab(0).join()
        assert again.sees == ada.sees
        assert await again.play("put", "AS") == ("no", "not_installed", {})


async def test_a_table_that_is_deleted_is_gone_for_its_sockets(play: Play) -> None:
    game: Game = await play(people=2)
    ada, _ = await game.all()
    await game.do(lambda: Table.objects.filter(pk=game.id).delete())
    await ada.move("put", "AS")
    await ada.until(lambda: ada.closed is not None)
    assert game.id not in game.hub.replicas
    assert not any(request.replica.id == game.id for request in game.hub.flusher._waiting)
    ada.cut()
    await ada.join()
    assert ada.closed == 4404
