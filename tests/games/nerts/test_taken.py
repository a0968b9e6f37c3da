"""Who was first at a place, and by how much: times are kept for each card of a foundation."""

from __future__ import annotations

from compendium.testing.playthrough import entries
from games.nerts import game
from games.nerts.board import foundations
from games.nerts.options import Options

from .positions import after, called, layout, position, refused, willing, woken


def test_the_time_is_that_of_the_card_in_question() -> None:
    t = position(layout(n="4S 3S 2S AS"), layout(n="2S", v="4S 3S"))
    for card, at in (("AS0", 0), ("2S0", 300), ("3S0", 50)):
        t = after(t, 0, "play", "n0", "f0", card, at=at)
    assert refused(t, 1, "play", "n1", "f0", "2S1", at=5) == ("taken", {"who": 0, "by": 55})
    assert refused(t, 1, "play", "v1", "f0", "3S1", at=5) == ("taken", {"who": 0, "by": 5})


def test_the_same_millisecond_is_none() -> None:
    t = after(position(layout(n="2S"), layout(n="2S"), f="AS"), 0, "play", "n0", "f0", "2S0")
    assert refused(t, 1, "play", "n1", "f0", "2S1") == ("taken", {"who": 0, "by": 0})


def test_also_after_the_call() -> None:
    t = position(layout(n="", v="2S"), layout(n="2S"), f="AS")
    t = after(after(t, 0, "call"), 0, "play", "v0", "f0", "2S0", at=100)
    assert refused(t, 1, "play", "n1", "f0", "2S1", at=20) == ("taken", {"who": 0, "by": 20})


def test_a_table_that_was_played_on_before_times_were_kept_says_who() -> None:
    t = position(layout(n="3S"), layout(n="2S 3S", v="2S"), f="AS0 2S0")
    assert refused(t, 1, "play", "v1", "f0", "2S1") == ("taken", {"who": 0})
    t = after(t, 0, "play", "n0", "f0", "3S0")
    assert refused(t, 1, "play", "v1", "f0", "2S1") == ("taken", {"who": 0})
    assert refused(t, 1, "play", "n1", "f0", "3S1", at=7) == ("taken", {"who": 0, "by": 7})


def test_another_hand_begins_anew() -> None:
    t = position(layout(n="", v="2S AS"), layout(n="2S"))
    t = after(after(t, 0, "play", "v0", "f0", "AS0"), 0, "play", "v0", "f0", "2S0")
    t = woken(woken(called(t)))
    for zone, cards in (("f0", ()), ("n0", ("2S0",)), ("n1", ("2S1", "AS1"))):
        t.piles[zone] = cards
    t = after(after(t, 1, "play", "n1", "f0", "AS1", at=50), 0, "play", "n0", "f0", "2S0", at=50)
    assert refused(t, 1, "play", "n1", "f0", "2S1", at=9) == ("taken", {"who": 0, "by": 9})


def test_what_is_kept_is_one_time_a_card() -> None:
    for entry in entries(game, 3, Options(match="hands", hands=2), "landings", willing):
        t = entry.table
        for zone in foundations(t):
            if t[zone]:
                assert len(t.kept[zone]) == len(t[zone])
                assert t.kept[zone] == sorted(t.kept[zone])
