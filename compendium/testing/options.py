"""Options drawn from what a game's schema says is possible, so that the laws are tried with all of them."""

from __future__ import annotations

import random
from typing import Any

from compendium.rules import BadOptions, Game
from compendium.rules import options as game_options

DEFAULT = 0.5
"""How often an option keeps its default."""
TRIES = 100


def any_options(game: Game, rng: random.Random, **fixed: Any) -> Any:
    """A game's options with values drawn at random, but for those that are ``fixed``.

    Raises BadOptions where none of a hundred draws is accepted.
    """
    properties = game_options.schema(game).get("properties", {})
    for left in reversed(range(TRIES)):
        drawn = {name: _value(rng, kind) for name, kind in properties.items()}
        try:
            return game_options.decode(game, {**drawn, **fixed})
        except BadOptions:
            if not left:
                raise
    raise AssertionError("unreachable")


def _value(rng: random.Random, kind: dict[str, Any]) -> Any:
    if rng.random() < DEFAULT:
        return kind["default"]
    if "enum" in kind:
        return rng.choice(kind["enum"])
    if kind.get("type") == "boolean":
        return rng.random() < 0.5
    if "minimum" in kind and "maximum" in kind:
        return rng.randint(kind["minimum"], kind["maximum"])
    return kind["default"]
