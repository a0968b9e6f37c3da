"""What is counted of a match for personal bests."""

from __future__ import annotations

from typing import Any

import pytest

from compendium.rules import Table
from games.nerts import game
from games.nerts.options import Options

from .positions import layout, position

ROWS: list[Any] = [
    [[12, 7], 0, [12, 13], [0, 3]],
    [[-4, 21], None, [4, 23], [4, 1]],
    [[9, 25], 1, [9, 25], [0, 0]],
    [[3, 2], 0, [3, 2], [0, 0]],
]


def played(options: Options | None = None) -> Table:
    """Four hands: called, blocked, called, and one that was too short to count cards a minute."""
    return position(
        layout(), layout(), options=options, sheet=ROWS, times=[60_000, 90_000, 75_000, 5_000], over="done"
    )


def test_the_best_of_each_hand() -> None:
    assert game.reached(played(), 0) == {"hand": 5_000, "pace": 12.0, "points": 12}
    assert game.reached(played(), 1) == {"hand": 75_000, "pace": 20.0, "points": 25}


def test_who_never_called_has_no_fastest_hand() -> None:
    t = played()
    t.set(sheet=[[points, None, out, left] for points, _, out, left in ROWS])
    assert game.reached(t, 1).keys() == {"pace", "points"}


@pytest.mark.parametrize("raw", [{"pile": 12}, {"deck": 40}, {"jokers": "two"}, {"coach": True}])
def test_smaller_boards_do_not_count(raw: dict[str, Any]) -> None:
    assert game.reached(played(Options(**raw)), 0) == {}


def test_a_match_without_a_hand_counts_nothing() -> None:
    assert game.reached(position(layout()), 0) == {}
