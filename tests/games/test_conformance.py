"""Every registered game keeps the laws: some games of each at every run, thousands with ``-m long``."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from compendium.rules import Game, registry
from compendium.testing import laws
from compendium.testing.examples import highcard

GAMES = {**registry.find(), highcard.game.slug: highcard.game}

QUICK: dict[str, list[tuple[int, dict[str, Any]]]] = {}
"""Slug -> the seats and options that are played at every run; others are played with their defaults."""


def tables(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """What of a game is played: by default the fewest and the most seats."""
    seats = game.seats(game.Options())
    return QUICK.get(game.slug) or [(n, {}) for n in sorted({seats[0], seats[-1]})]


CASES = [(slug, seats, raw) for slug, game in GAMES.items() for seats, raw in tables(game)]


def test_no_game_is_broken() -> None:
    assert registry.find() is registry.games
    assert registry.broken == {}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("slug", "seats", "raw"), CASES)
def test_it_keeps_the_laws(slug: str, seats: int, raw: dict[str, Any], seed: int) -> None:
    game = GAMES[slug]
    counted = laws.check(game, seats, registry.options.decode(game, raw), seed)
    assert counted["moves"] > 0


def deals(slug: str, wanted: int, shuffles: int = 1, **how: Any) -> Counter[str]:
    """Play random games of all laws until so many deals (of so many shuffles each) were dealt."""
    counted: Counter[str] = Counter()
    seed = 0
    while counted["deals"] < wanted * shuffles:
        counted += laws.check(GAMES[slug], seed=f"long {seed}", **how)
        seed += 1
    print(f"\n{slug}: {counted['deals'] // shuffles} deals in {seed} games keep the laws; {dict(counted)}")
    return counted


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_deals_of_kierki() -> None:
    assert deals("kierki", 10_000, bots=2)["deals"] >= 10_000
