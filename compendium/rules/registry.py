"""Which games there are: the modules of the package ``games`` and the entry points ``compendium.games`` of other packages.

A module of ``games`` (or the object an entry point names) holds the game as ``game``. A missing module is silent, a
broken one is loud: it is kept in ``broken`` with its error, and the other games go on.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import entry_points
from typing import Any

from .game import Game

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
                game = load()
                if not isinstance(game, Game):
                    raise TypeError(f"{name} holds {game!r}, not a Game")
                if game.slug in games:
                    raise ValueError(f"{name}: the slug {game.slug!r} is taken")
                games[game.slug] = game
            except Exception as error:
                broken[name] = error
    return games


def get(slug: str) -> Game | None:
    """The game of a slug, or None where it is not installed."""
    return find().get(slug)


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """A game that is there for a while: for tests."""
    find()[game.slug] = game
    try:
        yield game
    finally:
        games.pop(game.slug, None)


def _sources() -> Iterator[tuple[str, Callable[[], Any]]]:
    try:
        package = importlib.import_module("games")
    except ModuleNotFoundError:
        package = None
    for module in pkgutil.iter_modules(package.__path__) if package else ():
        name = f"games.{module.name}"
        yield name, partial(_game_of, name)
    for point in entry_points(group="compendium.games"):
        yield f"{point.name} = {point.value}", point.load


def _game_of(name: str) -> Any:
    return importlib.import_module(name).game
