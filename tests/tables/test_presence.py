"""Who is here, what people agree on, and time: pauses, bots for the absent, turns that run out."""

import asyncio
from typing import Any

import pytest

from compendium.tables import bots, house, seating, votes, watch
from compendium.tables import hub as hubs
from compendium.tables.clock import wall
from compendium.tables.hub import Hub
from compendium.tables.judge import Request, judge
from tests.tables.client import HubTab
from tests.tables.conftest import Game, Play, soon, vanish
from tests.tables.test_append import lock_held
from tests.tables.toys import Toy

SHORT = 800
"""ms without a sign of life after which somebody is away."""


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks follow each other quickly. Nobody is taken to be away who is only slow."""
    monkeypatch.setattr(watch, "EVERY", 0.05)
    monkeypatch.setattr(watch, "PRESENCE_EVERY", 1)
    monkeypatch.setattr(watch, "OTHERS_FIRST", 0)
    monkeypatch.setattr(seating, "AWAY_AFTER", 60_000)


def here(tab: HubTab) -> list[bool]:
    return [place["here"] for place in tab.places]


async def test_whoever_joins_is_here_and_away_only_after_a_while(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "AWAY_AFTER", SHORT)
    game = await play(people=2)
    await game.do(lambda: seating.Place.objects.update(seen_at=0))
    ada = await game.tab(0).join()
    await ada.until(lambda: here(ada) == [True, False])
    came_at = wall()
    bob = await game.tab(1, other).join()
    await ada.until(lambda: here(ada) == [True, True])
    bob.cut()
    await ada.until(lambda: here(ada) == [True, False])
    seen_at = (await game.do(lambda: seating.Place.objects.get(seat=1))).seen_at
    assert came_at <= seen_at <= wall() - seating.AWAY_AFTER, "by expiry, not by the socket's close"


async def test_a_hub_that_dies_takes_its_people_away(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `disconnect` runs: their signs of life stop."""
    monkeypatch.setattr(seating, "AWAY_AFTER", SHORT)
    game = await play(people=2)
    doomed = Hub()
    doomed.open()
    ada = await game.tab(0).join()
    await game.tab(1, doomed).join()
    await ada.until(lambda: here(ada) == [True, True])
    for task in list(doomed._tasks):
        task.cancel()
    await ada.until(lambda: here(ada) == [True, False])
    await doomed.close()


async def test_a_locked_row_does_not_keep_us_from_seeing_who_is_here(play: Play) -> None:
    """A host long away is to hand hosting on, but somebody holds the table's row."""
    game = await play(people=2, begin=False)
    long_ago = wall() - 10 * seating.HOST_AWAY_AFTER
    bob = await game.do(lambda: seating.Place.objects.get(seat=1).pk)

    def see() -> bool:
        seating.Place.objects.filter(host=True).update(seen_at=long_ago)
        with lock_held(game.id):
            seating.seen([bob], wall())
        still = seating.Place.objects.get(seat=0).host
        seating.seen([bob], wall())
        return bool(still and seating.Place.objects.get(seat=1).host)

    assert await game.do(see)


async def test_all_present_people_agree_on_a_pause(play: Play) -> None:
    game = await play(people=3, at_once=True)
    ada, bob, eve = await game.all()
    assert (await ada.play("@pause"))[0] == "e"
    assert ada.facts["votes"] == {"pause": [0]}
    assert (await ada.play("put", "AS"))[0] == "e", "a vote is no pause"
    await bob.play("@pause")
    assert not bob.facts.get("paused")
    await eve.play("@pause")
    assert (eve.facts["paused"], eve.facts["votes"]) == (True, {})
    assert await ada.play("put", "2S") == ("no", "paused", {})
    assert await ada.play("@pause") == ("no", "paused", {})
    assert ada.legal == []
    await bob.play("@resume")
    await ada.until(lambda: not ada.facts["paused"])
    assert ("put", "2S") in ada.legal
    assert (await ada.play("put", "2S"))[0] == "e"


async def test_one_no_ends_a_vote_and_is_told(play: Play) -> None:
    game = await play(people=3, at_once=True)
    ada, bob, eve = await game.all()
    assert await bob.play("@refuse", "pause") == ("no", "not_asked", {})
    await ada.play("@pause")
    await eve.play("@pause")
    assert (await bob.play("@refuse", "pause"))[0] == "e"
    assert (bob.facts["votes"], bob.facts["refused"]) == ({}, ["pause", 1])
    assert not bob.facts.get("paused")
    await ada.play("@pause")
    assert (ada.facts["votes"], ada.facts["refused"]) == ({"pause": [0]}, None)
    await ada.play("@refuse", "pause")
    assert (ada.facts["votes"], ada.facts["refused"]) == ({}, None), "taken back, which is no refusal"


async def test_a_vote_that_nobody_joins_lapses(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question by itself, from its last vote on; what lapsed has to be asked again by all."""
    monkeypatch.setattr(votes, "LAPSE_AFTER", 60_000)
    game = await play(people=4, at_once=True)
    ada, bob, eve = [await game.tab(person).join() for person in range(3)]
    await vanish(game.tab(3))
    await ada.until(lambda: here(ada) == [True, True, True, False])
    await ada.play("@replace", 3)
    await asyncio.sleep(0.3)
    await ada.play("@pause")
    await bob.play("@pause")
    assert eve.facts["votes"] == {"replace.3": [0], "pause": [0, 1]}
    asked = game.hub.replicas[game.id].table.kept[votes.LAST]
    monkeypatch.setattr(votes, "LAPSE_AFTER", game.hub.replicas[game.id].now() - asked["replace.3"] - 100)
    await eve.until(lambda: eve.facts["votes"] == {})
    monkeypatch.setattr(votes, "LAPSE_AFTER", 60_000)
    await eve.play("@pause")
    assert (eve.facts["votes"], eve.facts.get("paused")) == ({"pause": [2]}, None)
    lapses = [entry.move for entry in await game.log() if entry.move.startswith('["@lapse"')]
    assert lapses == ['["@lapse","replace.3"]', '["@lapse","pause"]'], "in the order of their last votes"
    assert await eve.play("@lapse", "pause") == ("no", "unknown_verb", {})
    assert judge(Request(game.hub.replicas[game.id], ("@lapse", "replace.3"))).after is None


async def test_the_absent_and_bots_have_no_vote(play: Play) -> None:
    game = await play(people=2, bots=("easy",))
    ada, bob = await game.all()
    await vanish(bob)
    await ada.until(lambda: here(ada) == [True, False, True])
    await ada.play("@pause")
    assert ada.facts["paused"]


async def test_a_vote_on_a_table_just_opened_knows_who_is_here(play: Play, other: Hub) -> None:
    game = await play(people=2)
    await game.all()
    ada = await game.tab(0, other).join()
    await ada.play("@pause")
    assert not ada.facts.get("paused")


async def test_a_pause_stops_the_clock_and_its_wakes(play: Play, other: Hub) -> None:
    """What is left of a turn is the same afterwards, to the millisecond."""
    game = await play(people=2, turn=60_000)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()
    await ada.until(lambda: here(ada) == [True, True])
    due = (await game.row()).wake_at
    assert due is not None
    await ada.play("@pause")
    await bob.play("@pause")
    await ada.until(lambda: ada.facts.get("paused"))
    row = await game.row()
    assert (row.wake_at, row.paused_at is None) == (None, False)
    stands, heads = wall(), len(ada.told("head"))
    await ada.until(lambda: len(ada.told("head")) > heads + 5)
    nows = [frame[2] for frame in ada.told("head")[heads:]]
    assert len(set(nows)) == 1, "time stands still"
    at = nows[0]
    await soon(lambda: _stood_still(other, game, at))
    assert all(hub.replicas[game.id].timer is None for hub in (game.hub, other)), "nothing will wake it"
    assert ada.facts["late"] is None
    stood = wall() - stands
    await ada.play("@resume")
    row = await game.row()
    assert row.skipped >= stood
    assert row.wake_at == due + row.skipped, "the turn has the time that it had"
    assert game.hub.replicas[game.id].timer is not None


async def _stood_still(hub: Hub, game: Game, at: int) -> bool:
    return hub.replicas[game.id].now() == at


async def test_people_may_put_a_bot_on_an_absent_persons_seat(play: Play, other: Hub) -> None:
    game = await play(people=3, at_once=True, cards=3)
    ada, bob, eve = await game.tab(0).join(), await game.tab(1, other).join(), await game.tab(2).join()
    assert await ada.play("@replace", 2) == ("no", "not_absent", {})
    await vanish(eve)
    await ada.until(lambda: here(ada) == [True, True, False])
    await bob.until(lambda: here(bob) == [True, True, False])
    await ada.play("@replace", 2)
    assert ada.facts["votes"] == {"replace.2": [0]}
    await bob.play("@replace", 2)
    for tab in (ada, bob):
        await tab.find(lambda tab: tab.places[2]["stand_in"])
    await ada.until(lambda: ada.facts["puts"][2] > 0)
    assert await bob.play("@replace", 2) == ("no", "not_absent", {})
    eve = await game.tab(2).join()
    await ada.until(lambda: not ada.places[2]["stand_in"])
    await bob.until(lambda: not bob.places[2]["stand_in"])
    assert eve.you == (2, 0)
    log = await game.log()
    assert {entry.player for entry in log if entry.seat == 2} == {"bot:2.0"}


async def test_an_agreement_that_is_judged_again_is_agreed_again(play: Play) -> None:
    """The bot of a dropped draft does not sit down."""
    game = await play(people=3, at_once=True)
    ada, bob, eve = await game.all()
    await vanish(eve, bob)
    await ada.until(lambda: here(ada) == [True, False, False])
    replica = game.hub.replicas[game.id]
    request = Request(replica, ("@replace", 2), 0, ada.socket.player, "abc123")
    assert judge(request).after is not None
    assert request.stand_in == (2, "easy")
    replica.rewind()
    await bob.join()
    await ada.until(lambda: here(ada) == [True, True, False])
    assert judge(request).after is not None
    assert request.stand_in is None
    replica.rewind()


async def test_a_turn_that_runs_out_is_played_by_a_bot_once(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=2, turn=150)
    monkeypatch.setattr(Toy, "_time", lambda self, t: None)  # the next turns have all the time
    ada, bob = await game.all()
    await ada.until(lambda: ada.facts["turn"] == 1)
    log = await game.log()
    assert [(entry.seat, entry.player, entry.move[:6]) for entry in log[1:3]] == [
        (None, "", '["@wak'),
        (0, "bot:0.0", '["put"'),
    ]
    assert (await bob.play("put", "AH"))[0] == "e", "the next one is a person's again"


async def test_a_move_in_time_is_taken_before_the_wake(play: Play) -> None:
    """The process was slow, the player was not."""
    game = await play(people=2, turn=8_000)
    ada, _ = await game.all()
    replica = game.hub.replicas[game.id]
    replica.held = True
    id = await ada.move("put", "AS")
    game.hub.flusher.submit(Request(replica, house.WAKE, received=replica.clock.wall(8_000) or 0))
    replica.held = False
    game.hub.flusher.resume()
    assert await ada.outcome(id) == ("e", 2, None)
    assert ada.facts["late"] is None
    assert ada.told("e")[0][2] < 8_000


async def test_a_wake_survives_its_process(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is connected, the process that dealt is gone: another one wakes the table."""
    game = await play(people=2, turn=200)
    await hubs.stop()
    hub = game.hub = hubs.hub()
    hub.bots._pool = None

    async def woken() -> Any:
        return any(entry.move == '["@wake"]' for entry in await game.log())

    await soon(woken)
    await soon(lambda: _let_go(hub, game))
    assert (await game.row()).wake_at is None


async def _let_go(hub: Hub, game: Game) -> bool:
    return game.id not in hub.replicas


async def test_a_table_nobody_watches_is_let_go_with_its_timer(play: Play) -> None:
    game = await play(people=2, turn=60_000)
    ada, bob = await game.all()
    replica = game.hub.replicas[game.id]
    assert replica.timer is not None
    ada.cut()
    bob.cut()
    await soon(lambda: _let_go(game.hub, game))
    assert replica.timer is None


async def test_a_returning_person_plays_again_though_a_bot_was_driving(play: Play) -> None:
    game = await play(people=2, cards=5)
    ada, bob = await game.all()
    await vanish(ada)
    await bob.until(lambda: here(bob) == [False, True])
    await game.do(seating.replace, game.table, 0)
    await bob.until(lambda: bob.facts["turn"] == 1)
    ada = await game.tab(0).join()
    await bob.until(lambda: not bob.places[0]["stand_in"])
    await bob.play("put", "AH")
    await asyncio.sleep(0.1)
    assert ada.facts["turn"] == 0, "no bot moved for whoever is back"
    assert (await ada.play("put", ada.legal[0][1]))[0] == "e"


def test_leases_are_renewed_in_time() -> None:
    assert bots.RENEW + 2 * watch.EVERY * 1000 < bots.LEASE + 1
