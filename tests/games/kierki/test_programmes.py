"""Which deals a game has: its programme, one lottery or four, and every option together with the others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.rules import Chance, Table, new_table
from compendium.rules.options import decode, schema
from compendium.testing import laws
from games.kierki import game
from games.kierki.options import Options

from .positions import step

TRICKS = {
    "full": [*range(1, 12)],
    "rozgrywka": [*range(1, 8)],
    "odgrywka": [*range(8, 12)],
    "short": [7, *range(8, 12)],
}
SUMS = {"full": 0, "rozgrywka": -2600, "odgrywka": 2600, "short": 1300}
"""From the rules' table of options."""

TO_WIN = ["namer", "no_trump", "must_trump", "opening", "lotteries"]
NOT_OFFERED = {
    "full": [],
    "rozgrywka": TO_WIN,
    "odgrywka": ["early_end", "throw_king", "last_tricks"],
    "short": ["early_end"],
}
"""Programme -> options that mean nothing in it."""


def kinds(programme: str, lotteries: int) -> list[int]:
    """The numbers of the deals that a game is to have."""
    return TRICKS[programme] + ([] if programme == "rozgrywka" else lotteries * [12])


def played(options: Options, seed: object) -> Iterator[Table]:
    """Every position of a random game."""
    t, rng = new_table(game, 4, options, Chance.seeded(seed)), random.Random(f"{seed}")
    yield t
    while t.over is None:
        t = step(t, rng)
        yield t


@pytest.mark.parametrize("lotteries", [1, 4])
@pytest.mark.parametrize("programme", TRICKS)
def test_a_programme_has_its_deals_and_its_sum(programme: Any, lotteries: Any) -> None:
    wanted = kinds(programme, lotteries)
    *_, t = played(Options(programme=programme, lotteries=lotteries), 1)
    assert [deal for deal, _, _ in t.sheet] == wanted
    assert sum(t.score) == SUMS[programme]
    assert t.score == [sum(column) for column in zip(*(points for _, points, _ in t.sheet), strict=True)]


def test_the_programmes_of_the_rules() -> None:
    assert len(kinds("full", 4)) == 15
    assert game.Options() == Options(programme="full", lotteries=1)
    assert SUMS["full"] == SUMS["rozgrywka"] + SUMS["odgrywka"]


@pytest.mark.parametrize("programme", TRICKS)
def test_the_deal_passes_to_the_left_through_the_programme(programme: Any) -> None:
    dealers: list[int] = []
    deals = -1
    for t in played(Options(programme=programme, lotteries=4), 2):
        if t.turn is not None and len(t.sheet) != deals:
            deals = len(t.sheet)
            dealers.append(t.dealer)
    assert len(dealers) == len(kinds(programme, 4))
    assert all(after == (before + 1) % 4 for before, after in pairwise(dealers))


def test_each_of_four_lotteries_is_dealt_by_another_player_and_pays_200_and_125() -> None:
    dealers, done = set(), 0
    for t in played(Options(programme="odgrywka", lotteries=4), 3):
        if t.facts["deal"] == 12 and t.turn is not None:
            dealers.add(t.dealer)
        rows = [row for row in t.sheet if row[0] == 12]
        if len(rows) > done:
            done = len(rows)
            first, second = t.finished
            assert rows[-1][1] == [200 * (seat == first) + 125 * (seat == second) for seat in t.seats]
            assert (t.over is None) == (done < 4)
    assert dealers == {0, 1, 2, 3}


def test_the_next_deal_of_a_programme_is_another_shuffle() -> None:
    hands = [
        frozenset(t["h0"])
        for t in played(Options(programme="odgrywka", lotteries=4), 4)
        if t.facts["deal"] == 12 and not any(t[f"r{suit}"] for suit in "SHCD") and t.turn is not None
    ]
    assert len(set(hands)) == 4


def any_options() -> st.SearchStrategy[Options]:
    """Every value of every option with every other."""
    fields = {
        name: st.sampled_from(kind["enum"]) if "enum" in kind else st.booleans()
        for name, kind in schema(game)["properties"].items()
    }
    return st.fixed_dictionaries(fields).map(lambda raw: decode(game, raw, 4))


@settings(max_examples=8, deadline=None)
@given(any_options(), st.integers(0, 10_000))
def test_the_laws_hold_with_any_options_together(options: Options, seed: int) -> None:
    laws.check(game, 4, options, seed, bots=2, worlds=4)


@settings(max_examples=40, deadline=None)
@given(any_options(), st.integers(0, 10_000))
def test_the_sums_hold_with_any_options_together(options: Options, seed: int) -> None:
    for t in played(options, seed):
        assert t.turn is None or list(game.legal(t, t.turn))
    assert [deal for deal, _, _ in t.sheet] == kinds(options.programme, options.lotteries)
    assert sum(t.score) == SUMS[options.programme]
    for deal, points, trump in t.sheet:
        assert sum(points) == {1: -260, 2: -260, 3: -240, 4: -240, 5: -150, 6: -150, 7: -1300}.get(
            deal, 1300 // options.lotteries if deal == 12 else 325
        )
        assert (trump is not None) == (8 <= deal <= 11)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("programme", TRICKS)
@pytest.mark.parametrize("thousand", range(10))
def test_ten_thousand_random_games_of_each_programme_keep_the_sums(programme: Any, thousand: int) -> None:
    """In thousands, which processes share out among them: ``-n auto``."""
    rng = random.Random(f"{programme} {thousand}")
    fields = schema(game)["properties"]
    for seed in range(1000 * thousand, 1000 * (thousand + 1)):
        raw = {
            name: rng.choice(kind.get("enum", [False, True])) if rng.random() < 0.5 else kind["default"]
            for name, kind in fields.items()
        }
        options = decode(game, {**raw, "programme": programme}, 4)
        for t in played(options, seed):  # noqa: B007 -- the last one is looked at
            pass
        assert sum(t.score) == SUMS[programme]
        assert [deal for deal, _, _ in t.sheet] == kinds(programme, options.lotteries)


@pytest.mark.parametrize("programme", TRICKS)
def test_an_option_that_is_not_offered_in_a_programme_changes_nothing_there(programme: Any) -> None:
    told = schema(game)["properties"]
    elsewhere = {
        name: one
        for name, one in told.items()
        if programme not in one.get("x-if", {}).get("programme", [programme])
    }
    assert sorted(elsewhere) == sorted(NOT_OFFERED[programme])
    turned = {
        name: next(value for value in one.get("enum", (True, False)) if value != one["default"])
        for name, one in elsewhere.items()
    }
    usual, other = Options(programme=programme), Options(programme=programme, **turned)
    for was, now in zip(played(usual, 3), played(other, 3), strict=True):
        assert (now.facts, now.piles) == (was.facts, was.piles)
