"""Asides: what one says to a partner reaches the partner, and nobody and nothing else."""

import json
import logging
from typing import Any

import pytest
from django.apps import apps

from compendium.tables import asides, seating
from compendium.tables.hub import Hub
from tests.tables.client import HubTab, Tab
from tests.tables.conftest import Game, Play
from tests.tables.toys import Toy

WORDS = "the queen is under the seven"


@pytest.fixture(autouse=True)
def pairs(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Toy is a game for partners."""
    monkeypatch.setattr(Toy, "players", lambda self, options: 2)


async def say(tab: Tab, text: Any = WORDS, **more: Any) -> None:
    await tab.send(json.dumps(["note", {"k": "aside", "text": text, **more}]))


def heard(tab: Tab) -> list[tuple[list[int], str]]:
    return [(note["who"], note["text"]) for note in tab.notes("aside")]


def refusals(tab: Tab) -> list[tuple[str, Any]]:
    return [(code, args) for _, id, code, args in tab.told("no") if id is None]


async def two_pairs(play: Play) -> tuple[Game, list[HubTab]]:
    game = await play(people=4)
    tabs = await game.all()
    assert [tab.you for tab in tabs] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    return game, tabs


async def kept(game: Game) -> str:
    """All that the database holds, as text."""

    def read() -> str:
        return str([list(model.objects.values_list()) for model in apps.get_models()])

    text: str = await game.do(read)
    return text


async def test_only_the_partner_hears_it_and_nothing_keeps_it(
    play: Play, other: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game, (ada, bob, eve, kai) = await two_pairs(play)
    elsewhere = await game.tab(1, other).join()
    await bob.until(lambda: bob.notes("taken_over"))
    rival, looker = await game.tab(2, other).join(), await game.tab(None, other).join()
    watcher = await game.tab(None).join()
    watching = await game.tab(0).join(as_="watch")
    await say(ada)
    await elsewhere.until(lambda: heard(elsewhere))
    assert heard(elsewhere) == heard(ada) == [([0, 0], WORDS)]
    await say(elsewhere, "yes")
    await ada.until(lambda: len(heard(ada)) == 2)
    for tab in (bob, eve, kai, rival, looker, watcher, watching):
        await tab.play("put", "XX", seat=9) if tab.you else None
        assert WORDS not in json.dumps(tab.frames)
        assert not heard(tab)
    assert WORDS not in await kept(game)
    assert "queen" not in caplog.text
    assert len(await game.log()) == 1
    late = await game.tab(1).join()
    assert not heard(late)


async def test_what_cannot_be_said_has_a_code(play: Play) -> None:
    _, (ada, bob, eve, _) = await two_pairs(play)
    await say(ada, "x" * asides.LONGEST)
    await say(ada, "x" * (asides.LONGEST + 1))
    await say(ada, " \u202e\n ")
    await say(ada, 7)
    await say(ada, "hm", to=1)
    assert refusals(ada) == [
        ("too_long", {"k": "aside"}),
        ("malformed", {}),
        ("malformed", {}),
        ("malformed", {}),
    ]
    await bob.until(lambda: heard(bob))
    assert [len(text) for _, text in heard(bob)] == [asides.LONGEST]
    assert not refusals(eve)


async def test_it_is_one_line_of_plain_text(play: Play) -> None:
    _, (ada, bob, *_) = await two_pairs(play)
    await say(ada, "<b>now</b>\n\u202e go & \x00 win ")
    await bob.until(lambda: heard(bob))
    assert heard(bob) == [([0, 0], "<b>now</b> go & win")]


async def test_each_player_may_say_so_much(no_refill: None, play: Play) -> None:
    """In all tabs together; a partner's lines are the partner's own, and none costs a move."""
    game, (ada, bob, *_) = await two_pairs(play)
    for n in range(int(asides.BURST)):
        await say(ada, f"{n}")
    await say(ada, "more")
    newer = await game.tab(0).join()
    await say(newer, "still more")
    assert refusals(ada) == refusals(newer) == [("too_fast", {"k": "aside"})]
    await say(bob, "quiet")
    await bob.until(lambda: len(heard(bob)) == asides.BURST + 1)
    assert (await newer.play("put", "AS"))[0] == "e"


async def test_without_a_partner_there_is_nobody_to_hear_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = [("no_partner", {"k": "aside"})]
    game, (ada, bob, *_) = await two_pairs(play)
    watcher = await game.tab(None).join()
    await say(watcher)
    newer = await game.tab(0).join()
    await ada.until(lambda: ada.notes("taken_over"))
    await say(ada)
    assert refusals(watcher) == refusals(ada) == nobody
    await game.do(seating.leave, game.table, game.people[1])
    await newer.until(lambda: any(place["stand_in"] for place in newer.places))
    await say(newer)
    assert refusals(newer) == nobody
    assert not heard(bob)
    monkeypatch.setattr(Toy, "players", lambda self, options: 1)
    alone = await (await play(people=2)).all()
    await say(alone[0])
    assert refusals(alone[0]) == nobody


async def test_a_bot_hears_nothing(play: Play) -> None:
    game = await play(people=1, bots=("easy", "easy", "easy"))
    ada = await game.tab(0).join()
    await say(ada)
    assert refusals(ada) == [("no_partner", {"k": "aside"})]


async def test_before_the_start_partners_may_talk_too(play: Play) -> None:
    ada, bob, eve, _ = await (await play(people=4, begin=False)).all()
    await say(ada)
    await bob.until(lambda: heard(bob))
    assert not heard(eve)
