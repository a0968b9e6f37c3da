"""The vectors of the rules of Kierki, by number."""

from __future__ import annotations

import random

import pytest

from compendium.rules import Chance, new_table
from compendium.rules.cards import DECK, rank_of
from games.kierki import game
from games.kierki.options import Options

from .positions import after, cards, moves, position, refused, step, to_deal, with_runs


def test_vector_1_taking_everything_in_deal_7_costs_1300() -> None:
    t = to_deal(7)
    suits = {0: "S", 1: "H", 2: "C", 3: "D"}
    given = {seat: [rank + suit for rank in "AKQJT98765432"] for seat, suit in suits.items()}
    t = t.draft()
    t.piles.update({f"h{seat}": tuple(hand) for seat, hand in given.items()})
    t.set(turn=0, leader=0)
    while t.turn is not None:
        t = after(t, moves(t).split()[0])
    assert t.winners == [0] * 13
    assert t.sheet[-1] == [7, [-1300, 0, 0, 0], None]


def test_vector_2_a_heart_may_be_led_only_from_nothing_but_hearts() -> None:
    for deal in (2, 5, 7):
        assert moves(position(deal, "AH 3H 2C")) == "2C"
        assert moves(position(deal, "AH 3H")) == "3H AH"
    for deal in (1, 3, 4, 6):
        assert moves(position(deal, "AH 3H 2C")) == "2C 3H AH"


def test_vector_3_hearts_led_must_be_followed() -> None:
    t = position(2, "9C 4H", "", "", "5H", trick="5H", leader=3)
    assert moves(t) == "4H"
    assert refused(t, 0, ("play", "9C")) == ("must_follow", {"suit": "H"})


@pytest.mark.parametrize(
    ("line", "trump", "taker"),
    [
        ("AD 2D 3S 2S", "S", 2),
        ("AD 2D KC KH", "S", 0),
        ("2D AC AH 3D", "S", 3),
        ("AD 2S 3S KD", "N", 0),
        ("2S AD AC 3S", "S", 3),
    ],
)
def test_vector_4_the_highest_trump_takes_the_trick_else_the_suit_led(
    line: str, trump: str, taker: int
) -> None:
    hands = [f"{card} {low}" for card, low in zip(line.split(), ("6H", "7H", "8H", "9H"), strict=True)]
    t = after(position(8, *hands, trump=trump), *line.split())
    assert (t.winners[-1], t.turn, t.leader) == (taker, taker, taker)
    assert t[f"w{taker}"] == cards(line)
    assert t.taken[taker] == 25


@pytest.mark.parametrize(
    ("seventh", "points"), [(0, [-150, 0, 0, 0]), (1, [-75, -75, 0, 0])], ids=["one player", "two players"]
)
def test_vector_5_the_seventh_and_the_last_cost_75_each(seventh: int, points: list[int]) -> None:
    t = position(
        6, "AS 4S 4C 4D 5D 6D 7D", "2S KS 3C 3D 8D 9D TD", "3S 5S 5C 2D JD QD KD", "6S 7S 6C 7C 8C 9C AD"
    )
    t = after(t, *("AS 2S 3S 6S" if seventh == 0 else "4S KS 5S 6S").split())
    assert t.taken[seventh] == -75
    assert sum(t.taken) == -75
    last = position(6, "AC", "2C", "3C", "4C", taken=t.taken)
    assert after(last, "AC", "2C", "3C", "4C").sheet[-1][1] == points


@pytest.mark.parametrize("seed", range(10))
def test_vector_6_the_two_halves_and_the_whole_sum_up(seed: int) -> None:
    options = Options(early_end=seed % 2 == 0)
    t, rng = new_table(game, 4, options, Chance.seeded(seed)), random.Random(seed)
    while t.over is None:
        t = step(t, rng)
        if t.turn is None and t.facts["deal"] == 7:
            assert sum(t.score) == -2600
    assert len(t.sheet) == 12
    assert [deal for deal, _, _ in t.sheet] == list(range(1, 13))
    assert sum(sum(points) for deal, points, _ in t.sheet if deal > 7) == 2600
    assert sum(t.score) == 0


class TestVector7:
    """The lottery."""

    def test_vector_7_a_dealer_without_a_seven_is_passed(self) -> None:
        hands = [["2S"], ["7C", "3S"], ["7S"], ["7H", "7D"]]
        rest = [card for card in DECK if rank_of(card) != "7" and all(card not in hand for hand in hands)]
        for hand in hands:
            hand += [rest.pop() for _ in range(13 - len(hand))]
        order = tuple(card for hand in reversed(hands) for card in reversed(hand))
        seed = next(seed for seed in range(99) if to_deal(1, seed=seed).dealer == 1)  # deal 12: seat 0 deals
        t = new_table(game, 4, Options(), Chance.seeded(seed))
        t.chance.deals = {12: order}
        rng = random.Random(1)
        while t.facts["deal"] < 12:
            t = step(t, rng)
        assert t.dealer == 0
        assert set(t["h0"]) == set(hands[0])
        assert (t.turn, t.passed) == (1, [0])

    def test_vector_7_whoever_can_lay_must_lay(self) -> None:
        t = with_runs(position(12, "8S KD", "2C", "3C", "4C"), "6S 7S")
        assert list(game.legal(t, 0)) == [("lay", "8S")]
        assert refused(t, 0, ("pass",)) == ("unknown_verb", {})
        assert refused(t, 0, ("lay", "KD")) == ("cannot_lay", {"card": "KD"})

    def test_vector_7_the_deal_stops_when_the_second_hand_is_empty(self) -> None:
        t = with_runs(position(12, "8S 2C", "9S", "TS", "JS 5S"), "6S 7S")
        t = after(t, "8S")
        assert (t.turn, t.passed) == (1, [])
        t = after(t, "9S")
        assert (t.turn, t.finished, t.over) == (2, [1], None)
        t = after(t, "TS")
        assert (t.turn, t.finished, t.over) == (None, [1, 2], "done")
        assert t.sheet[-1] == [12, [0, 800, 500, 0], None]
        assert t.score == [0, 800, 500, 0]
        assert t["h0"] == ("2C",)


@pytest.mark.parametrize("options", [Options(), Options(throw_king=True, must_trump=True, opening="eight")])
def test_vector_8_the_player_to_act_always_has_a_move(options: Options) -> None:
    for seed in range(10):
        t, rng = new_table(game, 4, options, Chance.seeded(seed)), random.Random(seed)
        while t.over is None:
            assert t.turn is None or game.legal(t, t.turn)
            t = step(t, rng)


def test_vector_9_must_trump_and_overtrump() -> None:
    def due(hand: str) -> str:
        return moves(position(8, hand, trick="KD 9S", leader=2, trump="S", options=Options(must_trump=True)))

    assert due("JS 3S 2C") == "JS"
    assert due("5S 3S 2C") == "3S 5S"
    assert due("2D AD JS") == "2D AD"
    assert due("5C 3H") == "3H 5C"


def test_vector_9_is_an_option() -> None:
    assert moves(position(8, "JS 3S 2C", trick="KD 9S", leader=2, trump="S")) == "2C 3S JS"


def test_play_is_refused_when_the_game_is_over() -> None:
    t = after(with_runs(position(12, "8S", "2C", "TS", "JS", finished=[1]), "6S 7S"), "8S")
    assert refused(t, 0, ("ready",)) == ("game_over", {})
