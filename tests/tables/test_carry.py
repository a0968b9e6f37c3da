"""Carried cards: everybody else is told whose hand is where, and nobody which card is in it."""

import asyncio
import json
import re
from typing import Any

import pytest

from compendium.tables import carry as carrying
from compendium.tables import limits, seating, socket
from compendium.tables.hints import MOST_NOTES_WAITING, MOST_WAITING
from compendium.tables.hub import Hub
from tests.tables.client import HubTab, Tab, kept_in
from tests.tables.conftest import Game, Play, soon
from tests.tables.toys import Toy

CARD = re.compile(r"[A2-9TJQK][SHCD]|\*1")


@pytest.fixture(autouse=True)
def race(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Toy is a game in which everybody plays at once, and no note waits long for others."""
    monkeypatch.setattr(toy, "realtime", True)
    monkeypatch.setattr(carrying, "SOON", 0.0)


async def carry(tab: Tab, **what: Any) -> None:
    """Say what is carried: `from_`, `cards`, `over`; nothing: it is put down."""
    await tab.send(json.dumps(["note", {"k": "carry"} | {key.rstrip("_"): what[key] for key in what}]))
    if isinstance(tab, HubTab):
        await all_told(tab.hub)


async def all_told(*hubs: Hub) -> None:
    """No note waits any more to go with other frames."""

    async def none_waits() -> bool:
        return not any(replica.noting for hub in hubs for replica in hub.replicas.values())

    await soon(none_waits)


def told(tab: Tab) -> list[dict[str, Any]]:
    """What a tab was told of others' hands."""
    return [{key: note[key] for key in note if key != "k"} for note in tab.notes("carry")]


def refusals(tab: Tab) -> list[list[Any]]:
    return tab.told("no")


async def three(play: Play, **options: Any) -> tuple[Game, HubTab, HubTab, HubTab]:
    """A table with a card on its pile, two people and a watcher."""
    game = await play(people=2, at_once=True, cards=13, **options)
    ada, bob = await game.all()
    watcher = await game.tab(None).join()
    await ada.play("put", "AS")
    await watcher.at(2)
    return game, ada, bob, watcher


async def test_all_others_are_told_in_one_frame_and_nothing_is_logged(play: Play) -> None:
    game, ada, bob, watcher = await three(play)
    again = await game.tab(1).join()
    texts: list[str] = []
    bob.socket.say = watcher.socket.say = kept_in(texts)
    await carry(ada, from_="pile", cards=1, over="top")
    assert told(again) == [{"who": [0, 0], "from": "pile", "cards": 1, "over": "top"}]
    first, second = (text for text in texts if '"carry"' in text)  # among news of who is here
    assert first is second
    await carry(ada)
    assert told(again)[1:] == [{"who": [0, 0]}]
    assert not told(ada)
    assert not refusals(ada)
    assert len(await game.log()) == 2


async def test_notes_go_with_the_next_frame_or_with_each_other(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ada, bob, watcher = await three(play)
    replica = game.hub.replicas[game.id]
    monkeypatch.setattr(carrying, "SOON", 60.0)
    said: list[tuple[str, ...]] = []
    bob.socket.say = lambda *texts: said.append(texts) or 0  # type: ignore[func-returns-value]
    lifted = json.dumps(["note", {"k": "carry", "from": "pile", "cards": 1}])
    await ada.send(lifted)
    await ada.play("put", "2S")
    [(hand, more)] = [texts for texts in said if "carry" in str(texts)]
    assert '"carry"' in hand
    assert more.startswith('["e",3,') or '"places"' in more or more.startswith('["head"'), (
        "whatever came next"
    )
    assert replica.noting is not None, "it would have waited longer for an entry"
    replica.noting.cancel()
    replica.noting = None
    monkeypatch.setattr(carrying, "SOON", 0.1)
    await ada.send(lifted)
    await ada.send('["note",{"k":"carry"}]')
    await all_told(ada.hub)
    assert [sum('"carry"' in text for text in texts) for texts in said if "carry" in str(texts)] == [1, 2]
    assert len(told(watcher)) == 3


async def test_a_card_is_put_down_once(play: Play) -> None:
    _, ada, bob, _ = await three(play)
    await carry(ada)
    assert told(bob) == [], "it was not lifted"
    await carry(ada, from_="pile", cards=1)
    await carry(ada)
    await carry(ada)
    assert told(bob) == [{"who": [0, 0], "from": "pile", "cards": 1, "over": None}, {"who": [0, 0]}]


@pytest.mark.parametrize(
    "what",
    [
        {"from_": "h0", "cards": 1},
        {"from_": "h1", "cards": 1},
        {"from_": "stock", "cards": 1},
        {"from_": "top", "cards": 2},
        {"from_": "nowhere", "cards": 1},
        {"from_": "AS", "cards": 1},
        {"from_": "pile", "cards": 1, "over": "nowhere"},
        {"from_": "pile", "cards": 1, "over": "KD"},
        {"from_": "pile", "cards": 1, "card": "AS"},
        {"from_": "pile"},
    ],
)
async def test_what_not_everybody_sees_is_refused(play: Play, what: dict[str, Any]) -> None:
    _, ada, bob, watcher = await three(play)
    await carry(ada, **what)
    assert refusals(ada) == [["no", None, "malformed", {}]]
    assert told(bob) == told(watcher) == []


async def test_the_top_of_a_pile_of_which_only_that_is_seen(play: Play) -> None:
    _, ada, bob, _ = await three(play)
    await carry(ada, from_="top", cards=1)
    assert told(bob) == [{"who": [0, 0], "from": "top", "cards": 1, "over": None}]


async def test_what_belongs_to_somebody_else_is_refused(play: Play) -> None:
    game, ada, bob, _ = await three(play)
    table = game.hub.replicas[game.id].table
    table.kinds = {**table.kinds, "pile": table.kinds["pile"]._replace(owner=1)}
    await carry(ada, from_="pile", cards=1)
    assert refusals(ada) == [["no", None, "malformed", {}]]
    await carry(bob, from_="pile", cards=1)
    assert told(ada) == [{"who": [1, 0], "from": "pile", "cards": 1, "over": None}]


async def test_what_comes_too_late_is_dropped(play: Play) -> None:
    game, ada, bob, watcher = await three(play)
    await carry(ada, from_="pile", cards=2)
    await carry(watcher, from_="pile", cards=1)
    waits = await (await play(people=2, begin=False)).tab(0).join()
    await carry(waits, from_="pile", cards=1)
    newer = await game.tab(0).join()
    await ada.until(lambda: ada.notes("taken_over"))
    await carry(ada, from_="pile", cards=1)
    await bob.play("@pause")
    await newer.until(lambda: len([place for place in newer.places if place["here"]]) == 2)
    await newer.play("@pause")
    await bob.until(lambda: bob.facts.get("paused"))
    await carry(newer, from_="pile", cards=1)
    assert told(ada) == told(bob) == told(watcher) == told(newer) == []
    assert refusals(ada) == refusals(watcher) == refusals(waits) == refusals(newer) == []


async def test_games_of_turns_tell_of_no_hands(play: Play, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "realtime", False)
    _, ada, bob, _ = await three(play)
    await carry(ada, from_="pile", cards=1)
    assert told(bob) == []


async def test_the_card_of_whoever_goes_is_put_down(play: Play) -> None:
    _, ada, bob, _ = await three(play)
    await carry(ada, from_="pile", cards=1)
    ada.cut()
    await bob.until(lambda: told(bob)[1:] == [{"who": [0, 0]}])


async def test_the_card_of_an_older_tab_is_put_down(play: Play, other: Hub) -> None:
    """Also where the newer one is at another process."""
    game, ada, bob, _ = await three(play)
    await carry(ada, from_="pile", cards=1)
    newer = await game.tab(0).join()
    await bob.until(lambda: told(bob)[1:] == [{"who": [0, 0]}])
    await carry(newer, from_="pile", cards=1)
    await game.tab(0, other).join()
    await bob.until(lambda: told(bob)[3:] == [{"who": [0, 0]}])


async def test_the_card_of_whoever_loses_the_seat_is_put_down(play: Play) -> None:
    game, ada, bob, _ = await three(play)
    await carry(ada, from_="pile", cards=1)
    await game.do(lambda: seating.Place.objects.filter(seat=0).update(seat=3))
    await game.hub.presence.places(game.hub.replicas[game.id])
    await bob.until(lambda: told(bob)[1:] == [{"who": [0, 0]}])


async def test_a_pause_leaves_no_card_in_the_air(play: Play) -> None:
    game, ada, bob, _ = await three(play)
    await carry(ada, from_="pile", cards=1)
    game.hub.replicas[game.id].table.facts["paused"] = True
    await carry(ada)
    assert told(bob)[1:] == [{"who": [0, 0]}]


async def test_notes_cost_no_moves_and_a_flood_of_them_ends(no_refill: None, play: Play) -> None:
    _, ada, bob, _ = await three(play)
    for _ in range(100):
        await carry(ada, from_="pile", cards=1)
    assert limits.NOTES_BURST == 24
    assert 24 <= len(told(bob)) <= 25
    assert refusals(ada) == []
    assert (await ada.play("put", "2S"))[0] == "e"
    for _ in range(limits.PATIENCE):
        await carry(ada)
    assert ada.closed == 4429


async def test_laggards_are_told_of_no_hands(play: Play) -> None:
    _, ada, bob, watcher = await three(play)
    bob.socket.lagging = True
    watcher.socket.noted = socket.MOST_NOTES - 1
    for _ in range(3):
        await carry(ada, from_="pile", cards=1)
    assert (len(told(bob)), len(told(watcher))) == (0, 1)
    await watcher.send('["seen",2]')
    await carry(ada)
    assert len(told(watcher)) == 2, "it reads"


async def test_other_processes_are_told(play: Play, other: Hub) -> None:
    game, ada, _, _ = await three(play)
    there = await game.tab(1, other).join()

    async def heard() -> bool:
        await carry(ada, from_="pile", cards=1, over="top")
        return bool(told(there))

    await soon(heard)
    assert told(there)[0] == {"who": [0, 0], "from": "pile", "cards": 1, "over": "top"}
    ada.cut()
    await there.until(lambda: told(there)[-1] == {"who": [0, 0]})


async def test_hints_of_hands_give_way_to_entries(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, *_ = await three(play)
    hints, replica = game.hub.hints, game.hub.replicas[game.id]

    async def hangs(*_: Any) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(hints, "layer", type("Frozen", (), {"group_send": staticmethod(hangs)})())
    await asyncio.sleep(0)
    for _ in range(MOST_WAITING):
        hints.carried(replica, "[]")
    assert len(hints._waiting["carried"]) <= MOST_NOTES_WAITING
    for _ in range(MOST_WAITING):
        hints._say("entries", [[0, []]])
    for _ in range(MOST_WAITING):
        hints.carried(replica, "[]")
    assert "carried" not in hints._waiting
    assert len(hints._waiting["entries"]) == MOST_WAITING


async def test_no_card_is_ever_named(play: Play) -> None:
    """Whatever a client says, and whatever it carries."""
    _, ada, bob, watcher = await three(play)
    frames: list[str] = []
    bob.socket.say = watcher.socket.say = kept_in(frames)
    ada.socket.notes = limits.Bucket(1e6, 1e6)
    places = ["pile", "top", "h0", "h1", "stock", "AS", "KD", "*1", None, ["AS"], {"card": "AS"}, 7]
    for source in places:
        for over in places:
            for cards in (1, 2, "AS", ["AS"]):
                await carry(ada, from_=source, cards=cards, over=over)
                await carry(ada, from_=source, cards=cards, over=over, card="AS")
    await carry(ada)
    assert len([frame for frame in frames if '"from"' in frame]) == 2 * 2 * 6
    assert not [frame for frame in frames if CARD.search(frame)]
