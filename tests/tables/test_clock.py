"""A table's own time, and the limit on what a socket may send."""

import pytest

from compendium.tables import limits
from compendium.tables.clock import Clock
from compendium.tables.limits import Bucket


def test_a_clock_that_has_not_started_stands_at_nought() -> None:
    assert Clock().at(5_000) == 0
    assert Clock().wall(10) is None


def test_a_clock_counts_from_the_start() -> None:
    clock = Clock(1_000)
    assert clock.at(1_500) == 500
    assert clock.wall(500) == 1_500
    assert clock.wall(None) is None
    assert clock.at(900) == 0, "the wall's clock was set back"


def test_a_pause_is_left_out() -> None:
    clock = Clock(1_000).pause(1_500)
    assert clock.at(9_000) == 500
    assert clock.wall(700) is None, "no wake comes in a pause"
    assert clock.pause(8_000) is clock
    clock = clock.resume(9_500)
    assert clock.at(9_500) == 500
    assert clock.at(9_600) == 600
    assert clock.wall(700) == 9_700
    assert clock.resume(9_999) is clock
    twice = clock.pause(9_700).resume(9_800)
    assert twice.at(9_900) == 800


def test_a_pause_never_turns_time_back() -> None:
    assert Clock(1_000).pause(1_500).resume(1_400).at(1_500) == 500


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds on the bucket's clock."""
    now = [100.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    return now


def test_a_bucket_holds_a_burst_and_fills_by_itself(time: list[float]) -> None:
    bucket = Bucket()
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]
    time[0] += 0.5
    assert [bucket.take() for _ in range(11)] == [True] * 10 + [False]
    time[0] += 1000
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]


def test_what_is_owed_is_paid_back_first(time: list[float]) -> None:
    bucket = Bucket()
    bucket.spend(50)
    assert not bucket.take()
    time[0] += 0.6
    assert bucket.take()


@pytest.mark.parametrize(("a_second", "patient"), [(25, True), (39, True), (60, False), (1000, False)])
def test_a_flood_is_one_however_fast_it_comes(time: list[float], a_second: int, patient: bool) -> None:
    bucket = Bucket()
    for _ in range(a_second * 15):
        time[0] += 1 / a_second
        bucket.take()
    assert bucket.patient is patient
