"""All options in combination: the laws hold, cards are conserved, hands end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.rules import Move, Table
from compendium.rules import options as game_options
from compendium.testing import laws
from games.nerts import game
from games.nerts.options import Options

from .positions import willing

SHORT: dict[str, Any] = {"match": "hands", "hands": 1}


def _values(kind: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "enum" in kind:
        return st.sampled_from(kind["enum"])
    if kind.get("type") == "boolean":
        return st.booleans()
    return st.integers(kind["minimum"], kind["maximum"])


KINDS = game_options.schema(game)["properties"]
"""Every option, also those that are yet to come."""


@st.composite
def any_options(draw: st.DrawFn) -> Options:
    """Any value of any option, but for what a match goes to: one hand."""
    drawn = {name: draw(_values(kind)) for name, kind in KINDS.items() if name not in ("match", "hands")}
    options: Options = game_options.decode(game, {**drawn, **SHORT})
    return options


def keen(t: Table, seat: int, legal: list[Move], rng: random.Random) -> Move:
    """A play with a joker if there is one, else as a willing player."""
    wild = [move for move in legal if len(move) == 5]
    return rng.choice(wild) if wild and rng.random() < 0.7 else willing(t, seat, legal, rng)


def _keeps_the_laws(options: Options, boards: int, seed: int, **how: int) -> None:
    if boards not in game.seats(options):
        boards = game.seats(options)[0]
    laws.check(game, boards, options, seed, mover=keen, **how)


@settings(max_examples=8, deadline=None, derandomize=True)
@given(any_options(), st.integers(1, 3), st.integers(0, 99))
def test_any_options_keep_the_laws(options: Options, boards: int, seed: int) -> None:
    _keeps_the_laws(options, boards, seed, worlds=4, bots=2)


@pytest.mark.long
@pytest.mark.timeout(3600)
@settings(max_examples=300, deadline=None)
@given(any_options(), st.integers(1, 8), st.integers(0, 10_000))
def test_many_options_keep_the_laws(options: Options, boards: int, seed: int) -> None:
    _keeps_the_laws(options, boards, seed, worlds=20, bots=4)
