"""The benchmark command prints its tables. What the numbers are is no matter of tests."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from django.core.management import CommandError, call_command


def test_the_kernels_table_names_versions_and_repetitions(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "kernel", "--repetitions", "1")
    first, titles, *rows = capsys.readouterr().out.splitlines()
    assert "msgspec" in first
    assert titles.split() == ["what", "unit", "times", "repetitions", "best", "median", "to", "reach"]
    assert [row for row in rows if row.startswith("a move of Nerts")]
    assert [row for row in rows if row.startswith("a random game of Kierki")]


def test_strength_prints_what_the_game_measures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    measuring = ModuleType("games.whist.strength")
    measuring.rows = lambda sets: [("level", "points"), ("hard", 12.25 * sets)]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "games.whist", ModuleType("games.whist"))
    monkeypatch.setitem(sys.modules, "games.whist.strength", measuring)
    call_command("bench", "strength", "whist", "--sets", "2")
    assert capsys.readouterr().out.splitlines()[1:] == ["level  points", "hard     24.5"]


def test_strength_says_where_nothing_measures_it() -> None:
    with pytest.raises(CommandError, match="Nothing measures"):
        call_command("bench", "strength", "no_such_game")
