"""Partners at one seat: each is a player of its own, the server orders what both do, and bots sit beside
people.
"""

import json
from typing import Any

import pytest
from django.conf import settings

from compendium.tables import absence, limits, seating
from compendium.tables.hub import Hub
from compendium.tables.models import Place
from tests.tables.client import HubTab, Tab
from tests.tables.conftest import Game, Play, arrivals_written, soon
from tests.tables.toys import Toy

FORGOTTEN = 1_000
"""A wall time long ago, in ms."""


@pytest.fixture(autouse=True)
def pairs(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Toy is a game for partners, in which everybody plays at once."""
    monkeypatch.setattr(Toy, "players", lambda self, options: 2)
    monkeypatch.setattr(toy, "realtime", True)


async def two_pairs(play: Play, **options: Any) -> tuple[Game, list[HubTab]]:
    game = await play(people=4, at_once=True, **options)
    return game, await game.all()


async def test_the_same_id_of_two_partners_is_two_moves(play: Play, other: Hub) -> None:
    game, (ada, *_) = await two_pairs(play)
    bob = await game.tab(1, other).join()
    for tab, card in ((ada, "AS"), (bob, "2S")):
        await tab.move("put", card, id="sameid")

    async def both_are_written() -> bool:
        return len(await game.log()) == 3

    await soon(both_are_written)
    players = [(entry.seat, entry.player) for entry in (await game.log())[1:]]
    assert sorted(players) == sorted((0, str(person.pk)) for person in game.people[:2])


async def test_the_first_of_two_partners_has_the_card_and_the_other_hears_why(play: Play, other: Hub) -> None:
    game, (ada, *_) = await two_pairs(play)
    bob = await game.tab(1, other).join()
    for card in ("AS", "2S", "3S"):
        ids = [await tab.move("put", card) for tab in (ada, bob)]
        outcomes = [await tab.outcome(id) for tab, id in zip((ada, bob), ids, strict=True)]
        assert sorted(kind for kind, _, _ in outcomes) == ["e", "no"]
        assert next(code for kind, code, _ in outcomes if kind == "no") == "card_not_held"
    assert len(await game.log()) == 4


async def test_a_seat_is_seen_by_both_and_commanded_as_who_one_is(play: Play) -> None:
    game, (ada, bob, eve, _) = await two_pairs(play)
    assert ada.zone("h0") == bob.zone("h0") == ["AS", "2S", "3S", "4S", "5S"]
    assert eve.zone("h0") == 5
    mine = await game.tab(1).join(as_=[0, 1])
    assert mine.you == (0, 1)
    assert (await game.tab(1).join(as_=[0, 0])).you is None
    assert not ada.notes("taken_over")
    await bob.until(lambda: bob.notes("taken_over"))
    assert (await mine.play("put", "AS"))[0] == "e"
    assert (await eve.play("put", "2S", seat=0))[:2] == ("no", "not_your_seat")


async def test_one_partners_flood_is_not_the_others(no_refill: None, play: Play) -> None:
    _, (ada, bob, *_) = await two_pairs(play)
    for _ in range(int(limits.BURST) + 5):
        await ada.move("sing")
    assert (await ada.play("put", "AS"))[:2] == ("no", "too_fast")
    assert (await bob.play("put", "AS"))[0] == "e"


async def test_what_a_partner_carries_is_told(play: Play) -> None:
    _, (ada, bob, eve, _) = await two_pairs(play)
    await eve.play("put", "AH" if "AH" in eve.zone("h1") else eve.zone("h1")[0])
    await bob.until(lambda: bob.zone("pile"))
    await ada.send(json.dumps(["note", {"k": "carry", "from": "pile", "cards": 1, "over": None}]))
    for tab in (bob, eve):
        await tab.until(lambda tab=tab: tab.notes("carry"))  # type: ignore[misc]
        assert tab.notes("carry")[0]["who"] == [0, 0]
    assert not ada.notes("carry")


async def gone(game: Game, *people: int) -> None:
    """Nobody has heard of these people for long."""
    mine = [game.people[n].pk for n in people]
    await arrivals_written(game.hub)
    await game.do(lambda: Place.objects.filter(player__in=mine).update(seen_at=FORGOTTEN))
    await game.hub.presence.places(game.hub.replicas[game.id])


def shown(tab: Tab, seat: int, what: str) -> list[Any]:
    return [place[what] for place in tab.places if place["seat"] == seat]


async def test_a_bot_sits_in_only_when_both_are_away(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "bot", lambda self, v, legal, rng, level: (legal[0], 60.0))
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)
    game, (ada, _, eve, kai) = await two_pairs(play)
    for tab in (kai, eve):
        tab.cut()
    await gone(game, 3)
    await ada.until(lambda: shown(ada, 1, "here") == [True, False])
    assert not ada.facts.get("absent")
    assert (await ada.play("@replace", 1))[:2] == ("no", "not_absent")
    await gone(game, 2)
    await ada.until(lambda: ada.facts.get("absent") == [1])
    monkeypatch.setattr(absence, "SIT_IN_AFTER", 0)
    await game.hub.presence.places(game.hub.replicas[game.id])
    await ada.until(lambda: shown(ada, 1, "stand_in") == [True, True])

    async def both_think() -> bool:
        return set(game.hub.replicas[game.id].thinking) == {(1, 0), (1, 1)}

    await soon(both_think)
    back = await game.tab(2).join()
    await back.until(lambda: shown(back, 1, "stand_in") == [False, True])
    assert back.you == (1, 0)
    assert not back.facts["absent"]


async def test_a_bot_partner_plays_beside_a_person_at_its_own_level(play: Play) -> None:
    game = await play(people=1, bots=("easy", "easy", "easy"), at_once=True, cards=13)
    ada = await game.tab(0).join()
    await ada.play("put", "KS")
    await ada.until(lambda: not ada.zone("h0"))
    log = await game.log()
    assert {entry.player for entry in log if entry.seat == 0} == {str(game.people[0].pk), "bot:0.1"}
    assert len([entry for entry in log if entry.seat == 0]) == 13


async def test_a_bot_leaves_to_its_partner_what_is_personal(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "personal", frozenset({"put"}))
    game = await play(people=1, bots=("easy", "easy", "easy"), at_once=True)
    ada = await game.tab(0).join()
    await ada.until(lambda: not ada.zone("h1"))
    assert {entry.player for entry in (await game.log())[1:]} <= {"bot:1.0", "bot:1.1"}
    await game.do(seating.leave, game.table, game.people[0])
    await ada.until(lambda: not ada.zone("h0"))


async def test_a_board_has_one_vote_which_either_casts(play: Play) -> None:
    _, (ada, bob, eve, kai) = await two_pairs(play)
    await bob.play("@pause")
    assert kai.facts["votes"] == {"pause": [0]}
    assert (await ada.play("@refuse", "pause"))[0] == "e"
    assert not ada.facts["votes"]
    await ada.play("@pause")
    await kai.play("@pause")
    await eve.until(lambda: eve.facts["paused"])
    assert (await eve.play("put", "AH"))[:2] == ("no", "paused")
    assert (await bob.play("@resume"))[0] == "e"
