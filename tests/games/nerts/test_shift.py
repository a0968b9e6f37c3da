"""Solo shift: who alone is stuck may turn the own stock over, its top card going below."""

from __future__ import annotations

import random
from typing import Any

import pytest

from compendium.rules import Table, view
from compendium.testing import laws
from games.nerts import bot, game
from games.nerts.options import Options
from games.nerts.strength import play_hand

from .positions import after, allowed, code, layout, position, willing

SHIFT = Options(shift=True)
STUCK = layout(n="9D", s="2C 3C 4C 5C 6C", v="7C 8C TC", w="KS, KH, KC, KD")
FREE = layout(v="9C TC", s="2C 3C 4C 5C 6C 7C", w="KS, KH, , ")


def alone(options: Options = SHIFT, *others: dict[str, str], **board: str) -> Table:
    """Board 0 has just been found stuck, the others have not."""
    t = position({**STUCK, **board}, *(others or (FREE,)), options=options)
    return after(t, 0, "flip", len(t["s0"]))


def test_the_waste_goes_below_the_stock_and_the_top_card_to_the_bottom() -> None:
    t = alone()
    assert (t.stuck, t["v0"]) == ([0], ("7C0", "8C0", "TC0", "6C0", "5C0", "4C0"))
    t = after(t, 0, "shift")
    turned = ["7C", "8C", "TC", "6C", "5C", "4C", "3C", "2C"]
    assert t["s0"] == tuple(f"{card}0" for card in reversed([*turned[1:], turned[0]]))
    assert t["v0"] == ()
    assert (t.applied, t.voted) == (0, [])
    assert t["s1"] == tuple(f"{card}1" for card in ["2C", "3C", "4C", "5C", "6C", "7C"])


def test_it_may_bring_a_card_that_goes() -> None:
    t = alone(s="2C 3C 4C 5C QS", v="7C 8C TC")  # flips end on the TC and the 4C
    assert t.stuck == [0]
    t = after(t, 0, "shift")
    assert t.stuck == []
    assert code(t, 0, "shift") == "not_stuck"
    t = after(t, 0, "flip", 8)
    assert t["v0"][-1] == "QS0"


def test_as_often_as_one_likes_while_stuck() -> None:
    t = alone()
    for _ in range(12):
        t = after(t, 0, "shift")
        assert (t.stuck, t.applied, t.ended) == ([0], 0, None)


def test_it_is_refused_with_a_code() -> None:
    t = alone()
    assert code(t, 1, "shift") == "not_stuck"
    assert code(t, 0, "shift", 8) == "illegal"
    assert code(alone(Options()), 0, "shift") == "illegal"
    few = position(layout(n="9D", s="", v="TC", w="KS, KH, KC, KD"), FREE, options=SHIFT, stuck=[0])
    assert code(few, 0, "shift") == "nothing_to_shift"
    called = after(position(STUCK, layout(n=""), options=SHIFT, stuck=[0]), 1, "call")
    assert code(called, 0, "shift") == "hand_over"
    assert code(position(STUCK, FREE, options=SHIFT, stuck=[0], go=99_000), 0, "shift") == "not_started"


def test_saying_so_is_not_being_found_so() -> None:
    t = after(position(FREE, FREE, options=SHIFT), 0, "stuck")
    assert not allowed(t, 0, "shift")


def test_it_does_not_stop_the_clock_of_the_board_that_holds_up_the_others() -> None:
    t = alone()
    due = t.wake_at
    assert due is not None
    t = after(t, 0, "shift", at=2000)
    assert (t.stuck, t.wake_at) == ([0], due)


def test_unseen_cards_stay_unseen_at_their_new_places() -> None:
    t = position(STUCK, FREE, options=SHIFT, stuck=[0], u0=[0])
    t = after(t, 0, "shift")
    assert t.u0 == [1]  # the 2C was at the bottom; now the 7C is
    assert t["s0"][:2] == ("7C0", "2C0")


@pytest.mark.parametrize("level", bot.LEVELS)
def test_bots_shift_before_they_say_that_they_are_stuck(level: str) -> None:
    t = alone()
    move, _ = game.bot(view(t, 0), list(game.legal(t, 0)), random.Random(1), level)
    assert move == ("shift",)


@pytest.mark.parametrize("seed", range(3))
def test_hands_of_bots_come_to_their_end(seed: int) -> None:
    options = Options(match="hands", hands=1, shift=True)
    assert play_hand(["normal"] * 3, f"shift {seed}", options).ended in ("called", "blocked")


def test_the_laws() -> None:
    shifts = 0

    def shifty(t: Table, seat: int, legal: list[Any], rng: random.Random) -> Any:
        nonlocal shifts
        shifts += ("shift",) in legal
        return ("shift",) if ("shift",) in legal and rng.random() < 0.5 else willing(t, seat, legal, rng)

    options = Options(match="hands", hands=1, shift=True)
    laws.check(game, 3, options, "shift", mover=shifty, worlds=10, bots=3)
    assert shifts > 5
