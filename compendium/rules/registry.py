"""Which games there are: modules of the package ``games`` and entry points ``compendium.games``.

A module of ``games`` holds its game as ``game``; an entry point names the game itself (``"go_fish:game"``). A
missing module is silent, a broken one is loud: it is kept in ``broken`` with its error, and the others go on.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from . import options
from .daily import Daily
from .game import BadOptions, Game, Preset

SLUG = re.compile(r"[a-z][a-z0-9-]{0,30}\Z")

games: dict[str, Game] = {}
"""Slug -> game."""
broken: dict[str, Exception] = {}
"""Name of a module or entry point -> what is wrong with it."""
_found = False


def find() -> dict[str, Game]:
    """All games, looked for once in a process."""
    global _found
    if not _found:
        _found = True
        for name, load in _sources():
            try:
                game = sound(load())
                if game.slug in games:
                    raise ValueError(f"the slug {game.slug!r} is taken by {games[game.slug]!r}")
                games[game.slug] = game
            except SystemExit as error:
                broken[name] = ImportError(f"it ends the process: {error}")
            except Exception as error:
                broken[name] = error
    return games


def get(slug: str) -> Game | None:
    """The game of a slug, or None where it is not installed."""
    return find().get(slug)


def sound(game: Any) -> Game:
    """A game that the catalogue can show. Raises TypeError or ValueError for any other."""
    if not isinstance(game, Game):
        raise TypeError(f"{game!r} is not a Game")
    if not SLUG.match(getattr(game, "slug", "")):
        raise ValueError(f"{game!r} needs a slug of small letters, digits and hyphens")
    if not getattr(game, "name", ""):
        raise ValueError(f"{game.slug} has no name")
    defaults = game.Options()
    options.schema(game)
    if not game.seats(defaults):
        raise ValueError(f"{game.slug} has no seats with its default options")
    for preset in game.presets:
        _sound_preset(game, preset)
    if len({preset.slug for preset in game.presets}) < len(game.presets):
        raise ValueError(f"{game.slug}: two presets have the same slug")
    if game.levels and game.default_level not in game.levels:
        raise ValueError(f"{game.slug}: {game.default_level!r} is none of its levels")
    if strange := set(game.level_words) - set(game.levels):
        raise ValueError(f"{game.slug}: {min(strange)!r}, of its level_words, is none of its levels")
    if game.quick_level and game.quick_level not in game.levels:
        raise ValueError(f"{game.slug}: {game.quick_level!r} is none of its levels")
    if game.daily is not None:
        _sound_daily(game, game.daily)
    return game


def _sound_daily(game: Game, daily: Daily) -> None:
    chosen = defaults = game.Options()
    if daily.options is not None:
        chosen = daily.options
    if not isinstance(chosen, type(defaults)) or daily.seats not in game.seats(chosen):
        raise ValueError(f"{game.slug}: its daily table is none that it has")
    game.check(chosen, daily.seats)
    if daily.seats > 1 and (daily.level or game.default_level) not in game.levels:
        raise ValueError(f"{game.slug}: {daily.level!r}, of its daily table, is none of its levels")


def _sound_preset(game: Game, preset: Preset) -> None:
    if not SLUG.match(preset.slug) or not preset.title:
        raise ValueError(f"{game.slug}: the preset {preset.slug!r} needs a slug and a title")
    try:
        options.decode(game, preset.options)
    except BadOptions as error:
        raise ValueError(f"{game.slug}: the preset {preset.slug}: {error}") from None


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """A game that is there for a while, in place of one with the same slug: for tests."""
    before = find().get(game.slug)
    games[game.slug] = game
    try:
        yield game
    finally:
        del games[game.slug]
        if before is not None:
            games[game.slug] = before


def _sources() -> Iterator[tuple[str, Callable[[], Any]]]:
    for module in pkgutil.iter_modules(_places()):
        name = f"games.{module.name}"
        yield name, partial(_game_of, name)
    for point in entry_points(group="compendium.games"):
        yield f"{point.name} = {point.value}", point.load


def _places() -> list[str]:
    try:
        return list(importlib.import_module("games").__path__)
    except ModuleNotFoundError as error:
        if error.name != "games":
            broken["games"] = error
    except Exception as error:
        broken["games"] = error
    return []


def _game_of(name: str) -> Any:
    return importlib.import_module(name).game
