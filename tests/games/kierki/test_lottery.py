"""The little lottery: runs, passes and who is out."""

from __future__ import annotations

import random

import pytest

from games.kierki.options import Options

from .positions import after, moves, position, step, to_deal, with_runs


def test_sevens_open_and_runs_grow_both_ways() -> None:
    t = position(12, "7S 8S 6S 7H 9H")
    assert moves(t) == "7H 7S"
    assert moves(with_runs(t, "7S")) == "6S 7H 8S"
    assert moves(with_runs(position(12, "AS 2S 3S KS"), "4S 5S 6S 7S 8S 9S TS JS QS")) == "3S KS"
    assert moves(with_runs(position(12, "2S"), "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")) == "2S"


def test_a_card_is_laid_at_its_end_of_the_run() -> None:
    t = with_runs(position(12, "8S 2C", "6S 2D", "9S", "3H"), "7S")
    t = after(t, "8S", "6S")
    assert t["rS"] == ("6S", "7S", "8S")


def test_whoever_cannot_lay_is_passed_and_it_shows() -> None:
    t = with_runs(position(12, "8S 9S TS", "2C", "2D", "2H"), "7S")
    t = after(t, "8S")
    assert (t.turn, t.passed) == (0, [1, 2, 3])
    t = with_runs(position(12, "8S 2C", "2D", "9S TS", "JS"), "7S")
    t = after(t, "8S")
    assert (t.turn, t.passed) == (2, [1])
    t = after(t, "9S")
    assert (t.turn, t.passed) == (2, [3, 0, 1])


def test_passes_are_forgotten_when_the_next_card_is_laid() -> None:
    t = after(with_runs(position(12, "8S 2C", "2D", "9S 3D", "TS 3H"), "7S"), "8S", "9S")
    assert (t.turn, t.passed) == (3, [])


def test_a_finished_player_is_skipped() -> None:
    t = with_runs(position(12, "8S", "9S 2C", "JS 2D", "TS 2H"), "7S")
    t = after(t, "8S")
    assert t.finished == [0]
    t = after(t, "9S")
    assert (t.turn, t.passed) == (3, [2])
    t = after(t, "TS")
    assert (t.turn, t.passed) == (2, [1])


@pytest.mark.parametrize("opening", ["seven", "seven_of_diamonds", "eight"])
def test_two_are_out_and_the_prizes_are_paid(opening: str) -> None:
    for seed in range(5):
        t, rng = to_deal(12, Options(opening=opening), seed), random.Random(seed)  # type: ignore[arg-type]
        while t.over is None:
            t = step(t, rng)
        first, second = t.finished
        assert t.sheet[-1][1] == [800 * (seat == first) + 500 * (seat == second) for seat in t.seats]
        assert not t[f"h{first}"]
        assert not t[f"h{second}"]
