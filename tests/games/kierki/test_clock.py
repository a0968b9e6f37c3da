"""Turn time, the bank, and what happens when both are spent."""

from __future__ import annotations

import pytest

from compendium.rules import Chance, Table, new_table, play, wake
from games.kierki import game
from games.kierki.clock import BANK, BETWEEN_DEALS
from games.kierki.options import Options

from .positions import after, position, refused

DAY = 86_400_000  # ms


def started(turn_time: int = 30) -> Table:
    return new_table(game, 4, Options(turn_time=turn_time), Chance.seeded(1))  # type: ignore[arg-type]


def first_move(t: Table) -> tuple[str | int | None, ...]:
    return next(iter(game.legal(t, t.turn)))


def test_each_turn_has_its_time_and_the_seats_bank() -> None:
    t = started()
    assert (t.deadline, t.wake_at, t.bank) == (30_000, 30_000 + BANK, [BANK] * 4)
    t = play(game, t, t.turn, first_move(t), now=12_000)
    assert (t.deadline, t.wake_at, t.bank) == (42_000, 42_000 + BANK, [BANK] * 4)


def test_what_is_used_beyond_the_deadline_comes_off_the_seats_bank() -> None:
    t = started()
    slow = t.turn
    t = play(game, t, slow, first_move(t), now=50_000)
    assert t.bank == [BANK - 20_000 if seat == slow else BANK for seat in t.seats]
    while t.turn != slow:
        t = play(game, t, t.turn, first_move(t))
    assert t.wake_at == t.deadline + BANK - 20_000


def test_a_seat_without_time_is_late_and_a_bot_or_the_player_moves() -> None:
    t = started()
    slow = t.turn
    assert wake(game, t, now=30_000 + BANK - 1) is None
    late = wake(game, t, now=30_000 + BANK)
    assert late is not None
    assert (late.late, late.turn, late.wake_at, late.bank[slow]) == (slow, slow, None, 0)
    assert wake(game, late, now=200_000) is None
    moved = play(game, late, slow, first_move(late), now=100_000)
    assert (moved.late, moved.deadline, moved.bank[slow]) == (None, 130_000, 0)
    while moved.turn != slow:
        moved = play(game, moved, moved.turn, first_move(moved))
    assert moved.wake_at == moved.deadline


def test_a_late_move_before_the_wake_empties_the_bank_but_not_below_nothing() -> None:
    t = started()
    slow = t.turn
    assert play(game, t, slow, first_move(t), now=500_000).bank[slow] == 0


def test_the_bank_is_for_the_whole_game() -> None:
    t = position(1, "2C", "KC", "3C", "5C", bank=[1000, 0, 5, BANK])
    t = after(t, "2C", "KC", "3C", "5C")
    t = wake(game, t, now=t.wake_at) or t
    assert (t.facts["deal"], t.bank) == (2, [1000, 0, 5, BANK])


@pytest.mark.parametrize("seconds", [10, 15, 20, 60])
def test_turn_time_is_an_option(seconds: int) -> None:
    assert started(seconds).deadline == 1000 * seconds


def test_without_turn_time_nobody_is_hurried() -> None:
    t = started(0)
    assert (t.deadline, t.wake_at) == (None, None)
    t = play(game, t, t.turn, first_move(t), now=10**9)
    assert (t.deadline, t.wake_at, t.bank) == (None, None, [BANK] * 4)


@pytest.mark.parametrize("turn_time", [0, 30])
def test_the_next_deal_begins_by_itself(turn_time: int) -> None:
    t = position(1, "2C", "KC", "3C", "5C", options=Options(turn_time=turn_time))  # type: ignore[arg-type]
    t = after(t, "2C", "KC", "3C", "5C", at=5000)
    assert (t.turn, t.deadline, t.wake_at) == (None, None, 5000 + BETWEEN_DEALS)
    t = play(game, t, 2, ("ready",), now=6000)
    assert t.wake_at == 5000 + BETWEEN_DEALS
    assert refused(t, 2, ("ready",))[0] == "already_ready"
    dealt = wake(game, t, now=5000 + BETWEEN_DEALS)
    assert dealt is not None
    assert (dealt.facts["deal"], dealt.ready) == (2, [])
    assert dealt.wake_at == (dealt.now + 30_000 + BANK if turn_time else None)


def test_without_turn_time_nothing_is_left_of_the_wait_between_deals() -> None:
    t = after(position(1, "2C", "KC", "3C", "5C", options=Options(turn_time=0)), "2C", "KC", "3C", "5C")
    for seat in t.seats:
        t = play(game, t, seat, ("ready",))
    assert (t.facts["deal"], t.deadline, t.wake_at) == (2, None, None)


def test_naming_trump_is_timed_too() -> None:
    t = position(7, "2C", "KC", "3C", "5C", dealer=3)
    t = after(t, "2C", "KC", "3C", "5C", at=5000)
    t = wake(game, t, now=t.wake_at) or t
    late = wake(game, t, now=t.wake_at)
    assert late is not None
    assert (late.facts["deal"], late.trump, late.late) == (8, None, 0)
    named = play(game, late, 0, ("trump", "S"), now=late.now + 1)
    assert (named.late, named.turn, named.deadline) == (None, 0, named.now + 30_000)


@pytest.mark.parametrize("days", [1, 2, 3])
def test_by_days_a_turn_has_days_and_no_bank(days: int) -> None:
    options = Options(turn_time=86_400 * days)  # type: ignore[arg-type]
    assert game.by_days(options)
    t = new_table(game, 4, options, Chance.seeded(1))
    assert (t.deadline, t.wake_at, t.bank) == (days * DAY, days * DAY, [0] * 4)
    late = wake(game, t, now=days * DAY)
    assert late is not None
    assert (late.late, late.turn) == (t.turn, t.turn)
    t = play(game, late, late.turn, first_move(late), now=days * DAY + 1000)
    assert (t.late, t.bank, t.wake_at) == (None, [0] * 4, 2 * days * DAY + 1000)


def test_seconds_are_not_by_days() -> None:
    assert not any(game.by_days(Options(turn_time=seconds)) for seconds in (0, 10, 60))


def test_an_absent_seat_is_waited_for_until_its_bank_is_spent() -> None:
    t = started()
    slow = t.turn
    assert all(game.waits(t, seat) for seat in t.seats)
    late = wake(game, t, now=30_000 + BANK)
    assert late is not None
    assert [game.waits(late, seat) for seat in t.seats] == [seat != slow for seat in t.seats]
    assert game.waits(started(0), 0), "without turn time for ever"
