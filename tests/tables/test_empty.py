"""Tables at which nobody is: put to rest, woken by whoever comes back, closed where nobody does."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import F

from compendium.tables import empty, house, seating, start, watch
from compendium.tables import hub as hubs
from compendium.tables.clock import wall
from compendium.tables.hub import Hub
from compendium.tables.judge import Request, judge
from compendium.tables.models import Place, Table
from tests.tables.client import HubTab
from tests.tables.conftest import Game, Play, soon
from tests.tables.test_append import lock_held
from tests.tables.toys import Toy

EMPTY, LONG = 500, 60_000
"""ms without a sign of life after which nobody is there: once a test ``hurries``, and before."""


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks follow each other quickly. Nobody is taken to be gone who is only slow to come."""
    monkeypatch.setattr(watch, "EVERY", 0.05)
    monkeypatch.setattr(watch, "PRESENCE_EVERY", 1)
    monkeypatch.setattr(watch, "OTHERS_FIRST", 0)
    monkeypatch.setattr(seating, "AWAY_AFTER", LONG)
    monkeypatch.setattr(seating, "EMPTY_AFTER", LONG)


async def hurries(*games: Game) -> None:
    """From now on tables are empty after half a second, and these are looked at."""
    seating.EMPTY_AFTER = EMPTY  # what it was is put back by the fixture
    ids = [game.id for game in games]
    await games[0].do(lambda: Table.objects.filter(pk__in=ids, look_at__gt=0).update(look_at=1))


def resting(tab: HubTab) -> bool:
    return bool(tab.facts.get("paused")) and tab.facts.get("paused_why") == "nobody"


async def moves(game: Game) -> list[str]:
    """All of them but those that say who is missed, which depends on who goes first."""
    return [entry.move for entry in await game.log() if not entry.move.startswith(('["@away"', '["@back"'))]


async def rests(game: Game) -> bool:
    return (await moves(game))[-1] == '["@pause"]'


async def closed(game: Game) -> bool:
    return (await game.row()).over_at is not None


async def elsewhere(function: Callable[..., None], *args: Any) -> None:
    """As another process does, at the same time."""

    def run() -> None:
        try:
            function(*args)
        finally:
            connection.close()

    await asyncio.get_running_loop().run_in_executor(None, run)


async def long_ago(game: Game, ms: int) -> None:
    """All that was noted of a table's people and its pause was so much earlier."""

    def age() -> None:
        Place.objects.filter(table=game.id).update(seen_at=F("seen_at") - ms)
        columns = ("created", "started_at", "paused_at", "look_at")
        Table.objects.filter(pk=game.id).update(**{name: F(name) - ms for name in columns})

    await game.do(age)


async def test_a_table_that_nobody_is_at_is_put_to_rest(play: Play) -> None:
    """Bots stop, time stands still, the log no longer grows, although somebody looks on."""
    game = await play(people=1, bots=("easy", "easy"), at_once=True, cards=13)
    watcher = await game.tab(None).join()
    ada = await game.tab(0).join()
    await ada.until(lambda: ada.seq > 2)
    ada.cut()
    await hurries(game)
    await watcher.until(lambda: resting(watcher))
    row, log = await game.row(), await game.log()
    assert (log[-1].seat, log[-1].player, log[-1].move) == (None, "", '["@pause"]')
    assert (row.head, row.wake_at, row.paused_at is None) == (len(log), None, False)
    assert row.look_at is not None
    assert row.look_at > wall() + empty.CLOSE_AFTER - 60_000, "nobody looks at it for days"
    replica = game.hub.replicas[game.id]
    leased = replica.leased_until
    heads = len(watcher.told("head"))
    await watcher.until(lambda: len(watcher.told("head")) > heads + 10)
    assert (replica.leased_until, replica.thinking, replica.timer) == (leased, {}, None)
    assert len({frame[2] for frame in watcher.told("head")[heads:]}) == 1, "its clock stands still"
    assert len(await game.log()) == len(log)


async def test_whoever_comes_back_wakes_it_without_a_vote(play: Play, other: Hub) -> None:
    game = await play(people=2, turn=60_000)
    ada, bob = await game.all()
    left = (await game.row()).wake_at
    ada.cut()
    bob.cut()
    await hurries(game)
    await soon(lambda: rests(game))
    await asyncio.sleep(0.3)
    seating.EMPTY_AFTER = LONG
    bob = await game.tab(1, other).join()
    await bob.until(lambda: bob.facts.get("paused") is False)
    assert bob.facts["paused_why"] is None
    assert (await moves(game))[1:] == ['["@pause"]', '["@resume"]']
    row = await game.row()
    assert (row.paused_at, row.skipped >= 300) == (None, True)
    assert left is not None
    assert row.wake_at == left + row.skipped, "the turn has the time that it had"
    assert row.look_at is not None
    assert row.look_at < wall() + 2 * LONG
    bob.cut()
    await hurries(game)
    await soon(lambda: rests(game))
    assert (await moves(game))[1:] == ['["@pause"]', '["@resume"]', '["@pause"]']


async def test_what_goes_on_for_who_was_there_all_along_is_looked_at_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their process showed no sign of life of them for long, and shows none after it has woken the table."""

    async def nothing(*_: Any) -> None:
        pass

    monkeypatch.setattr(watch.Watch, "_presence", nothing)
    monkeypatch.setattr(watch.Watch, "_empty", nothing)
    game = await play(people=2, turn=10 * LONG)
    for tab in await game.all():
        await tab.until(lambda tab=tab: tab.notes("places"))  # type: ignore[misc]  # the arrival is written
    await long_ago(game, 2 * LONG)
    await elsewhere(empty.look, [], wall())
    await soon(lambda: goes_on(game))
    assert (await moves(game))[1:] == ['["@pause"]', '["@resume"]']
    look_at = (await game.row()).look_at
    assert look_at is not None
    assert look_at <= wall() + LONG


async def goes_on(game: Game) -> bool:
    return (await moves(game))[-1] == '["@resume"]'


async def test_a_table_that_no_process_holds_is_put_to_rest_after_a_restart(play: Play) -> None:
    game = await play(people=2, turn=60_000)
    await game.all()
    hub = game.hub
    for task in list(hub._tasks):  # kill -9: no more signs of life
        task.cancel()
    await game.do(lambda: Place.objects.update(seen_at=wall() - EMPTY))
    await hurries(game)
    await hubs.stop()
    game.hub = hubs.hub()
    await soon(lambda: rests(game))
    assert game.id not in game.hub.replicas, "nothing was loaded for it"


async def test_it_is_written_once_however_many_processes_look(play: Play, other: Hub) -> None:
    games = [await play(people=2) for _ in range(4)]
    await hurries(*games)
    for game in games:
        await soon(lambda game=game: rests(game))  # type: ignore[misc]
    await asyncio.gather(*(elsewhere(empty.look, (), wall()) for _ in range(4)))
    assert [await moves(game) for game in games] == [['["@start"]', '["@pause"]']] * 4


async def test_whoever_comes_in_the_moment_of_the_pause_plays_on(play: Play, other: Hub) -> None:
    """The pause was decided before their sign of life: their process takes it back."""
    game = await play(people=2, at_once=True)
    ada = await game.tab(0).join()
    watcher = await game.tab(None, other).join()

    def pause() -> None:
        Place.objects.update(seen_at=0)
        Table.objects.update(look_at=0, started_at=1)
        empty.look((), wall())

    await game.do(pause)
    for tab in (ada, watcher):
        await tab.find(lambda tab: tab.facts.get("paused") is False)
    assert (await moves(game))[1:] == ['["@pause"]', '["@resume"]']
    assert (await ada.play("put", "AS"))[0] == "e"


async def test_an_arrival_waits_for_who_is_just_putting_the_table_to_rest(play: Play) -> None:
    """Else the table would go on and be looked at only days later."""
    game = await play(people=2)
    place = await game.do(lambda: Place.objects.get(table=game.id, seat=0).pk)
    loop = asyncio.get_running_loop()
    far = wall() + empty.CLOSE_AFTER
    lock = lock_held(game.id)
    await loop.run_in_executor(None, lock.__enter__)
    coming = asyncio.ensure_future(elsewhere(empty.arrived, [place], wall()))
    await asyncio.sleep(0.3)
    assert not coming.done()
    await loop.run_in_executor(None, lock.__exit__, None, None, None)
    await coming
    await game.do(lambda: Table.objects.filter(pk=game.id).update(look_at=far))
    await elsewhere(empty.arrived, [place], wall())
    row = await game.row()
    assert row.look_at is not None
    assert row.look_at < far


async def test_where_somebody_is_nothing_is_paused_whatever_the_database_says(play: Play) -> None:
    """The clock was set forward, or the signs of life could not be written for a while."""
    game = await play(people=2)
    await game.all()
    await game.do(empty.look, {game.id}, wall() + 10 * LONG)
    assert await moves(game) == ['["@start"]']


async def test_who_sits_and_who_has_left(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that sits in for good keeps nothing going; the person's return does."""
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    game = await play(people=1, bots=("easy",), cards=13)
    ada = await game.tab(0).join()
    await game.do(seating.leave, game.table, game.people[0])
    await hurries(game)
    await ada.until(lambda: resting(ada))
    await game.do(seating.reclaim, game.table, game.people[0])
    await ada.until(lambda: ada.facts.get("paused") is False)


async def test_a_pause_that_people_agreed_on_stays(play: Play) -> None:
    game = await play(people=2)
    ada, bob = await game.all()
    await ada.play("@pause")
    await bob.play("@pause")
    await bob.until(lambda: bob.facts.get("paused"))
    ada.cut()
    bob.cut()
    await hurries(game)

    async def far() -> bool:
        return ((await game.row()).look_at or 0) > wall() + 10 * EMPTY

    await soon(far)
    ada = await game.tab(0).join()
    heads = len(ada.told("head"))
    await ada.until(lambda: len(ada.told("head")) > heads + 5)
    assert ada.facts["paused"] is True
    await ada.play("@resume")
    ada.cut()
    await soon(lambda: rests(game))


async def test_a_table_nobody_comes_back_to_is_closed(play: Play, other: Hub) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await ada.play("put", "AS")
    ada.cut()
    bob.cut()
    await hurries(game)
    await soon(lambda: rests(game))
    watcher = await game.tab(None, other).join()
    await long_ago(game, empty.CLOSE_AFTER - 60_000)
    await asyncio.sleep(0.3)
    assert not await closed(game)
    await long_ago(game, 61_000)
    await watcher.until(lambda: watcher.facts["over"] == "abandoned")
    row = await game.row()
    assert (row.state, row.look_at, row.score) == ("over", None, None)
    assert (await moves(game))[-1] == '["@close"]'
    assert watcher.facts["paused"] is False
    ada = await game.tab(0).join()
    assert ada.facts == watcher.facts, "its log is kept"
    assert (ada.zone("pile"), ada.legal) == (["AS"], [])
    for move in (("put", "2S"), ("@pause",), ("@resume",)):
        assert await ada.play(*move) == ("no", "game_over", {})


async def test_a_table_that_never_began_is_closed_too(play: Play) -> None:
    game = await play(people=2, begin=False)
    watcher = game.tab(None)
    await watcher.join()
    await long_ago(game, empty.UNSTARTED_CLOSE_AFTER - 60_000)
    await asyncio.sleep(0.3)
    assert not await closed(game)
    await long_ago(game, 61_000)
    await watcher.until(lambda: watcher.table is not None)
    assert (watcher.seq, watcher.facts["over"]) == (1, "abandoned")
    for refused in (lambda: start.start(game.table), lambda: seating.sit(game.table, game.people[0], 0)):
        with pytest.raises(seating.Refused) as no:
            await game.do(refused)
        assert no.value.code == "over"
    ada = await game.tab(0).join(pending=["abc123"])
    assert (await ada.outcome("abc123"))[:2] == ("no", "lost")
    assert await ada.play("put", "AS") == ("no", "game_over", {})


async def test_a_table_where_somebody_is_is_never_closed(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting, in play, or paused by its people."""
    monkeypatch.setattr(empty, "CLOSE_AFTER", 0)
    monkeypatch.setattr(empty, "UNSTARTED_CLOSE_AFTER", 0)
    games = [await play(people=2, begin=False), await play(people=2), await play(people=2)]
    tabs = [await game.tab(0).join() for game in games]
    await games[2].do(lambda: Place.objects.filter(seat=1).update(seen_at=0))
    await tabs[2].until(lambda: tabs[2].places and not tabs[2].places[1]["here"])
    await tabs[2].play("@pause")
    await hurries(*games)
    await asyncio.sleep(3 * EMPTY / 1000)
    assert [await closed(game) for game in games] == [False] * 3


async def test_a_game_that_is_over_is_looked_at_no_more(play: Play) -> None:
    game = await play(people=2, at_once=True, cards=1)
    ada, bob = await game.all()
    await ada.play("put", "AS")
    await bob.play("put", "AH")
    await hurries(game)

    async def done() -> bool:
        return (await game.row()).look_at is None

    await soon(done)
    assert ada.facts["over"] == "done"
    assert (await moves(game))[-1] == '["put","AH"]'


async def test_a_table_that_cannot_be_written_keeps_no_other_from_its_rest(play: Play) -> None:
    bad, fine = await play(people=2), await play(people=2)
    await bad.do(lambda: Table.objects.filter(pk=bad.id).update(head=0))  # its next entry is there already
    await hurries(bad, fine)
    await soon(lambda: rests(fine))
    assert await moves(bad) == ['["@start"]']


async def test_a_table_whose_game_is_gone_is_put_to_rest_and_stays_so(play: Play, toy: Toy) -> None:
    from compendium.rules import registry

    game = await play(people=2, turn=100)
    del registry.games["toy"]
    try:
        await hurries(game)
        await soon(lambda: rests(game))
        ada = await game.tab(0).join()
        heads = len(ada.told("head"))
        await ada.until(lambda: len(ada.told("head")) > heads + 3)
        assert resting(ada)
    finally:
        registry.games["toy"] = toy


async def test_nobody_says_it_from_outside(play: Play) -> None:
    game = await play(people=2)
    ada, _ = await game.all()
    assert await ada.play("@close") == ("no", "unknown_verb", {})
    replica = game.hub.replicas[game.id]
    assert judge(Request(replica, ("@resume",))).after is None, "it is not at rest"
    assert judge(Request(replica, ("@close",))).after is None
    assert house.OPEN.isdisjoint({"@close"})
