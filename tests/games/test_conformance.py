"""Every registered game keeps the laws: some games at every run, thousands of deals with ``-m long``."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from compendium.rules import registry
from compendium.rules.options import decode
from compendium.testing import laws
from compendium.testing.examples import highcard
from compendium.testing.options import any_options
from compendium.testing.playthrough import Mover, any_move
from tests.games.nerts.positions import willing

GAMES = {**registry.find(), highcard.game.slug: highcard.game}

SHORT: dict[str, dict[str, Any]] = {"nerts": {"match": "hands", "hands": 1}}
"""Options that keep a random game short: random players of Nerts would play a whole match of 60 hands."""
SEATS: dict[str, list[int]] = {"nerts": [1, 2, 4, 8]}
"""For other games: the fewest and the most."""


def seats_of(slug: str) -> list[int]:
    """How many play in the games of every run."""
    allowed = GAMES[slug].seats(GAMES[slug].Options())
    return SEATS.get(slug) or sorted({allowed[0], allowed[-1]})


def test_no_game_is_broken() -> None:
    assert registry.find() is registry.games
    assert registry.broken == {}


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in GAMES for seats in seats_of(slug)])
def test_it_keeps_the_laws(slug: str, seats: int) -> None:
    options = decode(GAMES[slug], SHORT.get(slug, {}))
    assert laws.check(GAMES[slug], seats, options, seed=seats)["moves"] > 0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("slug", GAMES)
def test_it_keeps_the_laws_whatever_the_options(slug: str, seed: int) -> None:
    rng = random.Random(seed)
    options, seats = any_options(GAMES[slug], rng, **SHORT.get(slug, {})), rng.choice(seats_of(slug))
    assert laws.check(GAMES[slug], seats, options, seed, bots=4)["moves"] > 0


def play(slug: str, seats: int, deals: int, shuffles: int = 1, mover: Mover = any_move) -> int:
    """Play games under all laws until so many deals (of so many shuffles) were dealt."""
    counted: Counter[str] = Counter()
    games, short = 0, SHORT.get(slug, {})
    while counted["deals"] < deals * shuffles:
        options = decode(GAMES[slug], short)
        if games % 2:
            options = any_options(GAMES[slug], random.Random(f"{slug} {games}"), **short)
        counted += laws.check(GAMES[slug], seats, options, f"long {games}", mover=mover, bots=1, worlds=10)
        games += 1
    dealt = counted["deals"] // shuffles
    print(f"\n{dealt} deals of {slug} in {games} games kept the laws: {dict(counted)}")
    return dealt


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_deals_of_kierki_keep_the_laws(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        assert play("kierki", 4, 10_000) >= 10_000


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("boards", "hands", "mover"),
    [
        (1, 100, any_move),
        (2, 300, any_move),
        (4, 300, any_move),
        (2, 100, willing),
        (4, 150, willing),
        (8, 50, willing),
    ],
)
def test_a_thousand_hands_of_nerts_keep_the_laws(
    boards: int, hands: int, mover: Mover, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        assert play("nerts", boards, hands, boards, mover) >= hands
