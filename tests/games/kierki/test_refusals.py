"""Each refusal has its code and leaves no trace; ``allows`` bears with anything."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.rules import Chance, Move, Table, new_table
from compendium.rules.cards import DECK
from games.kierki import game
from games.kierki.options import Options

from .positions import after, position, refused, step, to_deal, with_runs

TRUMPED: dict[str, Any] = {"trick": "KD 9S", "leader": 2, "trump": "S", "options": Options(must_trump=True)}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ((), "unknown_verb"),
        (("fold",), "unknown_verb"),
        ((None, "2C"), "unknown_verb"),
        ((7,), "unknown_verb"),
        (("play",), "illegal"),
        (("play", None), "illegal"),
        (("play", 2), "illegal"),
        (("play", "2C", "3C"), "illegal"),
        (("play", "1X"), "illegal"),
        (("lay", "2C"), "illegal"),
        (("trump", "S"), "illegal"),
        (("ready", "now"), "illegal"),
        (("ready",), "not_between_deals"),
        (("play", "AS"), "card_not_held"),
        (("play", "AH"), "no_heart_lead"),
    ],
)
def test_codes_on_lead(move: Move, code: str) -> None:
    assert refused(position(2, "AH 3H 2C"), 0, move)[0] == code


def test_codes_that_carry_what_their_text_needs() -> None:
    t = position(1, "AH 2C", trick="3C", leader=3)
    assert refused(t, 0, ("play", "AS")) == ("card_not_held", {"card": "AS"})
    assert refused(t, 0, ("play", "AH")) == ("must_follow", {"suit": "C"})
    assert refused(position(8, "JS 3S 2C", **TRUMPED), 0, ("play", "3S")) == (
        "must_trump",
        {"suit": "S", "over": True},
    )
    assert refused(position(8, "JS 3S 2C", **{**TRUMPED, "trick": "KD"}), 0, ("play", "2C")) == (
        "must_trump",
        {"suit": "S", "over": False},
    )
    king = position(5, "KH 2S", trick="3C", leader=3, options=Options(throw_king=True))
    assert refused(king, 0, ("play", "2S")) == ("king_of_hearts", {})
    lottery = with_runs(position(12, "9S 2C"), "7S")
    assert refused(lottery, 0, ("lay", "9S")) == ("cannot_lay", {"card": "9S"})
    assert refused(lottery, 0, ("play", "9S")) == ("illegal", {})


def test_only_the_player_to_act_may_move() -> None:
    t = position(1, "AH 2C", "3C", "4C", "5C")
    for seat in (1, 2, 3):
        assert refused(t, seat, ("play", f"{seat + 2}C"))[0] == "not_your_turn"
        assert not game.legal(t, seat)


def test_trump_is_named_first_and_once() -> None:
    t = to_deal(8)
    card = t[f"h{t.turn}"][0]
    assert refused(t, t.turn, ("play", card))[0] == "name_trump_first"
    assert refused(t, t.turn, ("trump", "N"))[0] == "illegal"
    assert refused(t, t.turn, ("trump", "SH"))[0] == "illegal"
    assert refused(t, (t.turn + 1) % 4, ("trump", "S"))[0] == "not_your_turn"
    named = position(8, "AH 2C", trump="S")
    assert refused(named, 0, ("trump", "H"))[0] == "illegal"


def test_between_deals_nothing_is_played() -> None:
    t = after(position(1, "2C", "KC", "3C", "5C"), "2C", "KC", "3C", "5C")
    assert refused(t, 1, ("play", "2C"))[0] == "not_your_turn"
    assert refused(t, 1, ("trump", "S"))[0] == "not_your_turn"


def _somewhere(seed: int, steps: int) -> Table:
    rng = random.Random(seed)
    t = to_deal(rng.randrange(1, 13), Options(throw_king=True, must_trump=True, no_trump=True), seed % 20)
    for _ in range(steps):
        if t.over is None:
            t = step(t, rng)
    return t


words = st.sampled_from(["play", "lay", "trump", "ready", "pass", "S", "N", *DECK])
scalars = (
    words | st.none() | st.integers() | st.text(max_size=3) | st.booleans() | st.lists(words, max_size=1)
)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 60), st.lists(scalars, max_size=3).map(tuple))
def test_any_move_whatever_is_allowed_or_refused_with_a_code(seed: int, steps: int, move: Any) -> None:
    t = _somewhere(seed, steps)
    for seat in t.seats:
        legal = list(game.legal(t, seat))
        assert game.allows(t, seat, move) == (move in legal)
        if move not in legal:
            assert game.refusal(t, seat, move).code
        for verb, words_ in (("play", DECK), ("lay", DECK), ("trump", "SHCDN")):
            assert [(verb, w) for w in words_ if game.allows(t, seat, (verb, w))] == sorted(
                (m for m in legal if m[0] == verb), key=lambda m: words_.index(str(m[1]))
            )


def test_a_refused_move_draws_no_luck() -> None:
    chance = Chance.seeded(9)
    t = new_table(game, 4, Options(), chance)
    state = chance.rng.getstate()
    refused(t, (t.turn + 1) % 4, ("play", "2C"))
    assert chance.rng.getstate() == state
