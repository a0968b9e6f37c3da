"""Joining: the tail where it is kept, else a view; whoever comes is who they are now."""

import asyncio

import pytest

from compendium.tables import seating, start
from compendium.tables.hub import Hub
from compendium.tables.replica import KEPT_FRAMES
from tests.tables.client import HubTab
from tests.tables.conftest import Game, Play, soon


async def puts(game: Game, tabs: list[HubTab], cards: str) -> None:
    """In turns, one suit each."""
    for rank in cards:
        for tab, suit in zip(tabs, "SHCD", strict=False):
            assert (await tab.play("put", f"{rank}{suit}"))[0] == "e"


async def test_the_tail_is_what_was_missed(play: Play) -> None:
    game = await play(people=2, cards=8)
    ada, bob = await game.all()
    gone = await game.tab(None).join()
    gone.cut()
    await puts(game, [ada, bob], "A2")
    before = len(gone.frames)
    await gone.rejoin()
    frames = gone.frames[before:]
    assert [frame[:2] for frame in frames[:5]] == [["e", 2], ["e", 3], ["e", 4], ["e", 5], ["head", 5]]
    assert gone.sees == (await game.tab(None).join()).sees


async def test_with_nothing_missed_the_head_is_told(play: Play) -> None:
    game = await play(people=2)
    ada, _ = await game.all()
    ada.cut()
    before = len(ada.frames)
    await ada.rejoin()
    assert ada.frames[before][:2] == ["head", 1]


@pytest.mark.parametrize("since", [0, -1, 1, 2**62, 99], ids=str)
async def test_a_tail_that_cannot_be_given_is_a_view(play: Play, since: int) -> None:
    game = await play(people=2, cards=8)
    ada, bob = await game.all()
    await puts(game, [ada, bob], "A2")
    replica = game.hub.replicas[game.id]
    while len(replica.frames) > 2:
        replica.frames.popleft()
    joined = await game.tab(0).join(since=since)
    assert [frame[0] for frame in joined.frames[:1]] == ["view"]
    assert joined.seq == 5


async def test_a_process_that_has_just_opened_the_table_gives_a_view(play: Play, other: Hub) -> None:
    game = await play(people=2, cards=8)
    ada, bob = await game.all()
    await puts(game, [ada, bob], "A")
    ada.cut()
    ada.hub = other
    await ada.join(since=2)
    assert (len(ada.told("view")), ada.seq) == (2, 3)
    assert ada.sees == (await game.tab(0).join()).sees


async def test_long_away_is_a_view(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    ada.cut()
    for _ in range(KEPT_FRAMES + 1):
        await bob.play("cover")
        bob.socket.bucket.spend(-1)
    before = len(ada.frames)
    await ada.rejoin()
    assert [frame[0] for frame in ada.frames[before:]][:1] == ["view"]
    assert ada.sees[1:] == (await game.tab(0).join()).sees[1:]


async def test_a_client_that_was_somebody_else_gets_a_view(play: Play) -> None:
    """A tail is folded onto what the client has; as another audience that would be wrong."""
    game = await play(people=2)
    ada, bob = await game.all()
    await ada.play("put", "AS")
    assert (await bob.join(since=2, as_=[1, 0])).told("view")[1:] == []
    await bob.join(since=2, as_=[0, 0])
    assert (len(bob.told("view")), bob.you) == (2, None)


async def test_as_watch_and_as_another(play: Play) -> None:
    game = await play(people=2)
    assert (await game.tab(0).join()).you == (0, 0)
    assert (await game.tab(0).join(as_=[0, 0])).you == (0, 0)
    for wish in ("watch", [1, 0], [0, 1], [7, 0]):
        tab = await game.tab(0).join(as_=wish)
        assert (tab.you, tab.zone("h0"), tab.legal) == (None, 5, [])
        assert await tab.play("put", "AS", seat=0) == ("no", "not_your_seat", {})


async def test_before_the_start_there_is_no_table_and_then_a_view(play: Play) -> None:
    game = await play(people=2, begin=False)
    ada, bob = await game.all()
    watcher = await game.tab(None).join()
    assert (ada.table, ada.you, ada.seq) == (None, (0, 0), 0)
    assert await ada.play("put", "AS") == ("no", "not_started", {})
    await game.do(start.start, game.table)
    for tab in (ada, bob, watcher):
        await tab.at(1)
        assert tab.told("e") == []
    assert ada.zone("h0") == ["AS", "2S", "3S", "4S", "5S"]
    assert watcher.zone("h0") == 5


async def test_seats_numbered_anew_at_the_start_show_nobody_anothers_hand(play: Play, other: Hub) -> None:
    game = await play(people=4, begin=False, cards=3)
    tabs = [await game.tab(n, (game.hub, other)[n % 2]).join() for n in range(4)]
    await game.do(seating.leave, game.table, game.people[1])
    await game.do(start.start, game.table)
    for tab in tabs:
        await tab.at(1)
    assert [tab.you for tab in tabs] == [(0, 0), None, (1, 0), (2, 0)]
    for tab, hand in zip((tabs[0], tabs[2], tabs[3]), "SHC", strict=True):
        assert tab.you is not None
        assert tab.zone(f"h{tab.you[0]}") == [f"A{hand}", f"2{hand}", f"3{hand}"]
        assert [tab.zone(f"h{seat}") for seat in range(3) if seat != tab.you[0]] == [3, 3]
    assert [tabs[1].zone(f"h{seat}") for seat in range(3)] == [3, 3, 3]


async def test_a_kicked_persons_socket_loses_the_seat_at_once(play: Play) -> None:
    game = await play(people=2, begin=False)
    _, bob = await game.all()
    await game.do(seating.clear, game.table, 1)
    await bob.until(lambda: bob.you is None)
    assert await bob.play("put", "AH", seat=1) == ("no", "not_your_seat", {})


async def test_a_watcher_who_sits_down_is_given_the_seat(play: Play) -> None:
    game = await play(people=2, begin=False)
    late = game.tab(1)
    await game.do(seating.leave, game.table, game.people[1])
    await late.join()
    assert late.you is None
    await game.do(seating.sit, game.table, game.people[1])
    await late.until(lambda: late.you == (1, 0))


async def test_whoever_leaves_the_game_watches_and_whoever_returns_plays(play: Play) -> None:
    game = await play(people=2, at_once=True)
    ada, bob = await game.all()
    await game.do(seating.leave, game.table, game.people[0])
    await ada.until(lambda: ada.you is None)
    assert ada.zone("h0") == 5
    assert await ada.play("put", "AS", seat=0) == ("no", "not_your_seat", {})
    await bob.until(lambda: bob.places[0]["stand_in"])
    await game.do(seating.reclaim, game.table, game.people[0])
    await ada.until(lambda: ada.you == (0, 0))
    assert isinstance(ada.zone("h0"), list)


async def test_the_tables_options_are_told_while_it_waits(play: Play, other: Hub) -> None:
    game = await play(people=2, begin=False)
    ada, bob = await game.tab(0).join(), await game.tab(1, other).join()
    await game.do(lambda: seating.change_options(game.table, {"cards": 7}, seats=3))
    for tab in (ada, bob):
        await tab.find(lambda tab: tab.notes("options"))
        assert tab.notes("options")[-1]["options"]["cards"] == 7
        assert tab.notes("options")[-1]["seats"] == 3


async def test_a_newer_tab_plays_and_the_older_one_only_watches(play: Play, other: Hub) -> None:
    game = await play(people=2, at_once=True)
    first, bob = await game.all()
    second = await game.tab(0).join()
    assert first.notes("taken_over") == [{"k": "taken_over"}]
    assert await first.play("put", "AS") == ("no", "taken_over", {})
    assert (await second.play("put", "AS"))[0] == "e"
    await first.at(2)
    assert first.zone("h0") == second.zone("h0"), "it still sees its hand"
    third = await game.tab(0, other).join()
    await second.until(lambda: second.notes("taken_over"))
    assert await second.play("put", "2S") == ("no", "taken_over", {})
    assert (await third.play("put", "2S"))[0] == "e"
    await first.join()  # "play here"
    await third.until(lambda: third.notes("taken_over"))
    assert (await first.play("put", "3S"))[0] == "e"
    assert bob.notes("taken_over") == []


async def test_an_old_sockets_late_close_does_not_harm_the_new_one(play: Play) -> None:
    game = await play(people=2)
    old, bob = await game.all()
    new = await game.tab(0).join()
    await asyncio.sleep(0.05)
    old.cut()
    assert (await new.play("put", "AS"))[0] == "e"
    await bob.at(2)
    await soon(lambda: _here(bob))


async def _here(tab: HubTab) -> bool:
    return all(place["here"] for place in tab.places)


async def test_a_table_let_go_while_somebody_joins_is_opened_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=2)
    hub = game.hub
    first = await hub.replica(game.id)
    assert first is not None
    reading, read = [True], hub.read

    async def slowly(function, *args):  # type: ignore[no-untyped-def]
        result = await read(function, *args)
        if reading and function.__name__ == "sitting":
            reading.clear()
            hub.drop(first)
        return result

    monkeypatch.setattr(hub, "read", slowly)
    ada = await game.tab(0).join()
    assert hub.replicas[game.id] is not first
    assert (await ada.play("put", "AS"))[0] == "e"


async def test_an_unknown_table(play: Play) -> None:
    game = await play(people=2)
    tab = game.tab(0)
    tab.table_id = 10**6
    await tab.join()
    assert tab.closed == 4404
