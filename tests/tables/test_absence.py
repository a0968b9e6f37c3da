"""Who is missed in games that wait for nobody: the log says so once, and after a grace a bot sits in."""

import json
from typing import Any

import pytest

from compendium.rules import Table
from compendium.tables import absence, seating, watch
from compendium.tables.hub import Hub
from compendium.tables.judge import Request, judge
from tests.tables.client import Tab
from tests.tables.conftest import Game, Play, soon, vanish
from tests.tables.toys import Toy

GRACE = 600


@pytest.fixture(autouse=True)
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Toy in real time, in which people are replaced soon after they are away. Who is only slow is not."""
    monkeypatch.setattr(watch, "EVERY", 0.05)
    monkeypatch.setattr(watch, "PRESENCE_EVERY", 1)
    monkeypatch.setattr(seating, "AWAY_AFTER", 60_000)
    monkeypatch.setattr(absence, "SIT_IN_AFTER", GRACE)
    monkeypatch.setattr(Toy, "realtime", True)


def absent(tab: Tab) -> Any:
    return tab.facts.get("absent")


def gone(tab: Tab, seat: int) -> bool:
    return bool(tab.places) and not tab.places[seat]["here"]


def sits_in(tab: Tab, seat: int) -> bool:
    return bool(tab.places) and tab.places[seat]["stand_in"]


async def said(game: Game) -> list[list[Any]]:
    """The platform's own entries about absence."""
    moves = [json.loads(entry.move) for entry in await game.log() if entry.move]
    return [move for move in moves if move[0] in (absence.AWAY, absence.BACK, absence.REPLACE)]


async def test_a_bot_sits_in_after_the_grace_and_gets_up_for_the_person(play: Play, other: Hub) -> None:
    game = await play(people=3, at_once=True, cards=13)
    ada, bob, eve = await game.tab(0).join(), await game.tab(1, other).join(), await game.tab(2).join()
    await vanish(eve)
    for tab in (ada, bob):
        await tab.find(lambda tab: sits_in(tab, 2) and absent(tab) == [])
    eve = await game.tab(2, other).join()
    for tab in (ada, bob, eve):
        await tab.find(lambda tab: tab.places and not gone(tab, 2) and not sits_in(tab, 2))
    assert (eve.you, absent(eve)) == ((2, 0), [])
    assert await said(game) == [["@away", 2], ["@replace", 2]]
    log = await game.log()
    away, instead = (
        next(e for e in log if e.move.startswith(f'["{verb}"')) for verb in ("@away", "@replace")
    )
    assert instead.at - away.at >= GRACE
    assert (away.seat, away.player, away.move_id) == (None, "", "")


async def test_whoever_returns_in_time_is_missed_no_longer(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "SIT_IN_AFTER", 60_000)
    game = await play(people=2, at_once=True)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()
    await vanish(bob)
    await ada.until(lambda: absent(ada) == [1])
    bob = await game.tab(1, other).join()
    await ada.until(lambda: absent(ada) == [])
    assert (await bob.play("put", "AH"))[0] == "e"
    assert await said(game) == [["@away", 1], ["@back", 1]]
    replica = game.hub.replicas[game.id]
    assert replica.table.kept[absence.SINCE] == {}


async def test_an_empty_table_is_left_as_it_is(play: Play) -> None:
    """Only a watcher looks on: nothing sits in and the log does not grow."""
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    watcher = await game.tab(None).join()
    await vanish(ada, bob)
    await watcher.until(lambda: [place["here"] for place in watcher.places] == [False, False])
    before = await said(game)
    await game.do(lambda: seating.Place.objects.update(seen_at=0))
    looks = len(watcher.told("head"))
    await watcher.until(lambda: len(watcher.told("head")) > looks + 2 * GRACE / 50)
    assert await said(game) == before
    assert ["@replace", 0] not in before
    assert ["@replace", 1] not in before


async def test_it_is_written_once_however_many_processes_see_it(play: Play, other: Hub) -> None:
    game = await play(people=3, at_once=True)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()
    for hub in (game.hub, other):
        replica = hub.replicas[game.id]
        for _ in range(5):
            hub.flusher.submit(Request(replica, (absence.AWAY, 2)))
    await game.do(lambda: seating.Place.objects.filter(seat=2).update(seen_at=0))
    for tab in (ada, bob):
        await tab.find(lambda tab: absent(tab) == [] and sits_in(tab, 2))
    assert await said(game) == [["@away", 2], ["@replace", 2]]


async def test_nobody_says_it_from_outside(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await vanish(bob)
    await ada.until(lambda: gone(ada, 1))
    for verb in (absence.AWAY, absence.BACK, absence.AWAY.upper()):
        assert await ada.play(verb, 1) == ("no", "unknown_verb", {})


async def test_who_left_for_good_is_played_for_and_not_absent(play: Play) -> None:
    game = await play(people=2, at_once=True, cards=13)
    ada, _ = await game.all()
    await game.do(seating.leave, game.table, game.people[1])
    await ada.until(lambda: ada.facts["puts"][1] > 0)
    assert absence.due(game.hub.replicas[game.id], game.hub.replicas[game.id].table, 10**9) == []
    assert await said(game) == []


async def test_an_agreement_ends_the_absence(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absence, "SIT_IN_AFTER", 60_000)
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await vanish(bob)
    await ada.until(lambda: absent(ada) == [1])
    await ada.play("@replace", 1)
    assert absent(ada) == []
    await ada.until(lambda: sits_in(ada, 1))


async def test_a_bot_that_sat_in_as_the_person_came_gets_up(play: Play, other: Hub) -> None:
    """The entry was on its way; whoever is here has the seat, whatever the row says."""
    game = await play(people=2, at_once=True)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()
    await bob.until(lambda: [place["here"] for place in bob.places] == [True, True])
    await game.do(lambda: seating.Place.objects.filter(seat=1).update(stand_in="easy"))

    async def up() -> Any:
        return not await game.do(lambda: seating.Place.objects.get(seat=1).stand_in)

    await soon(up)
    await ada.until(lambda: ada.places and not sits_in(ada, 1))


async def test_a_bots_move_on_its_way_does_not_cost_the_person_the_seat(play: Play) -> None:
    """A move that the bot had ready when its person came back is refused, the person's is taken."""
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    replica = game.hub.replicas[game.id]
    await ada.until(lambda: ada.places)
    request = Request(replica, ("put", "AH"), 1, "bot:1.0", "b9")
    refusal = judge(request).refusal
    assert refusal is not None
    assert refusal.code == "not_your_seat"
    assert (await bob.play("put", "AH"))[0] == "e"


async def test_a_game_of_turns_waits_as_long_as_it_says(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """One without a time for turns waits for ever."""
    monkeypatch.setattr(Toy, "realtime", False)
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await vanish(bob)
    await ada.until(lambda: absent(ada) == [1])
    replica = game.hub.replicas[game.id]
    assert absence.due(replica, replica.table, 10**9) == []
    assert judge(Request(replica, (absence.REPLACE, 1))).after is None


async def test_in_a_game_of_turns_a_bot_sits_in_once_the_time_is_spent_too(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays on until its person is back."""
    spent: list[int] = []
    monkeypatch.setattr(Toy, "realtime", False)
    monkeypatch.setattr(Toy, "waits", lambda self, t, seat: seat not in spent)
    game = await play(people=2, cards=13)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()
    await vanish(bob)
    await ada.until(lambda: absent(ada) == [1])
    await ada.play("put", "AS")
    looks = len(ada.told("head"))
    await ada.until(lambda: len(ada.told("head")) > looks + 2 * GRACE / 50)
    assert await said(game) == [["@away", 1]]
    spent.append(1)
    await ada.find(lambda tab: sits_in(tab, 1))
    assert await said(game) == [["@away", 1], ["@replace", 1]]
    for card in ("2S", "3S"):
        await ada.until(lambda: ada.facts["turn"] == 0)
        await ada.play("put", card)
    await ada.until(lambda: ada.facts["turn"] == 0)
    bob = await game.tab(1, other).join()
    for tab in (ada, bob):
        await tab.find(lambda tab: tab.places and not sits_in(tab, 1))
    await ada.play("put", "4S")
    await bob.until(lambda: bob.facts["turn"] == 1)
    assert (await bob.play("put", bob.legal[0][1]))[0] == "e"


async def test_the_game_is_told(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def note(self: Toy, t: Table) -> None:
        t.set(missed=t.facts["absent"])

    monkeypatch.setattr(Toy, "presence", note)
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await vanish(bob)
    await ada.until(lambda: ada.facts.get("missed") == [1])
    await ada.until(lambda: ada.facts["missed"] == [])
