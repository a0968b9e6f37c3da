"""What may be played where, and the reason that a refused move is given."""

from __future__ import annotations

from typing import Any

import pytest

from compendium.rules import redact
from games.nerts import game
from games.nerts.options import Options

from .positions import GO, after, allowed, code, layout, position, refused


def test_an_ace_always_opens_a_foundation_of_its_own() -> None:
    t = position(layout(n="AS"), layout(n="AS"))
    t = after(t, 0, "play", "n0", "f0", "AS0")
    t = after(t, 1, "play", "n1", "f0", "AS1")  # aimed at the same place, a moment later
    assert (t["f0"], t["f1"]) == (("AS0",), ("AS1",))


@pytest.mark.parametrize("aimed", range(8))
def test_that_is_the_first_free_one_wherever_it_was_aimed(aimed: int) -> None:
    t = position(layout(n="AS"), layout(), f="AC1, , AH1")
    t = after(t, 0, "play", "n0", f"f{aimed}", "AS0")
    assert [len(t[f"f{i}"]) for i in range(4)] == [1, 1, 1, 0]


def test_anyone_builds_on_any_foundation_in_suit_and_by_one() -> None:
    t = position(layout(n="4H", v="5H", w="6H, 4D, 4S, "), f="AH1 2H1 3H1")
    assert [allowed(t, 0, "play", zone, "f0", card) for zone, card in (("n0", "4H0"), ("v0", "5H0"))] == [
        True,
        False,
    ]
    assert code(t, 0, "play", "w0.1", "f0", "4D0") == "does_not_fit"
    assert code(t, 0, "play", "n0", "f1", "4H0") == "does_not_fit"  # only an ace opens one


def test_nothing_follows_a_king() -> None:
    t = position(layout(n="AH"), f="AH TH JH QH KH")
    assert after(t, 0, "play", "n0", "f0", "AH0")["f1"] == ("AH0",)


def test_work_piles_go_down_in_alternate_colours() -> None:
    t = position(layout(n="7H", v="7C", w="8S, 8D, 7S, 9S"))
    assert allowed(t, 0, "play", "n0", "w0.0", "7H0")
    assert allowed(t, 0, "play", "v0", "w0.1", "7C0")
    for source, target, card in (("n0", "w0.1", "7H0"), ("n0", "w0.3", "7H0"), ("w0.0", "w0.3", "8S0")):
        assert code(t, 0, "play", source, target, card) == "does_not_fit"


def test_an_empty_work_pile_takes_any_card_or_run() -> None:
    t = position(layout(n="7H", w="9S 8H 7S, , 5H, KD"))
    assert allowed(t, 0, "play", "n0", "w0.1", "7H0")
    t = after(t, 0, "play", "w0.0", "w0.1", "8H0")
    assert (t["w0.0"], t["w0.1"]) == (("9S0",), ("8H0", "7S0"))


def test_the_card_below_the_top_of_the_waste_comes_next() -> None:
    t = position(layout(v="2C 7H 7D", w="8S, 8C, KH, "))
    assert code(t, 0, "play", "v0", "w0.0", "7H0") == "not_top"
    t = after(t, 0, "play", "v0", "w0.0", "7D0")
    assert allowed(t, 0, "play", "v0", "w0.1", "7H0")


def test_the_next_card_of_the_nerts_pile_is_turned_up_at_once() -> None:
    t = position(layout(n="4C 7H", w="8S, 9H, KH, "), layout())
    played = after(t, 0, "play", "n0", "w0.0", "7H0")
    assert redact(t, played, 1) == [("m", "n0", "w0.0", ("7H0",)), ("o", "n0", "4C0")]


def test_nobody_touches_anothers_board() -> None:
    t = position(layout(n="7H"), layout(w="8S, KD, KC, "))
    assert code(t, 0, "play", "n0", "w1.0", "7H0") == "illegal"
    assert code(t, 1, "play", "n0", "w1.0", "7H0") == "illegal"


def test_a_slide_takes_a_single_card_whose_next_is_the_base() -> None:
    t = position(layout(n="9H", v="9D", w="8S 7D, 9C 8H, TS, "))
    assert allowed(t, 0, "slide", "n0", "w0.0", "9H0")
    assert code(t, 0, "slide", "n0", "w0.1", "9H0") == "does_not_fit"
    assert code(t, 0, "slide", "w0.1", "w0.0", "9C0") == "not_top"
    assert code(t, 0, "slide", "n0", "w0.3", "9H0") == "illegal"
    assert code(t, 0, "slide", "n0", "f0", "9H0") == "illegal"


def test_flips_keep_the_order_and_name_the_stock() -> None:
    t = position(layout(s="2C 3C 4C 5C"))
    flipped = after(t, 0, "flip", 4)
    assert (flipped["s0"], flipped["v0"]) == (("2C0",), ("5C0", "4C0", "3C0"))
    assert code(flipped, 0, "flip", 4) == "stale_flip"  # a double click


def test_calling_needs_an_empty_nerts_pile() -> None:
    assert code(position(layout()), 0, "call") == "nerts_pile_not_empty"
    t = position(layout(n=""))
    assert allowed(t, 0, "call")
    assert allowed(t, 0, "flip", 3)  # one may play on


def test_before_go_every_move_but_ready_is_refused() -> None:
    t = position(layout(n=""), go=GO + 2000)
    for move in (("flip", 3), ("call",), ("stuck",), ("play", "w0.0", "w0.3", "KS0")):
        assert code(t, 0, *move) == "not_started"
    assert allowed(t, 0, "ready")
    assert not refused_at(t, GO + 2000)


def refused_at(t: Any, now: int) -> bool:
    return not game.allows(t.draft(now), 0, ("flip", 3))


GARBAGE: list[tuple[Any, ...]] = [
    (),
    ("",),
    (None,),
    (1,),
    ([],),
    ({},),
    ("fly",),
    ("play",),
    ("play", "n0", "f0"),
    ("play", "n0", "f0", "2D0", "f1"),
    ("play", None, None, None),
    ("play", "n0", ["f0"], "2D0"),
    ("play", ["n0"], "f0", "2D0"),
    ("play", "n0", "f0", {}),
    ("play", "n0", "n0", "2D0"),
    ("play", "s0", "f0", "6C0"),
    ("play", "n0", "f99", "2D0"),
    ("play", "n0", "w0.9", "2D0"),
    ("play", "w0.3", "w0.2", "KS0"),
    ("play", "w0.0", "w0.0", "KS0"),
    ("slide", "n0", "n0", "2D0"),
    ("slide", "n0", 3, "2D0"),
    ("slide", "n0", {}, "2D0"),
    ("slide", "w0.3", "w0.0", None),
    ("flip",),
    ("flip", "3"),
    ("flip", True),
    ("flip", 3.0),
    ("flip", None),
    ("flip", []),
    ("call", 1),
    ("stuck", 0),
    ("ready", 0),
    ("ready",),
]


@pytest.mark.parametrize("move", GARBAGE)
def test_garbage_is_refused_and_nothing_breaks(move: tuple[Any, ...]) -> None:
    running = position(layout(), layout())
    waiting = position(layout(), layout(), go=GO + 2000, ready=[0])
    landing = after(position(layout(), layout(n="")), 1, "call")
    for t in (running, waiting, landing):
        assert not game.allows(t, 0, move)
        assert isinstance(refused(t, 0, *move)[0], str)


def test_codes_of_garbage() -> None:
    t = position(layout(), options=Options())
    codes = {
        move: code(t, 0, *move) for move in (("fly",), ("play",), ("flip", "3"), ("ready", 1), ("call", 1))
    }
    assert codes.pop(("fly",)) == "unknown_verb"
    assert set(codes.values()) == {"illegal"}
