"""Tables by days: nobody need be there. Bots move and deadlines are kept by whichever process there is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from compendium.rules import registry
from compendium.tables import empty, seating, turns, votes, watch
from compendium.tables.clock import wall
from compendium.tables.hub import Hub
from compendium.tables.models import Place, Table
from tests.tables.conftest import Game, Play, soon
from tests.tables.toys import Toy


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks follow each other quickly, and people are soon away."""
    monkeypatch.setattr(watch, "EVERY", 0.05)
    monkeypatch.setattr(watch, "PRESENCE_EVERY", 1)
    monkeypatch.setattr(watch, "SWEEP_EVERY", 0.2)
    monkeypatch.setattr(watch, "OTHERS_FIRST", 0)
    monkeypatch.setattr(watch, "REST", 100)
    monkeypatch.setattr(seating, "AWAY_AFTER", 300)
    monkeypatch.setattr(seating, "EMPTY_AFTER", 300)


async def players(game: Game) -> list[str]:
    """Who made each entry that is a seat's."""
    return [entry.player for entry in await game.log() if entry.seat is not None]


async def moved(game: Game, entries: int) -> None:
    async def so_many() -> bool:
        return len(await players(game)) >= entries

    await soon(so_many)


async def test_a_late_player_is_moved_for_though_nobody_looks_on(play: Play) -> None:
    """One card at each deadline, and no bot sits in."""
    game = await play(people=2, by_days=True, turn=300)
    await moved(game, 3)
    assert set(await players(game)) == {"bot:0.0", "bot:1.0"}
    assert not await game.do(lambda: Place.objects.exclude(stand_in="").exists())
    ada = await game.tab(0).join()
    assert ada.facts.get("absent") is None


async def test_the_bots_seats_play_when_their_people_have_gone(play: Play) -> None:
    game = await play(people=1, bots=("easy", "easy"), by_days=True)
    ada = await game.tab(0).join()
    await ada.play("put", "AS")
    ada.cut()
    await moved(game, 3)

    async def let_go() -> bool:
        return game.id not in game.hub.replicas

    await soon(let_go)  # nobody keeps the table in memory
    await asyncio.sleep(0.3)
    assert (await players(game))[1:] == ["bot:1.0", "bot:2.0"], "then it is Ada's turn, who has no hurry"
    assert await let_go(), "nor opens it again"


async def test_a_process_that_starts_finds_the_bots_that_are_to_move(play: Play) -> None:
    """Whoever drove them died: the lease ends and another looks through the tables by days."""
    game = await play(people=1, bots=("easy",), by_days=True)
    replica = await game.hub.replica(game.id)
    assert replica is not None
    await game.do(lambda: Table.objects.filter(pk=game.id).update(driver="dead", driver_until=wall() + 700))
    ada = await game.tab(0).join()
    await ada.play("put", "AS")
    ada.cut()
    await moved(game, 2)
    assert (await players(game))[1] == "bot:1.0"


async def test_two_processes_play_each_move_once(play: Play, other: Hub) -> None:
    game = await play(people=2, by_days=True, turn=200, cards=3)

    async def over() -> bool:
        return (await game.row()).over_at is not None

    await soon(over)
    assert await players(game) == ["bot:0.0", "bot:1.0"] * 3


async def test_nothing_pauses_or_closes_it(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even after years; one that has not begun has as long as one in play."""
    by_days, live = await play(people=2, by_days=True), await play(people=2)
    waiting = await play(people=2, by_days=True, begin=False)
    for look in range(3):
        await by_days.do(empty.look, (), wall() + (look + 1) * empty.UNSTARTED_CLOSE_AFTER)
    assert (await by_days.row()).look_at is None
    assert (await by_days.row()).state == "running"
    assert (await by_days.row()).paused_at is None
    assert (await live.row()).paused_at is not None
    assert (await waiting.row()).state == "open"
    await by_days.do(empty.look, (), wall() + 3 * empty.CLOSE_AFTER)
    assert (await waiting.row()).state == "over"


async def test_a_pause_takes_all_of_its_people_and_nobody_is_replaced(play: Play) -> None:
    game = await play(people=2, by_days=True, turn=3_600_000)
    ada = await game.tab(0).join()
    await ada.until(lambda: ada.places and not ada.places[1]["here"])
    assert await ada.play("@replace", 1) == ("no", "not_absent", {})
    await ada.play("@pause")
    assert not ada.facts.get("paused"), "Bob is asked too, though he is not here"
    replica = game.hub.replicas[game.id]
    week = replica.now() + votes.LAPSE_BY_DAYS
    assert votes.lapsed(replica.table, week - 60_000, True) == []
    assert votes.lapsed(replica.table, week, True) == [("@lapse", "pause")]
    ada.cut()
    bob = await game.tab(1).join()
    await bob.play("@pause")
    await bob.until(lambda: bob.facts.get("paused"))


async def test_whose_turn_it_is_is_read_off_the_end_of_a_log(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many entries say nothing about it; without the game, too."""
    monkeypatch.setattr(seating, "EMPTY_AFTER", 600_000)
    game, late = await play(people=2), await play(people=2, turn=1)
    waiting = await play(people=2, begin=False)
    ada = await game.tab(0).join()
    await ada.play("put", "AS")
    for _ in range(3):
        await ada.play("@pause")
        await ada.play("@refuse", "pause")
    await soon(lambda: late_at(late))
    monkeypatch.setattr(turns, "LAST", 3)
    with monkeypatch.context() as without:
        without.delitem(registry.games, "toy")
        found = await game.do(lambda: turns.turns(Table.objects.order_by("pk")))
    assert found == {game.id: turns.Turn(1, 2), late.id: found[late.id]}
    assert (found[late.id].seat, found[late.id].late) == (0, 0)
    assert waiting.id not in found


async def late_at(game: Game) -> Any:
    return (await game.do(turns.turns, [await game.row()]))[game.id].late is not None


async def test_options_say_whether_it_is_by_days(play: Play, toy: Toy) -> None:
    game = await play(people=2, begin=False)
    assert not (await game.row()).by_days
    await game.do(seating.change_options, game.table, {"by_days": True})
    assert (await game.row()).by_days
    await game.do(seating.change_options, game.table, {})
    assert not (await game.row()).by_days
