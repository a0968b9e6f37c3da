"""How strong the bots are: a few deals at every run, the full measurement with ``-m long``."""

from __future__ import annotations

import random
from math import inf

import pytest

from games.kierki import strength
from games.kierki.bots import BUDGETS, search
from games.kierki.strength import MATCHES, Match, Run, measure


def test_the_rule_bot_clearly_beats_greedy_and_random_players() -> None:
    assert measure(Match("normal", "greedy", 250), Run(6, processes=1)).points > 100
    assert measure(Match("normal", "random", 650), Run(4, processes=1)).points > 300


def test_a_beginner_is_weaker() -> None:
    assert measure(Match("beginner", "normal", -250, -100), Run(6, processes=1)).points < 0


def test_equal_players_score_nothing() -> None:
    edge = measure(Match("normal", "normal", 0), Run(2, processes=1))
    assert (edge.points, edge.margin) == (0, 0)
    assert edge.deals[7] == 13 * 25 / 4
    assert edge.deals[11] == 1300 / 4


def test_nothing_can_be_said_of_one_set() -> None:
    with pytest.raises(ValueError, match="two sets"):
        measure(MATCHES[0], Run(1, processes=1))


def test_the_rows_of_the_command() -> None:
    title, row = strength.rows(2, only="beginner")
    assert len(row) == len(title) == 10
    assert row[:3] == ("beginner", "normal", 2)
    assert 0 <= row[-3] <= row[-2] <= row[-1], "milliseconds of a decision"


def test_a_run_can_go_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def play_set(player: str, against: str, seed: str, worlds: int) -> tuple[list[float], list[float]]:
        played.append(f"{player} {against} {worlds}: {seed}")
        return [1.0], [0.0]

    monkeypatch.setattr(strength, "play_set", play_set)
    for sets, start in ((2, 5), (3, 7)):
        measure(Match("hard", "normal", 0), Run(sets, start, worlds=9, processes=1))
    assert played == [f"hard normal 9: strength {number}" for number in (5, 6, 7, 8, 9)]


def test_levels_look_ahead_in_as_many_worlds_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "choose", lambda *asked: asked[-1])
    legal = [("play", "2C"), ("play", "3C")]

    def budget(level: str, worlds: int) -> object:
        return strength.policy(level, worlds)(None, legal, random.Random(1))  # type: ignore[arg-type]

    assert budget("expert", 60) == (60, inf)
    assert budget("expert", 0) == BUDGETS["expert"]
    assert strength.policy("normal", 60) is strength.PLAYERS["normal"]


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.player} against {match.against}")
def test_the_bars_are_reached(match: Match) -> None:
    edge = measure(match, Run(100 if match.player in BUDGETS else 400))
    print(f"\n{match.player} against three {match.against}: {edge.points:+.0f} ± {edge.margin:.0f}")
    assert match.least <= edge.points <= match.most
    assert edge.quantile(0.99) <= 250
    assert edge.quantile(1) <= 400
