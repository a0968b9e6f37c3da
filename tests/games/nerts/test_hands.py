"""Countdown, the break between hands, the match."""

from __future__ import annotations

import pytest

from compendium.rules import Chance, Table, new_table, wake
from games.nerts import game
from games.nerts.hands import BREAK, COUNTDOWN, MOST_HANDS, SHORT_COUNTDOWN
from games.nerts.options import Options

from .positions import after, called, code, layout, position, woken


def new(boards: int = 2, now: int = 0, options: Options | None = None) -> Table:
    return new_table(game, boards, options, Chance.seeded(1), now=now)


def test_three_seconds_to_go() -> None:
    t = new(now=500)
    assert (t.go, t.wake_at) == (500 + COUNTDOWN, 500 + COUNTDOWN)
    assert woken(t).wake_at is None


def test_one_second_when_all_have_said_ready() -> None:
    t = after(new(), 0, "ready", at=100)
    assert (t.go, t.ready) == (COUNTDOWN, [0])
    assert code(t, 0, "ready") == "already_ready"  # a partner, at the same time
    t = after(t, 1, "ready", at=100)
    assert (t.go, t.wake_at) == (200 + SHORT_COUNTDOWN, 200 + SHORT_COUNTDOWN)


def test_ready_comes_too_late_once_play_has_begun() -> None:
    t = after(new(), 0, "ready")
    assert {code(t, seat, "ready", at=COUNTDOWN) for seat in (0, 1)} == {"hand_begun"}


def test_ready_never_makes_it_longer() -> None:
    t = after(after(new(), 0, "ready"), 1, "ready", at=COUNTDOWN - 10)
    assert t.go == COUNTDOWN


def test_a_move_after_go_need_not_wait_for_the_wake() -> None:
    t = after(new(), 0, "flip", 35, at=COUNTDOWN)
    assert len(t["v0"]) == 3
    assert woken(t).wake_at is None


def test_the_next_hand_follows_by_itself() -> None:
    t = called(position(layout(n=""), layout()))
    assert (t.ended, t.wake_at, t.over) == ("called", t.now + BREAK, None)
    assert code(t, 1, "flip", 3) == "hand_over"
    t = woken(t)
    assert (t.hand, t.go, t.caller, t.ended) == (2, t.now + COUNTDOWN, None, None)


def test_it_follows_at_once_when_all_are_ready() -> None:
    t = called(position(layout(n=""), layout()))
    t = after(after(t, 1, "ready"), 0, "ready", at=700)
    assert (t.hand, t.go, t.wake_at) == (2, t.now + SHORT_COUNTDOWN, t.now + SHORT_COUNTDOWN)


def test_who_was_ready_in_the_break_need_not_say_so_again() -> None:
    t = woken(after(called(position(layout(n=""), layout())), 1, "ready"))
    assert (t.ready, t.go) == ([1], t.now + COUNTDOWN)
    assert after(t, 0, "ready").go == t.now + SHORT_COUNTDOWN


def test_each_hand_tells_how_long_it_took() -> None:
    t = called(position(layout(n=""), layout()))
    assert t.times == [1000 + Options().landing]
    t = woken(woken(t)).draft()
    t.move("n0", "s0", *t["n0"])
    assert after(called(t), 0, "ready").times == [1000 + Options().landing, Options().landing]


def test_every_hand_is_dealt_from_whole_decks() -> None:
    t = new()
    first = {zone: t[zone] for zone in ("n0", "s0", "n1", "s1")}
    t = t.draft(5000)
    t.move("n0", "f0", *t["n0"])
    t.move("w1.0", "f0", *t["w1.0"])
    t.set(ended="blocked", wake_at=6000)
    t = woken(t)
    for seat in (0, 1):
        dealt = [card for zone, pile in t.piles.items() if zone[1] == str(seat) for card in pile]
        assert len(set(dealt)) == len([card for card in dealt if card[0] != "f"]) == 52
        assert (len(t[f"n{seat}"]), len(t[f"s{seat}"])) == (13, 35)
    assert {zone: t[zone] for zone in first} != first


def scored(scores: list[int], options: Options, hand: int = 1) -> Table:
    """Both boards have three cards out; board 0, which has no bonus, calls."""
    t = position(layout(n=""), layout(n=""), f="AH 2H 3H, AS1 2S1 3S1", options=options, hand=hand)
    t.set(score=scores)
    return called(t)


@pytest.mark.parametrize(
    ("scores", "options", "hand", "over"),
    [
        ([97, 90], Options(), 1, "done"),
        ([96, 90], Options(), 1, None),
        ([97, 97], Options(), 1, None),  # a tie at the top
        ([50, 97], Options(), 1, "done"),  # not the caller's
        ([47, 10], Options(target=50), 1, "done"),
        ([5, 4], Options(match="hands", hands=3), 2, None),
        ([5, 4], Options(match="hands", hands=3), 3, "done"),
        ([4, 4], Options(match="hands", hands=3), 3, None),
        ([5, 4], Options(match="hands", hands=3), 4, "done"),
        ([2, 1], Options(match="won", wins=3), 4, "done"),
        ([2, 2], Options(match="won", wins=3), 4, None),
        ([4, 4], Options(), MOST_HANDS, "done"),
    ],
)
def test_when_the_match_is_over(scores: list[int], options: Options, hand: int, over: str | None) -> None:
    t = scored(scores, options, hand)
    assert t.over == over
    assert t.wake_at == (None if over else t.now + BREAK)
    assert bool(list(game.legal(t, 0))) == (over is None)


def test_a_tied_hand_is_won_by_each_of_the_tied() -> None:
    assert scored([1, 0], Options(match="won")).score == [2, 1]


def test_complete_foundations_score() -> None:
    suit = " ".join(f"{rank}H1" for rank in "A23456789TJQK")
    assert called(position(layout(n=""), layout(n=""), f=suit)).score == [0, 13]


def test_wakes_that_come_early_do_nothing() -> None:
    t = called(position(layout(n=""), layout()))
    assert wake(game, t, now=t.wake_at - 1) is None
