"""The vectors of the rules, by number."""

from __future__ import annotations

import pytest

from compendium.rules import Chance, Table, new_table, play, redact
from compendium.testing import laws
from games.nerts import game
from games.nerts.options import Options

from .positions import after, allowed, called, code, layout, position, refused, stock_with, willing, woken

HEARTS = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


@pytest.mark.parametrize(
    ("out", "left", "points"), [(f"{HEARTS}, AS 2S", "3S 4S 5S 6S", 7), ("AH 2H", "3S 4S 5S", -4)]
)
def test_vector_1_what_is_played_less_twice_what_is_left(out: str, left: str, points: int) -> None:
    t = position(layout(n=left), layout(n=""), f=out)
    assert called(t, seat=1).score == [points, 0]


def test_vector_1_the_callers_bonus() -> None:
    t = position(layout(n=""), layout(n=""), f="AH 2H 3H 4H 5H", options=Options(bonus=10))
    assert called(t, seat=0).score == [15, 0]


def test_vector_2_two_cards_for_one_place() -> None:
    t = position(layout(v="9C 5H"), layout(n="2S 5H"), f="AH1 2H1 3H1 4H1")
    t = after(t, 0, "play", "v0", "f0", "5H0")
    assert refused(t, 1, "play", "n1", "f0", "5H1", at=10) == ("taken", {"who": 0, "by": 10})
    assert (t["f0"][-1], t["v0"], t["n1"]) == ("5H0", ("9C0",), ("2S1", "5H1"))


def test_vector_2_the_place_may_be_lost_by_more_than_one_card() -> None:
    t = position(layout(v="9C 6H 5H"), layout(n="2S 5H"), f="AH1 2H1 3H1 4H1")
    t = after(after(t, 0, "play", "v0", "f0", "5H0"), 0, "play", "v0", "f0", "6H0", at=30)
    assert refused(t, 1, "play", "n1", "f0", "5H1", at=40) == ("taken", {"who": 0, "by": 70})


def test_vector_3_too_few_for_a_flip_recycles_and_shows_nothing() -> None:
    t = position(layout(s="7C 8D", v="2C 3C 4C 5C 6C 8C 9C TC JC"), layout())
    flipped = after(t, 0, "flip", 2)
    assert flipped["v0"] == ()
    waste_turned_over = tuple(f"{card}0" for card in ["JC", "TC", "9C", "8C", "6C", "5C", "4C", "3C", "2C"])
    assert flipped["s0"] == ("7C0", "8D0", *waste_turned_over)
    for audience in (None, 0, 1):
        told = str(redact(t, flipped, audience))
        assert "7C0" not in told
        assert "8D0" not in told


def test_vector_4_only_the_exposed_card_goes_to_a_foundation() -> None:
    t = position(layout(w="9S 8H, 9C, KC, KD"), layout(), f=f"{HEARTS[:-15]}, AS 2S 3S 4S 5S 6S 7S 8S")
    assert t["f0"][-1] == "8H0"
    t.piles["f0"] = t["f0"][:-1]
    assert allowed(t, 0, "play", "w0.0", "f0", "8H0")
    assert code(t, 0, "play", "w0.0", "f1", "9S0") == "not_top"
    t.piles["w0.1"] = ("TD0",)
    run = after(t, 0, "play", "w0.0", "w0.1", "9S0")
    assert (run["w0.0"], run["w0.1"]) == ((), ("TD0", "9S0", "8H0"))


def test_vector_5_a_red_king_slides_under_a_black_queen() -> None:
    board = layout(v="2C KH", w="QS JD, 9C, 4D, ")
    t = position(board, layout())
    slid = after(t, 0, "slide", "v0", "w0.0", "KH0")
    assert (slid["w0.0"], slid["w0.3"], slid["v0"]) == (("KH0", "QS0", "JD0"), (), ("2C0",))
    assert [op[0] for op in slid.ops] == ["m"]
    t = position({**board, "w": "QS JD, 9C, 4D, 7H"}, layout())
    assert code(t, 0, "slide", "v0", "w0.0", "KH0") == "no_gap"


def landing(options: Options | None = None) -> Table:
    """Both boards have cards for the foundations; board 0 has just called."""
    t = position(
        layout(n="", s="9S TS JS", v="7C 2H"), layout(n="3D AS", w="KS, 2S, KC, "), f="AH", options=options
    )
    return after(t, 0, "call")


def test_vector_6_a_card_in_the_air_lands() -> None:
    t = after(landing(), 1, "play", "n1", "f1", "AS1", at=150)
    assert t["f1"] == ("AS1",)
    assert code(t, 1, "play", "w1.1", "f1", "2S1", at=1) == "hand_over"  # its second
    assert code(t, 0, "flip", 3) == "hand_over"
    assert code(t, 1, "ready") == "illegal"
    t = after(t, 0, "play", "v0", "f0", "2H0", at=20)  # the caller's own
    assert woken(t).sheet == [[[2, 1 - 2], 0, [2, 1], [0, 1]]]


def test_vector_6_too_late_is_too_late_before_and_after_the_wake() -> None:
    t = landing()
    assert code(t, 1, "play", "n1", "f1", "AS1", at=250) == "hand_over"
    assert code(woken(t), 1, "play", "n1", "f1", "AS1", at=50) == "hand_over"


def test_vector_7_both_call_at_once() -> None:
    t = position(layout(n=""), layout(n=""), options=Options(bonus=10))
    t = after(t, 1, "call")
    assert code(t, 0, "call") == "already_called"
    t = woken(t)
    assert code(t, 0, "call") == "already_called"
    assert (t.score, len(t.sheet), t.sheet[0][1]) == ([0, 10], 1, 1)


def test_vector_8_boards_that_only_shuttle_runs_are_stuck() -> None:
    shuttles = layout(n="9D", s="", w="8S 7H, 8C, QS, QC")
    t = position(shuttles, layout(n="AS"))
    t = after(t, 0, "play", "w0.0", "w0.1", "7H0")
    assert t.stuck == [0]
    assert after(t, 0, "play", "w0.1", "w0.0", "7H0").stuck == [0]


def test_vector_8_not_while_a_run_move_lays_a_foundation_card_bare() -> None:
    shuttles = layout(n="9D", s="", w="8S 7H, 8C, QS, QC")
    t = position(shuttles, layout(n="AS"), f="AS1 2S1 3S1 4S1 5S1 6S1 7S1")
    t = after(t, 0, "play", "w0.0", "w0.1", "7H0")
    assert t.stuck == []
    assert after(t, 0, "play", "w0.1", "w0.0", "7H0").stuck == []


@pytest.mark.parametrize("boards", [2, 4])
def test_vector_9_cards_are_conserved(boards: int) -> None:
    counted = laws.check(
        game, boards, Options(match="hands", hands=1), f"conserved {boards}", mover=willing, worlds=10
    )
    assert counted["moves"] > 100


def flip_on(t: Table) -> Table:
    return after(t, 0, "flip", len(t["s0"]))


@pytest.mark.parametrize("place", range(35))
def test_vector_10_four_rotations_expose_every_card(place: int) -> None:
    t = position(stock_with("2S", place), f="AS", seen=False)
    for _ in range(60):
        if t["v0"][-1:] == ("2S0",):
            break
        t = flip_on(t)
    assert t["v0"][-1] == "2S0"
    assert t.applied <= 4
    assert t.ended is None


def test_vector_10_without_any_play_the_hand_is_blocked() -> None:
    t = position(stock_with("3S", 7), f="AS", seen=False, options=Options(bonus=10))
    for _ in range(60):
        t = t if t.ended else flip_on(t)
    assert (t.ended, t.applied, t.caller) == ("blocked", 4, None)
    assert t.score == [1 - 2 * 12]


def test_vector_11_cards_not_seen_can_be_swapped_unnoticed() -> None:
    counted = laws.check(game, 2, Options(match="hands", hands=1), "swapped", mover=willing, worlds=150)
    assert counted["entries compared"] > 1000


def test_vector_12_the_last_two_are_shown() -> None:
    t = position(layout(s="7C", v="9C"), layout())
    t = after(t, 0, "flip", 1)
    assert (t["s0"], t["v0"]) == ((), ("9C0", "7C0"))
    assert code(t, 0, "flip", 0) == "nothing_to_flip"


def test_the_table_of_a_new_hand() -> None:
    t = new_table(game, 2, Options(), Chance.seeded(1))
    assert [len(t[zone]) for zone in ("n0", "s0", "v0", "w0.0", "w0.3")] == [13, 35, 0, 1, 1]
    assert [t.kinds[zone].see for zone in ("n0", "s0", "v0", "w0.0", "f7")] == ["top", "none", *["all"] * 3]
    assert code(t, 0, "flip", 35) == "not_started"
    assert play(game, t, 0, ("flip", 35), now=t.go)["v0"] != ()
