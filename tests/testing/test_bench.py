"""The benchmark command prints its tables. What the numbers are is no matter of tests."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import pytest
from django.core.management import CommandError, call_command

from tests import chromium
from tests.servers import ROOT


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


@pytest.mark.browser
def test_frames_are_measured_and_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    chromium.find()
    with tempfile.TemporaryDirectory() as folder:  # a short path: Chromium's socket lies in it
        monkeypatch.setenv("TMPDIR", folder)
        measured()
        assert not list(Path(folder).glob("compendium-*"))


def measured() -> None:
    """Frames of a short run are printed."""
    command = [sys.executable, "manage.py", "bench", "frames", "nerts", "--boards", "2"]
    short = ["--seconds", "1", "--repeat", "1"]
    printed = subprocess.run([*command, *short], cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert printed.returncode == 0, printed.stderr
    _, machine, titles, one, everything = printed.stdout.splitlines()
    assert machine.startswith("Chromium ")
    assert titles.split()[:5] == ["boards", "run", "seconds", "entries/s", "fps"]
    assert one.split()[:2] == ["2", "1"]
    assert everything.split()[:2] == ["2", "all"]
    entries, frames = map(float, one.split()[3:5])
    assert entries > 1
    assert frames > 1
