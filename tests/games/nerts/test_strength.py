"""How far the levels are apart: a few deals at every run, the full measurement with ``-m long``."""

from __future__ import annotations

import pytest

from games.nerts import strength
from games.nerts.strength import BAR, PAIRS, measure, play_hand


def test_the_best_level_is_far_better_than_the_weakest() -> None:
    assert measure("expert", "beginner", 3, processes=1).points > 12


def test_equal_players_score_nothing() -> None:
    edge = measure("normal", "normal", 6, processes=1)
    assert (edge.points, edge.margin) == pytest.approx((0, 0))


def test_a_hand_is_the_same_every_time() -> None:
    levels = ["beginner", "easy", "hard", "expert"]
    assert play_hand(levels, "again").sheet == play_hand(levels, "again").sheet


def test_nothing_can_be_said_of_one_set() -> None:
    with pytest.raises(ValueError, match="two sets"):
        measure("expert", "hard", 1, processes=1)


def test_the_rows_of_the_command() -> None:
    title, *rows = strength.rows(2, processes=1)
    assert len(rows) == len(PAIRS) == 4
    assert {len(row) for row in (title, *rows)} == {8}
    assert rows[0][:3] == ("easy", "beginner", 8)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("better", "level"), PAIRS)
def test_the_bars_are_reached(better: str, level: str) -> None:
    edge = measure(better, level, 200)
    print(f"\n{better} against three {level}: {edge.points:+.1f} ± {edge.margin:.1f}")
    assert BAR[0] <= edge.points <= BAR[1]
