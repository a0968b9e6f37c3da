"""Bad input: each gets one clear answer with a stable code, changes nothing and never ends the table."""

import json
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.tables import inbox, seating, start
from tests.tables.client import HubTab, move_id
from tests.tables.conftest import Game, Play


@pytest.fixture
async def game(play: Play) -> Game:
    return await play(people=2)


async def unharmed(game: Game, *tabs: HubTab) -> None:
    """Nothing was written, everybody still sees the same, and the next right move is taken."""
    assert [entry.seq for entry in await game.log()] == [1]
    ada = await game.tab(0).join()
    assert ada.seq == 1
    assert (await ada.play("put", "AS"))[:2] == ("e", 2)
    for tab in tabs:
        await tab.at(2)


@pytest.mark.parametrize(
    ("move", "code", "args"),
    [
        (("sing",), "unknown_verb", {}),
        (("put", "AH"), "card_not_held", {"card": "AH"}),
        (("put", "XX"), "card_not_held", {"card": "XX"}),
        (("put",), "card_not_held", {"card": None}),
        (("put", None), "card_not_held", {"card": None}),
        (("put", "AS", 1), "card_not_held", {"card": "AS"}),
        (("put", -(2**52)), "card_not_held", {"card": -(2**52)}),
        (("put", "\x00"), "card_not_held", {"card": "\x00"}),
        (("look",), "illegal", {}),
        (("@wake",), "unknown_verb", {}),
        (("@lost",), "unknown_verb", {}),
        (("@start",), "unknown_verb", {}),
        (("@",), "unknown_verb", {}),
        (("@pause", 1), "unknown_verb", {}),
        (("@replace",), "unknown_verb", {}),
        (("@replace", "1"), "unknown_verb", {}),
        (("@replace", 7), "no_such_person", {}),
        (("@replace", 1), "not_absent", {}),
        (("@resume",), "not_paused", {}),
        (("",), "unknown_verb", {}),
    ],
    ids=str,
)
async def test_a_wrong_move(game: Game, move: tuple[Any, ...], code: str, args: Any) -> None:
    ada, bob = await game.all()
    assert await ada.play(*move) == ("no", code, args)
    assert bob.told("no") == []
    await unharmed(game, ada, bob)


async def test_out_of_turn(game: Game) -> None:
    ada, bob = await game.all()
    assert await bob.play("put", "AH") == ("no", "not_your_turn", {})
    await unharmed(game, ada, bob)


@pytest.mark.parametrize("seat", [1, 2, 99, -1, 2**70])
async def test_for_anothers_seat(game: Game, seat: int) -> None:
    ada, bob = await game.all()
    assert await ada.play("put", "AS", seat=seat) == ("no", "not_your_seat", {})
    assert await (await game.tab(None).join()).play("put", "AS", seat=0) == ("no", "not_your_seat", {})
    await unharmed(game, ada, bob)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", ["no", None, "malformed", {}]),
        ("hello", ["no", None, "malformed", {}]),
        ("x" * 5000, ["no", None, "malformed", {}]),
        ("[" * 3000, ["no", None, "malformed", {}]),
        ('["sing",1]', ["no", None, "malformed", {}]),
        ('["view",1,2,null,null,null]', ["no", None, "malformed", {}]),
        ('["join",{"since":"one"}]', ["no", None, "malformed", {}]),
        ('["seen",NaN]', ["no", None, "malformed", {}]),
        ('["m","abc123",0,["put",{"card":"AS"}]]', ["no", "abc123", "malformed", {}]),
        ('["m","abc123",0,"put"]', ["no", "abc123", "malformed", {}]),
        ('["m","ABC",0,["put","AS"]]', ["no", "ABC", "malformed", {}]),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_a_malformed_frame(game: Game, text: str, answer: list[Any]) -> None:
    ada, bob = await game.all()
    before = len(ada.frames)
    await ada.send(text)
    assert ada.frames[before:] == [answer]
    await unharmed(game, ada, bob)


async def test_before_a_join(game: Game) -> None:
    tab = game.tab(0)
    await tab.send('["m","abc123",0,["put","AS"]]')
    await tab.send('["seen",1]')
    assert tab.frames == [["no", "abc123", "join_first", {}], ["no", None, "join_first", {}]]
    await unharmed(game)


async def test_seen_is_no_promise(game: Game) -> None:
    """What a client claims to have seen, it was sent."""
    ada, bob = await game.all()
    for seq in (-5, 0, 10**9, 2**70):
        before = len(ada.frames)
        await ada.send(json.dumps(["seen", seq]))
        assert [frame[:2] for frame in ada.frames[before:]] == [["head", 1]]
    assert ada.socket.seen == 1
    await unharmed(game, ada, bob)


async def test_notes_are_not_for_us(game: Game) -> None:
    ada, bob = await game.all()
    before = len(ada.frames)
    await ada.send('["note",{"k":"lift","card":"AS"}]')
    assert len(ada.frames) == before
    await unharmed(game, ada, bob)


@pytest.mark.parametrize("verb", ["@pause", "@resume", "@replace", "put"])
async def test_a_table_that_has_not_begun_takes_no_move_at_all(play: Play, verb: str) -> None:
    """Not even its own ones: an entry now would take the first one's place."""
    game = await play(people=2, begin=False)
    ada, _ = await game.all()
    assert await ada.play(verb, 1) == ("no", "not_started", {})
    await game.do(start.start, game.table)
    await ada.at(1)


async def test_after_the_end(play: Play) -> None:
    game = await play(people=2, cards=1)
    ada, bob = await game.all()
    await ada.play("put", "AS")
    await bob.play("put", "AH")
    over_at = (await game.row()).over_at
    for move in (("put", "AS"), ("@pause",), ("@replace", 1)):
        assert await ada.play(*move) == ("no", "game_over", {})
    assert len(await game.log()) == 3
    await ada.join(since=3, pending=[move_id()])
    await bob.at(4)
    assert (await game.row()).over_at == over_at


async def test_a_flood_is_answered_then_cut_off_and_others_are_not(no_refill: None, game: Game) -> None:
    ada, bob = await game.all()
    for n in range(60):
        await bob.send(json.dumps(["m", f"abc{n:03}", 1, ["put", "AH"]]))
    codes = [bob.outcomes[f"abc{n:03}"][1] for n in range(60) if f"abc{n:03}" in bob.outcomes]
    assert codes.count("too_fast") >= 20
    assert bob.closed is None
    for _ in range(1000):
        await bob.send('["seen",1]')
    assert bob.closed == inbox.FLOODED
    await bob.until(lambda: len(bob.outcomes) == 60)
    assert ada.closed is None
    bob.cut()
    await unharmed(game, ada)


async def test_pending_ids_count_as_frames(no_refill: None, game: Game) -> None:
    ada, bob = await game.all()
    for _ in range(10):
        await bob.send(json.dumps(["join", {"pending": [move_id() for _ in range(32)]}]))
    await bob.until(lambda: len(bob.told("no")) >= 72)
    assert len(await game.log()) <= 1 + 2 * 32
    assert (await ada.play("put", "AS"))[0] == "e"


async def test_a_person_without_a_place_cannot_move(game: Game) -> None:
    eve = await game.do(lambda: Player.objects.create(name="Eve"))
    game.people.append(eve)
    tab = await game.tab(2).join()
    assert tab.you is None
    assert await tab.play("put", "AS", seat=0) == ("no", "not_your_seat", {})
    with pytest.raises(seating.Refused):
        await game.do(seating.sit, game.table, eve)
    await unharmed(game, tab)
