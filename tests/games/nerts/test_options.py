"""Each option, and that the others are refused."""

from __future__ import annotations

from typing import Any

import pytest

from compendium.rules import BadOptions, Chance, new_table, options
from games.nerts import game
from games.nerts.options import Options

from .positions import after, called, code, layout, position, woken


def test_the_defaults_and_the_seats() -> None:
    assert options.decode(game, {}, seats=4) == Options()
    assert game.seats(Options()) == range(1, 9)


@pytest.mark.parametrize(
    "raw",
    [
        {"target": 9},
        {"target": 501},
        {"penalty": 4},
        {"bonus": 7},
        {"pile": 14},
        {"piles": 2},
        {"flip": 2},
        {"landing": 301},
        {"stuck": "never"},
        {"hands": 21},
        {"wins": 0},
        {"jokers": 2},
        {"deck": 48},
        {"photo": 70},
    ],
)
def test_others_are_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        options.decode(game, raw, seats=4)


@pytest.mark.parametrize(("penalty", "points"), [(1, -3), (2, -6), (3, -9)])
def test_penalty(penalty: Any, points: int) -> None:
    t = position(layout(n="3S 4S 5S"), layout(n=""), options=Options(penalty=penalty))
    assert called(t, seat=1).score == [points, 0]


@pytest.mark.parametrize("bonus", [0, 5, 10, 25])
def test_bonus(bonus: Any) -> None:
    assert called(position(layout(n=""), options=Options(bonus=bonus))).score == [bonus]


@pytest.mark.parametrize("pile", [10, 11, 12, 13])
@pytest.mark.parametrize("piles", [3, 4, 5, 6])
def test_sizes_of_the_layout(pile: Any, piles: Any) -> None:
    t = new_table(game, 1, Options(pile=pile, piles=piles), Chance.seeded(2))
    assert [len(t[zone]) for zone in ("n0", "s0", f"w0.{piles - 1}")] == [pile, 52 - pile - piles, 1]
    assert f"w0.{piles}" not in t


def test_presets_are_those_of_the_rules() -> None:
    chosen = {one.title: options.encode(options.decode(game, one.options)) for one in game.presets}
    usual = options.encode(Options())
    assert {title: {k: v for k, v in o.items() if v != usual[k]} for title, o in chosen.items()} == {
        "Classic": {},
        "Norwegian": {"bonus": 10, "gaps": "nerts", "leftover": "shown", "stuck": "one"},
        "Tournament": {"bonus": 10, "target": 150},
        "Quick": {"pile": 10, "target": 50},
        "Double penalty": {"penalty": 3},
        "Jokers wild": {"jokers": "two"},
        "Forty cards": {"deck": 40, "pile": 10, "piles": 3},
    }


def test_forty_cards() -> None:
    t = new_table(game, 2, Options(deck=40, pile=10, piles=3), Chance.seeded(2))
    assert [len(t[zone]) for zone in ("n1", "s1", "w1.2")] == [10, 27, 1]
    assert not any(card[0] in "JQK" for pile in t.piles.values() for card in pile)
    t = position(layout(n="TS", w="9S 8D, "), f="AS 2S 3S 4S 5S 6S 7S 8S 9S", options=Options(deck=40))
    t = after(t, 0, "play", "n0", "f0", "TS0")
    assert len(t["f0"]) == 10
    assert not any(move[2] == "f0" for move in game.legal(t, 0) if move[0] == "play")


def test_flips_of_one_card() -> None:
    t = position(layout(s="2C 3C", v="9C"), options=Options(flip=1))
    t = after(after(t, 0, "flip", 2), 0, "flip", 1)
    assert (t["s0"], t["v0"]) == ((), ("9C0", "3C0", "2C0"))
    assert after(t, 0, "flip", 0)["s0"] == ("2C0", "3C0", "9C0")


def test_leftover_cards_shown() -> None:
    t = position(layout(s="2C 3C", v="7C 8C 9C"), options=Options(leftover="shown"))
    t = after(t, 0, "flip", 2)
    assert (t["s0"], t["v0"][-2:]) == ((), ("3C0", "2C0"))
    assert after(t, 0, "flip", 0)["s0"] == ("2C0", "3C0", "9C0", "8C0", "7C0")
    assert code(position(layout(s="", v="2C 3C"), options=Options(leftover="shown")), 0, "flip", 0) == (
        "nothing_to_flip"
    )


def test_gaps_filled_from_the_nerts_pile() -> None:
    t = position(layout(n="2D 9D", w="7H, 8S, KH, KC"), options=Options(gaps="nerts"), voted=[0], applied=1)
    t = after(t, 0, "play", "w0.0", "w0.1", "7H0")
    assert (t["w0.0"], t["w0.1"], t["n0"]) == (("9D0",), ("8S0", "7H0"), ("2D0",))
    assert (t.voted, t.applied) == ([], 0)  # it counts as a Nerts play


def test_a_gap_may_empty_the_nerts_pile() -> None:
    board = layout(n="9D", w="7H, 8S, KH, KC")
    t = after(position(board, options=Options(gaps="nerts")), 0, "play", "w0.0", "w0.1", "7H0")
    assert (t["n0"], t.caller) == ((), None)
    assert after(t, 0, "call").caller == 0
    t = after(position(board, options=Options(gaps="nerts", call="auto")), 0, "play", "w0.0", "w0.1", "7H0")
    assert t.caller == 0
    t = after(position({**board, "n": ""}, options=Options(gaps="nerts")), 0, "play", "w0.0", "w0.1", "7H0")
    assert t["w0.0"] == ()


def test_the_call_comes_by_itself() -> None:
    t = position(layout(n="AS"), layout(), options=Options(call="auto", bonus=5))
    t = after(t, 0, "play", "n0", "f0", "AS0")
    assert (t.caller, t.wake_at) == (0, t.now + 200)
    assert woken(t).score == [1 + 5, -2]


def test_without_landing_time_the_call_ends_the_hand() -> None:
    t = after(position(layout(n=""), layout(), options=Options(landing=0)), 0, "call")
    assert (t.ended, t.score) == ("called", [0, -2])
    assert code(t, 1, "call") == "already_called"
    assert code(t, 1, "play", "n1", "w1.3", "2D1") == "hand_over"


@pytest.mark.parametrize(("lands", "allowed"), [("any", True), ("foundations", False)])
def test_what_lands(lands: Any, allowed: bool) -> None:
    board = layout(n="AS", v="4D", w="KS QH, KD, 3S, ")
    t = after(position(layout(n=""), board, options=Options(lands=lands)), 0, "call")
    assert game.allows(t, 1, ("play", "n1", "f0", "AS1"))
    assert game.allows(t, 1, ("play", "n1", "w1.3", "AS1")) == allowed
    assert game.allows(t, 1, ("slide", "v1", "w1.2", "4D1")) == allowed
    assert not game.allows(t, 1, ("play", "w1.0", "w1.3", "KS1"))  # a run
    if not allowed:
        assert code(t, 1, "play", "n1", "w1.3", "AS1") == "hand_over"
