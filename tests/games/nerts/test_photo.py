"""The photo finish: a card that comes a little after its like for the same place lands as well."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from compendium.rules import Table
from compendium.testing import laws
from games.nerts import game
from games.nerts.board import foundations
from games.nerts.options import Options

from .positions import after, allowed, called, code, layout, position, refused, willing, woken

FOURS = "AH1 2H1 3H1 4H1"
PHOTO = Options(photo=50)


def five(seat: int) -> tuple[str, str, str, str]:
    """The move of a board's five, which lies on its Nerts pile."""
    return "play", f"n{seat}", "f0", f"5H{seat}"


def fives(boards: int = 2, options: Options = PHOTO) -> Table:
    """Each board's five of hearts may go; the sixes are next, on the wastes."""
    each = [layout(n="2S 5H", v="7H 6H") for _ in range(boards)]
    return position(*each, f=FOURS, options=options)


def test_vector_2_both_fives_score_and_one_six_follows() -> None:
    t = after(after(fives(), 0, *five(0)), 1, *five(1), at=10)
    assert t["f0"][4:] == ("5H0", "5H1")
    assert t["n1"] == ("2S1",)
    for seat in (0, 1):
        assert allowed(t, seat, "play", f"v{seat}", "f0", f"6H{seat}")
    t = after(t, 1, "play", "v1", "f0", "6H1", at=5)
    assert refused(t, 0, "play", "v0", "f0", "6H0", at=60) == ("taken", {"who": 1, "by": 60})
    assert blocked(t).sheet[-1][2] == [1, 6]


def blocked(t: Table) -> Table:
    """The hand's score, by the votes of all."""
    for seat in t.seats:
        for zone in (f"s{seat}", f"v{seat}"):
            t.piles[zone] = ()
    for seat in t.seats:
        if t.ended is None and seat not in {*t.voted, *t.stuck}:
            t = after(t, seat, "stuck")
    assert t.ended == "blocked"
    return t


@pytest.mark.parametrize("window", [50, 100, 200])
def test_the_windows_last_millisecond(window: Any) -> None:
    t = after(fives(options=Options(photo=window)), 0, *five(0))
    assert after(t, 1, *five(1), at=window)["f0"][-1] == "5H1"
    assert refused(t, 1, *five(1), at=window + 1) == ("taken", {"who": 0, "by": window + 1})


def test_off_is_off() -> None:
    t = after(fives(options=Options()), 0, *five(0))
    assert refused(t, 1, *five(1)) == ("taken", {"who": 0, "by": 0})


def test_the_window_runs_from_the_first_landing_not_from_the_last() -> None:
    t = after(after(fives(3), 0, *five(0)), 1, *five(1), at=40)
    assert after(t, 2, *five(2), at=10)["f0"][4:] == ("5H0", "5H1", "5H2")
    assert refused(t, 2, *five(2), at=11) == ("taken", {"who": 0, "by": 51})


def test_it_lands_under_the_cards_that_followed() -> None:
    t = after(fives(3), 0, *five(0))
    t = after(t, 0, "play", "v0", "f0", "6H0", at=10)
    t = after(t, 0, "play", "v0", "f0", "7H0", at=10)
    t = after(t, 1, *five(1), at=10)
    t = after(t, 2, *five(2), at=10)
    assert t["f0"][4:] == ("5H0", "5H1", "5H2", "6H0", "7H0")
    # The followers have windows of their own, and the late cards have not moved their times.
    t = after(t, 2, "play", "v2", "f0", "6H2", at=20)
    assert t["f0"][4:] == ("5H0", "5H1", "5H2", "6H0", "6H2", "7H0")
    assert code(t, 1, "play", "v1", "f0", "6H1", at=1) == "taken"


def test_it_tells_everybody_one_op_that_names_the_place() -> None:
    t = after(fives(), 0, *five(0))
    t = after(t, 0, "play", "v0", "f0", "6H0", at=10)
    t = after(t, 1, *five(1), at=10)
    assert t.ops[0] == ("m", "n1", "f0", ("5H1",), 5)


def test_also_when_the_pile_was_set_aside_meanwhile() -> None:
    hearts = " ".join(f"{rank}H2" for rank in "A23456789TJ")
    boards = [layout(n="2S QH", v="KH"), layout(n="2S QH", v="KH"), layout(n="2S")]
    t = position(*boards, f=hearts, options=PHOTO)
    t = after(after(t, 0, "play", "n0", "f0", "QH0"), 0, "play", "v0", "f0", "KH0", at=20)
    t = after(t, 1, "play", "n1", "f0", "QH1", at=20)
    t = after(t, 1, "play", "v1", "f0", "KH1", at=20)
    assert t["f0"][11:] == ("QH0", "QH1", "KH0", "KH1")
    assert t["n1"] == ("2S1",)


@pytest.mark.parametrize("boards", [2, 5, 8])
def test_any_number_of_boards(boards: int) -> None:
    t = fives(boards)
    for seat in t.seats:
        t = after(t, seat, *five(seat), at=5)
    assert t["f0"][4:] == tuple(f"5H{seat}" for seat in t.seats)
    assert blocked(t).sheet[-1][2] == [1, 5, *[1] * (boards - 2)]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_first_to_come_lies_lowest(order: tuple[int, ...]) -> None:
    t = fives(3)
    for seat in order:
        t = after(t, seat, *five(seat), at=7)
    assert t["f0"][4:] == tuple(f"5H{seat}" for seat in order)


def test_only_on_the_same_foundation() -> None:
    boards = [layout(n="2S 5H"), layout(n="2S 5H")]
    t = position(*boards, f=f"{FOURS}, AH0 2H0 3H0", options=PHOTO)
    t = after(t, 0, *five(0))
    assert code(t, 1, "play", "n1", "f1", "5H1") == "does_not_fit"
    assert code(t, 1, "play", "n1", "f2", "5H1") == "does_not_fit"


def test_also_during_the_landing_time_once_a_board() -> None:
    boards = [layout(n=""), layout(n="2S 5H"), layout(n="2S", v="5H", w="6S, 5D, KC, ")]
    t = position(*boards, f=FOURS, options=PHOTO)
    t = after(after(t, 0, "call"), 1, *five(1), at=120)
    t = after(t, 2, "play", "v2", "f0", "5H2", at=50)
    assert (t["f0"][4:], t.landed) == (("5H1", "5H2"), [1, 2])
    assert code(t, 2, "play", "w2.1", "w2.0", "5D2", at=1) == "hand_over"
    assert woken(t).sheet[-1][2] == [0, 5, 1]


def test_one_that_landed_before_the_call_has_its_like_land_after_it() -> None:
    t = after(position(layout(n="5H"), layout(n="2S 5H"), f=FOURS, options=PHOTO), 0, *five(0))
    t = after(after(t, 0, "call", at=10), 1, *five(1), at=10)
    assert t["f0"][4:] == ("5H0", "5H1")


def test_not_after_the_landing_time() -> None:
    boards = [layout(n="5H"), layout(n="2S 5H")]
    options = Options(photo=200, landing=10)
    t = after(position(*boards, f=FOURS, options=options), 0, *five(0))
    t = called(t)
    assert code(t, 1, *five(1)) == "hand_over"


def test_it_may_empty_the_nerts_pile_and_call_by_itself() -> None:
    options = Options(photo=50, call="auto")
    t = position(layout(n="2S 5H"), layout(n="5H"), f=FOURS, options=options)
    t = after(after(t, 0, *five(0)), 1, *five(1), at=10)
    assert t.caller == 1


def test_aces_never_meet() -> None:
    t = position(layout(n="AH"), layout(n="AH"), options=Options(photo=200))
    t = after(after(t, 0, "play", "n0", "f0", "AH0"), 1, "play", "n1", "f0", "AH1")
    assert (t["f0"], t["f1"]) == (("AH0",), ("AH1",))


def hasty(t: Table, seat: int, legal: list[Any], rng: Any) -> Any:
    """A play to a foundation if there is one."""
    home = [move for move in legal if move[0] == "play" and move[2] in foundations(t)]
    return rng.choice(home) if home else willing(t, seat, legal, rng)


def test_the_laws_hold_where_many_meet() -> None:
    met = 0

    def watching(t: Table, seat: int, legal: list[Any], rng: Any) -> Any:
        nonlocal met
        for zone in foundations(t):
            met = max(met, len(t[zone]) - len({card[:2] for card in t[zone]}))
        return hasty(t, seat, legal, rng)

    options = Options(match="hands", hands=1, photo=200)
    laws.check(game, 8, options, "photo", mover=watching, worlds=5, bots=1)
    assert met > 0
