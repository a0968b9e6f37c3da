"""What people have reached in a game that is over: written with its last entry, read for personal bests."""

from __future__ import annotations

import logging
from math import isfinite
from typing import Any

from compendium.rules import Game, Table

log = logging.getLogger(__name__)

Figures = list[dict[str, float]]
"""By seat: name of a figure -> its value."""


def figures_of(game: Game | None, t: Table) -> Figures | None:
    """The figures of a table that is over; None where its game counts nothing, or fails to."""
    if game is None or not game.figures:
        return None
    try:
        return [_plain(game, game.reached(t, seat)) for seat in t.seats]
    except Exception:
        log.exception("the figures of %s", game.slug)
        return None


def _plain(game: Game, reached: Any) -> dict[str, float]:
    """Only numbers, under names that the game has told."""
    return {
        name: value
        for name, value in reached.items()
        if name in game.figures and type(value) in (int, float) and isfinite(value)
    }
