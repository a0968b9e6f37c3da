"""The laws under play that is worth the name: votes are rare, and so hands go deep."""

from __future__ import annotations

import random
from typing import Any

import pytest

from compendium.rules import Table
from compendium.testing import laws
from compendium.testing.options import any_options
from compendium.testing.playthrough import entries
from games.nerts import game
from games.nerts.hands import MOST_HANDS
from games.nerts.options import Options

from .positions import willing

SHORT: dict[str, Any] = {"match": "hands", "hands": 1}


@pytest.mark.parametrize(
    ("boards", "raw"),
    [
        (1, {"flip": 1}),
        (3, {"gaps": "nerts", "leftover": "shown", "stuck": "one", "bonus": 10}),
        (4, {"pile": 10, "piles": 6, "call": "auto", "landing": 0}),
        (8, {"pile": 10, "piles": 5, "flip": 1, "lands": "foundations"}),
        (2, {"jokers": "two", "gaps": "nerts"}),
        (3, {"jokers": "two", "deck": 40, "piles": 3}),
    ],
)
def test_hands_that_go_deep_keep_the_laws(boards: int, raw: dict[str, Any]) -> None:
    laws.check(game, boards, Options(**SHORT, **raw), "deep", mover=willing, worlds=10, bots=3)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(60))
def test_many_hands_that_go_deep_keep_the_laws(seed: int) -> None:
    rng = random.Random(seed)
    options = any_options(game, rng, **SHORT)
    laws.check(game, rng.choice((2, 3, 4, 5)), options, seed, mover=willing, worlds=20, bots=3)


def test_a_match_ends_whatever_the_players_do() -> None:
    last = last_table(1, Options(target=500))
    assert (last.over, last.hand, len(last.sheet)) == ("done", MOST_HANDS, MOST_HANDS)


def last_table(boards: int, options: Options) -> Table:
    *_, last = entries(game, boards, options, "match")
    return last.table


def test_an_entry_is_small() -> None:
    """A play or flip tells everybody one op, or two where a Nerts pile shows its next card."""
    sizes = []
    for entry in entries(game, 4, Options(**SHORT), "small", willing):
        if entry.move and entry.move[0] in {"play", "slide"} and entry.table.ended is None:
            sizes.append(len([op for op in entry.ops if op[0] != "s"]))
            assert len(entry.ops) <= 6
    assert sum(sizes) / len(sizes) < 1.2
