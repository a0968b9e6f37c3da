"""A game of the day: dealt alike for everybody who plays it that day, each alone, and one ranking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .table import Table


class Ranked(NamedTuple):
    """How a finished table ranks: the smaller ``rank`` the better, equal ones share the place.

    ``words`` is what the ranking shows of it; it says no less than ``rank`` does (``"1:23.4"``, ``"+120"``).
    """

    rank: int
    words: str


@dataclass(frozen=True)
class Daily:
    """What a game offers every day. One person sits at seat 0, bots of one level at all other seats.

    The order of every shuffle follows from the day alone, and so does what ``setup`` draws from ``t.rng``.
    A game in real time cannot be paused then: its clock runs on, whatever happens.
    """

    title: str
    """``"Hand of the day"``."""
    summary: str
    """One line: what is played, and what counts."""
    result: Callable[[Table, int], Ranked]
    """Of a table that is over, for the person's seat."""
    column: str = "Result"
    """The head over ``words`` in the ranking."""
    options: Any = None
    """The game's defaults where there are none."""
    seats: int = 1
    level: str = ""
    """Of the bots; the game's default level where it is empty."""
