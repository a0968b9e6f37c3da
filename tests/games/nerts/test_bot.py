"""What Nerts' bots prefer, how fast they are, when they give up; and that they play hands like people's."""

from __future__ import annotations

import random
from collections import Counter
from statistics import fmean

import pytest

from compendium.rules import Move, Table, view
from games.nerts import bot, game
from games.nerts.options import Options
from games.nerts.strength import play_hand

from .positions import called, layout, position

DULL = "8S 7H, 8C, KC, KD"
"""Work piles on which nothing is worth moving."""


def choice(t: Table, seat: int = 0, seed: int = 1, overlooks: float = 0) -> Move:
    return bot.choose(view(t, seat), list(game.legal(t, seat)), random.Random(seed), overlooks)


def choices(t: Table, overlooks: float = 0) -> Counter[Move]:
    return Counter(choice(t, seed=seed, overlooks=overlooks) for seed in range(1000))


def times_of(t: Table, level: str) -> dict[str, list[float]]:
    """The seconds that moves take, by their verb."""
    v, legal, times = view(t, 0), list(game.legal(t, 0)), dict[str, list[float]]()
    for seed in range(1000):
        move, seconds = game.bot(v, legal, random.Random(seed), level)
        times.setdefault(str(move[0]), []).append(seconds)
    return times


class TestChoice:
    """The same for all levels."""

    def test_it_calls(self) -> None:
        t = position(layout(n="", w="AS, KH, KC, "))
        assert choice(t, overlooks=1) == ("call",)

    def test_the_nerts_pile_and_foundations_come_first_in_any_mix(self) -> None:
        t = position(layout(n="9H", v="7H", w="8S, TS, 2C, KD"), f="AC")
        assert set(choices(t)) == {("play", "n0", "w0.1", "9H0"), ("play", "w0.2", "f0", "2C0")}

    def test_then_the_waste_then_a_run_then_a_flip(self) -> None:
        t = position(layout(n="TC", v="7H", w="8S, 9H, KC, KD"))
        assert choice(t) == ("play", "v0", "w0.0", "7H0")
        t = position(layout(n="TC", v="6H", w="8S, 9H, KC, KD"), layout())
        assert choice(t) == ("play", "w0.0", "w0.1", "8S0")
        t = position(layout(n="TC", v="6H", w="8S, 2S, KC, KD"), layout())
        assert choice(t) == ("flip", 3)

    def test_it_prefers_a_foundation_to_a_work_pile_and_that_to_a_gap(self) -> None:
        on = layout(n="9H", w="TS, KC, KD, ")
        assert choice(position(on, f="8H")) == ("play", "n0", "f0", "9H0")
        assert choice(position(on)) == ("play", "n0", "w0.0", "9H0")
        assert choice(position(layout(n="9H", w="8S, KC, KD, "))) == ("slide", "n0", "w0.0", "9H0")
        assert choice(position(layout(n="9H", w="7S, KC, KD, "))) == ("play", "n0", "w0.3", "9H0")

    def test_an_ace_opens_a_foundation_that_is_empty(self) -> None:
        t = position(layout(n="AH", w=DULL), f="AC, AD")
        assert choice(t) == ("play", "n0", "f2", "AH0")

    def test_it_moves_a_run_only_where_that_opens_something(self) -> None:
        gap = position(layout(n="9D", w="8S, 9H, KC, KD"), layout())
        assert choice(gap) == ("play", "w0.0", "w0.1", "8S0")
        for_a_foundation = position(layout(n="3D", w=DULL), layout(), f="7S1")
        assert choice(for_a_foundation) == ("play", "w0.0", "w0.1", "7H0")
        shuttle = position(layout(n="3D", w=DULL), layout())
        assert choice(shuttle) == ("flip", 3)

    def test_it_leaves_a_gap_to_the_nerts_pile(self) -> None:
        t = position(layout(n="9D", v="4H", w="7S, 2S, KC, "))
        assert choice(t) == ("play", "n0", "w0.3", "9D0")
        assert ("play", "v0", "w0.3", "4H0") not in choices(t, overlooks=0.5)

    def test_it_is_ready_after_a_hand(self) -> None:
        t = called(position(layout(n=""), layout()))
        assert choice(t, seat=1) == ("ready",)


class TestVote:
    """It looks through its stock once before it says that it is stuck."""

    def test_it_votes_where_a_pass_was_in_vain(self) -> None:
        assert choice(position(layout(n="3D", w=DULL, s="", v="2C 3C 4C"), layout())) == ("stuck",)

    def test_it_goes_on_in_the_middle_of_a_pass(self) -> None:
        assert choice(position(layout(n="3D", w=DULL, s="5C 6C TC", v="2C 3C 4C"), layout()))[0] == "flip"

    def test_it_goes_on_where_the_next_pass_brings_something(self) -> None:
        useful = layout(n="3D", w=DULL, s="", v="2C 3C 7D 5C 6C TC")
        assert choice(position(useful, layout())) == ("flip", 0)
        unseen = layout(n="3D", w=DULL, s="5D", v="2C 3C 4C 6C 5C")
        assert choice(position(unseen, layout())) == ("flip", 1)
        shown = position(layout(n="3D", w=DULL, s="5D", v="4C"), layout(), options=Options(leftover="shown"))
        assert choice(shown) == ("flip", 1)

    def test_it_flips_on_once_it_has_voted(self) -> None:
        t = position(layout(n="3D", w=DULL, s="", v="2C 3C 4C"), layout(), voted=[0])
        assert choice(t) == ("flip", 0)

    def test_it_votes_where_there_is_nothing_to_flip(self) -> None:
        assert choice(position(layout(n="3D", w=DULL, s="", v=""), layout())) == ("stuck",)


class TestLevels:
    """Pace and noticing."""

    def test_there_are_five_and_the_middle_one_is_usual(self) -> None:
        assert list(game.levels.values()) == ["Beginner", "Easy", "Normal", "Hard", "Expert"]
        assert game.default_level == list(game.levels)[2]

    @pytest.mark.parametrize("level", game.levels)
    def test_a_flip_is_faster_than_a_move_and_all_times_vary(self, level: str) -> None:
        pace, times = bot.LEVELS[level].pace, times_of(position(layout(n="AH", w=DULL)), level)
        for move, usual in (("play", pace), ("flip", 0.65 * pace)):
            assert fmean(times[move]) == pytest.approx(usual, rel=0.1)
            assert 0.75 * usual <= min(times[move]) < 0.9 * usual
            assert 1.1 * usual < max(times[move]) <= 1.25 * usual

    @pytest.mark.parametrize("level", game.levels)
    def test_a_move_is_overlooked_as_often_as_the_level_says(self, level: str) -> None:
        t = position(layout(n="AH", w=DULL))
        flips = len(times_of(t, level)["flip"]) / 1000
        assert flips == pytest.approx(bot.LEVELS[level].overlooks, abs=0.04)

    def test_a_card_that_goes_two_ways_is_seldom_overlooked(self) -> None:
        t = position(layout(n="9D", w="TS, TC, KC, KD"), layout())
        assert choices(t, overlooks=0.5)["flip", 3] / 1000 == pytest.approx(0.25, abs=0.04)

    def test_what_is_overlooked_is_played_where_there_is_nothing_else(self) -> None:
        t = position(layout(n="AH", w=DULL, s=""), voted=[0])
        assert choice(t, overlooks=1) == ("play", "n0", "f0", "AH0")


@pytest.mark.parametrize("options", [Options(), Options(stuck="one", leftover="shown", gaps="nerts", flip=1)])
def test_four_bots_play_a_hand(options: Options) -> None:
    """They come to an end, mostly by a call, in about a minute or two of their time."""
    hands = [play_hand(["normal"] * 4, f"bots {seed}", options) for seed in range(6)]
    assert sum(t.caller is not None for t in hands) >= 5
    assert 30 < fmean((t.now - t.go) / 1000 for t in hands) < 150


@pytest.mark.parametrize("boards", [2, 3, 8])
def test_bots_on_fewer_and_more_boards_come_to_an_end_too(boards: int) -> None:
    for seed in range(3):
        t = play_hand(["expert", "beginner", *["normal"] * 6][:boards], f"{boards} {seed}")
        assert (t.now - t.go) / 1000 < 600
