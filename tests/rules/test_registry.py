"""Which games there are: modules of ``games``, entry points, and what happens to broken ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from compendium.rules import Game, Preset, registry
from compendium.testing.examples import highcard

GAME = """
from compendium.rules import Game

class Some(Game):
    slug, name = {slug!r}, "Some game"

    def seats(self, options):
        return range(2, 5)

game = Some()
"""


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Game]]:
    """Finds games anew, in a package ``games`` with these modules, and at these entry points."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "games"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(registry, "games", {})
    monkeypatch.setattr(registry, "broken", {})
    monkeypatch.setattr(registry, "_found", False)

    def find(modules: dict[str, str], points: dict[str, str] | None = None) -> dict[str, Game]:
        package = tmp_path / "games"
        package.mkdir()
        for name, text in {"__init__": "", **modules}.items():
            (package / f"{name}.py").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        entry_points = [EntryPoint(name, value, "compendium.games") for name, value in (points or {}).items()]
        monkeypatch.setattr(registry, "entry_points", lambda group: entry_points)
        games = registry.find()
        for name in [name for name in sys.modules if name.partition(".")[0] == "games"]:
            del sys.modules[name]
        return games

    return find


def test_modules_and_entry_points_are_found(found: Any) -> None:
    games = found({"some": GAME.format(slug="some")}, {"high": "compendium.testing.examples.highcard:game"})
    assert list(games) == ["some", "high-card"]
    assert registry.broken == {}
    assert registry.get("high-card") is highcard.game
    assert registry.get("no-such-game") is None


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1 / 0", ZeroDivisionError),
        ("import no_such_module", ModuleNotFoundError),
        ("def f(:", SyntaxError),
        ("exit('wrong version')", ImportError),
        ("", AttributeError),
        ("game = 7", TypeError),
        (GAME.format(slug="Some Game"), ValueError),
        (GAME.format(slug="some") + "Some.name = ''", ValueError),
        (GAME.format(slug="some") + "Some.seats = lambda self, options: range(0)", ValueError),
        (GAME.format(slug="some") + "Some.levels = {'hard': 'Hard'}", ValueError),
        (GAME.format(slug="some") + "Some.quick_level = 'easy'", ValueError),
        (GAME.format(slug="some") + "Some.level_words = {'easy': 'Forgets cards'}", ValueError),
        (GAME.format(slug="some") + "Some.Options = int", Exception),
    ],
)
def test_a_broken_module_is_named_and_the_others_go_on(found: Any, text: str, error: type[Exception]) -> None:
    games = found({"bad": text, "good": GAME.format(slug="good")})
    assert list(games) == ["good"]
    assert list(registry.broken) == ["games.bad"]
    assert isinstance(registry.broken["games.bad"], error)


def test_a_broken_entry_point_is_named(found: Any) -> None:
    games = found({}, {"gone": "no_such_package:game", "high": "compendium.testing.examples.highcard:game"})
    assert list(games) == ["high-card"]
    assert list(registry.broken) == ["gone = no_such_package:game"]


def test_a_slug_belongs_to_the_first_that_has_it(found: Any) -> None:
    games = found({"a": GAME.format(slug="some"), "b": GAME.format(slug="some")})
    assert type(games["some"]).__module__ == "games.a"
    assert "taken" in str(registry.broken["games.b"])


def test_a_broken_package_is_named_and_entry_points_go_on(found: Any) -> None:
    games = found({"__init__": "import no_such_module"}, {"h": "compendium.testing.examples.highcard:game"})
    assert list(games) == ["high-card"]
    assert isinstance(registry.broken["games"], ModuleNotFoundError)


def test_games_are_looked_for_once(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    games = found({"some": GAME.format(slug="some")})
    monkeypatch.setattr(registry, "_sources", lambda: 1 / 0)
    assert registry.find() is games


def test_a_game_can_be_there_for_a_while(found: Any) -> None:
    found({"some": GAME.format(slug="some")})
    with registry.registered(highcard.game) as game:
        assert registry.get("high-card") is game
    assert registry.get("high-card") is None


def test_a_game_can_stand_in_for_another_of_the_same_slug(found: Any) -> None:
    class Other(highcard.HighCard):
        slug = "some"

    real = found({"some": GAME.format(slug="some")})["some"]
    with registry.registered(Other()) as other:
        assert registry.get("some") is other
    assert registry.get("some") is real


@pytest.mark.parametrize(
    "presets",
    [
        (Preset("No Slug", "Name"),),
        (Preset("nameless", ""),),
        (Preset("other", "Other", {"no_such_option": 1}),),
        (Preset("twice", "One"), Preset("twice", "Two")),
    ],
)
def test_presets_are_sound(presets: tuple[Preset, ...]) -> None:
    class Named(highcard.HighCard):
        pass

    Named.presets = presets
    with pytest.raises(ValueError, match="preset"):
        registry.sound(Named())
