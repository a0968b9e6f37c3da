"""Stuck detection against brute force: never while a play exists, never missed, never by an unseen card."""

from __future__ import annotations

import random

import pytest

from compendium.rules import Table
from games.nerts.stock import step
from games.nerts.stuck import detect

from .force import by_play, by_the_book, random_position, unseen_cards


def found_stuck(t: Table) -> bool:
    return detect(t, [0], step(t)) == [0]


def compare(seed: object, positions: int) -> int:
    """How many of so many positions are stuck; in all of them the judges agree."""
    rng, stuck = random.Random(f"{seed}"), 0
    for number in range(positions):
        t = random_position(rng)
        found = found_stuck(t)
        where = f"{seed}, position {number}: {t.options} {t.piles} {t.facts}"
        assert found == by_play(t), where
        assert found == by_the_book(t), where
        assert found == found_stuck(reshuffled(t, rng)), where
        stuck += found
    return stuck


def reshuffled(t: Table, rng: random.Random) -> Table:
    """The same table with the cards that nobody has seen in any other order."""
    hidden = [*t["n0"][:-1], *sorted(unseen_cards(t))]
    other, places = t.draft(), dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    for zone in ("n0", "s0"):
        other.piles[zone] = tuple(places.get(card, card) for card in t[zone])
    return other


@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_positions(seed: int) -> None:
    positions = 500
    assert positions / 10 < compare(seed, positions) < positions / 2


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(40))
def test_many_thousands_of_positions(seed: int) -> None:
    assert compare(f"long {seed}", 5000) > 500
