"""Golden playthroughs: games are played today as they were when their files were written.

After a change of the rules that is meant, ``manage.py playthrough --write`` writes all files again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from compendium.rules import registry
from compendium.testing import golden
from compendium.testing.examples import highcard

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.fixture
def _high_card() -> Iterator[None]:
    with registry.registered(highcard.game):
        yield


def test_every_game_has_a_playthrough() -> None:
    told = {golden.read(path.read_text()).game for path in FILES}
    missing = sorted(registry.find().keys() - told)
    assert not missing, (
        f"write them: {', '.join(f'manage.py playthrough {slug} --write' for slug in missing)}"
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_is_as_it_was(path: Path) -> None:
    text = path.read_text()
    assert path.stem.startswith(golden.read(text).game)
    assert golden.again(text).splitlines() == text.splitlines()


def test_a_playthrough_shows_hidden_cards_only_to_their_owner() -> None:
    text = golden.make(highcard.game, golden.Header("high-card", 2, {}, "0"))
    first = text.partition("\n2  ")[0]
    assert "Of this the watchers see only stock (42); h0 (5); h1 (5)" in first
    assert "Seat 0 sees only stock (42); h1 (5)\n     and can move: play " in first


def test_another_seed_is_another_game() -> None:
    one, other = (golden.make(highcard.game, golden.Header("high-card", 2, {}, seed)) for seed in "12")
    assert one.splitlines()[-1] != other.splitlines()[-1]


@pytest.mark.usefixtures("_high_card")
def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("playthrough", "high-card", seats=3, folder=tmp_path)
    printed = capsys.readouterr().out
    assert "seats: 3" in printed
    call_command("playthrough", "high-card", seats=3, folder=tmp_path, suffix="three", write=True)
    assert (tmp_path / "high-card-three.txt").read_text() == printed
    call_command("playthrough", folder=tmp_path, write=True)
    assert "the same as before" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [{"slug": "whist"}, {"options": "{"}, {"options": '{"x": 1}'}, {"seats": 99}]
)
def test_the_command_says_what_is_wrong(wrong: dict[str, object], tmp_path: Path) -> None:
    how: dict[str, object] = {"slug": "high-card", "folder": tmp_path, **wrong}
    with pytest.raises(CommandError, match=r"no game|no options"):
        call_command("playthrough", how.pop("slug"), **how)
