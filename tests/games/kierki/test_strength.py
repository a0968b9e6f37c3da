"""How strong the bots are: a few deals at every run, the full measurement with ``-m long``."""

from __future__ import annotations

import pytest

from games.kierki import strength
from games.kierki.strength import MATCHES, Match, measure


def test_the_rule_bot_clearly_beats_greedy_and_random_players() -> None:
    assert measure(Match("normal", "greedy", 250), 6, processes=1).points > 100
    assert measure(Match("normal", "random", 650), 4, processes=1).points > 300


def test_a_beginner_is_weaker() -> None:
    assert measure(Match("beginner", "normal", -250, -100), 6, processes=1).points < 0


def test_equal_players_score_nothing() -> None:
    edge = measure(Match("normal", "normal", 0), 2, processes=1)
    assert (edge.points, edge.margin) == (0, 0)
    assert edge.deals[7] == 13 * 25 / 4
    assert edge.deals[11] == 1300 / 4


def test_nothing_can_be_said_of_one_set() -> None:
    with pytest.raises(ValueError, match="two sets"):
        measure(MATCHES[0], 1, processes=1)


def test_the_rows_of_the_command() -> None:
    title, *rows = strength.rows(2, processes=1)
    assert len(rows) == len(MATCHES)
    assert {len(row) for row in (title, *rows)} == {7}
    assert rows[0][:3] == ("normal", "greedy", 2)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.player} against {match.against}")
def test_the_bars_are_reached(match: Match) -> None:
    edge = measure(match, 400)
    print(f"\n{match.player} against three {match.against}: {edge.points:+.0f} ± {edge.margin:.0f}")
    assert match.least <= edge.points <= match.most
