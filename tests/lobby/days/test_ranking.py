"""A game's day: one ranking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby import days, ranking
from compendium.lobby.models import Attempt
from compendium.rules import Ranked, Table
from tests.lobby.days.draw_of_the_day import DAILY, MARCH, DrawOfTheDay, attempts_of, end


def test_equal_results_share_the_place(person: Callable[..., Player], at: Any) -> None:
    attempts_of([5, 9, 9, 2, 5, 5], person)
    lines = ranking.of("draw", MARCH, None).lines
    assert [(line.place, line.name) for line in lines] == [
        (1, "B"),
        (1, "C"),
        (3, "A"),
        (3, "E"),
        (3, "F"),
        (6, "D"),
    ]


def test_the_own_line_is_marked_and_shown_beyond_the_last(
    person: Callable[..., Player], at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = attempts_of([9, 8, 7, 7], person)
    assert [line.mine for line in ranking.of("draw", MARCH, made[1].player).lines] == [
        False,
        True,
        False,
        False,
    ]
    monkeypatch.setattr(ranking, "LONGEST", 2)
    found = ranking.of("draw", MARCH, made[3].player)
    assert found.mine is not None
    assert (found.further, found.mine.place, found.count, len(found.lines)) == (True, 3, 4, 2)


def test_a_table_that_is_not_over_or_was_closed_has_no_place(
    person: Callable[..., Player], at: Any, browser_of: Callable[..., Client]
) -> None:
    ada = person()
    days.play(person("Bob"), "draw")
    end(days.play(ada, "draw"), 0, over="abandoned")
    assert ranking.of("draw", MARCH, ada).count == 0
    assert Attempt.objects.filter(settled=True).count() == 1
    assert "closed before" in browser_of(ada).get("/day/draw").content.decode()


def test_a_game_that_cannot_rank_a_table_keeps_it_to_itself(
    person: Callable[..., Player], at: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(t: Table, seat: int) -> Ranked:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(DrawOfTheDay, "daily", replace(DAILY, result=fails))
        attempts_of([3], person)
        assert ranking.of("draw", MARCH, None).count == 0
    assert "cannot rank" in caplog.text
