"""How deals are dealt, led, scored and ended."""

from __future__ import annotations

import random

import pytest

from compendium.rules import Chance, new_table, play, view
from games.kierki import game
from games.kierki.deals import DEALS, LAST_TRICKS, TRICKS, trick_points
from games.kierki.options import Options
from games.kierki.tricks import TAKEN

from .positions import after, moves, position, step, to_deal

DECIDABLE = {2, 3, 4, 5}


def test_everybody_deals_three_times_and_names_trump_once() -> None:
    t, rng = new_table(game, 4, Options(), Chance.seeded(3)), random.Random(3)
    dealers: dict[int, int] = {}
    leaders: dict[int, int] = {}
    namers: list[int] = []
    while t.over is None:
        deal = t.facts["deal"]
        dealers[deal] = t.dealer
        leaders.setdefault(deal, t.turn)
        if t.turn is not None and next(iter(game.legal(t, t.turn)))[0] == "trump":
            namers.append(t.turn)
        t = step(t, rng)
    first = dealers[1]
    assert dealers == {k: (first + k - 1) % 4 for k in range(1, 13)}
    assert sorted(namers) == [0, 1, 2, 3]
    assert all(leaders[k] == (dealers[k] + 1) % 4 for k in range(1, 8))
    assert all(leaders[k] == dealers[k] for k in range(8, 12))


def test_the_first_dealer_is_drawn() -> None:
    assert {new_table(game, 4, Options(), Chance.seeded(seed)).dealer for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("deal", range(1, 8))
def test_what_a_deal_costs_in_all(deal: int) -> None:
    tricks = [tuple(rank + suit for suit in "SHCD") for rank in "A23456789TJQK"]
    total = sum(trick_points(Options(), deal, n, trick) for n, trick in enumerate(tricks, 1))
    assert total == -{1: 260, 2: 260, 3: 240, 4: 240, 5: 150, 6: 150, 7: 1300}[deal]
    assert (DEALS[deal].all_out == total) == (deal in DECIDABLE)


def test_penalties_add_up_in_the_robber() -> None:
    king = ("KH", "2C", "3C", "4C")
    assert trick_points(Options(), 7, 1, king) == -200 - 20
    assert trick_points(Options(), 7, 7, king) == trick_points(Options(), 7, 13, king) == -200 - 20 - 75


def test_a_decided_deal_stops_at_once_and_the_hands_are_shown() -> None:
    t = after(position(5, "AH 5S", "KH 3C", "2H AS", "3H 5D"), "5S", "KH", "AS", "5D")
    assert t.turn is None
    assert t.over is None
    assert t.sheet == [[5, [0, 0, -150, 0], None]]
    assert [t[f"o{seat}"] for seat in t.seats] == [("AH",), ("3C",), ("2H",), ("3H",)]
    assert not any(t[f"h{seat}"] for seat in t.seats)
    assert view(t, None)["o1"] == ("3C",)


def test_ending_a_decided_deal_early_is_an_option() -> None:
    played = position(5, "AH 5S", "KH 3C", "2H AS", "3H 5D", options=Options(early_end=False))
    assert after(played, "5S", "KH", "AS", "5D").turn == 2


def test_only_deals_2_to_5_end_early() -> None:
    ended_early = set()
    for seed in range(12):
        t, rng = new_table(game, 4, Options(), Chance.seeded(seed)), random.Random(seed)
        while t.over is None:
            if t.turn is None and len(t.winners) < TRICKS:
                ended_early.add(t.facts["deal"])
            t = step(t, rng)
    assert ended_early <= DECIDABLE


@pytest.mark.parametrize(
    ("deal", "rest", "points"),
    [(2, "2H", -20), (3, "QD", -60), (4, "JD", -30), (5, "KH", -150)],
)
def test_a_deal_stops_with_its_last_penalty(deal: int, rest: str, points: int) -> None:
    taken = [0, 0, 0, (DEALS[deal].all_out or 0) - points]
    t = position(deal, "2S 5S", f"3C {rest}", "4C AS", "6C 5D", taken=taken)
    t = after(t, "5S", rest, "AS", "5D")
    assert (t.turn, t.sheet[-1][1]) == (None, [0, 0, points, taken[3]])
    assert len(t.winners) == 12


def test_a_taken_trick_lies_before_its_taker_in_the_order_played() -> None:
    t = after(position(1, "2C AS", "KC 2S", "3C 3S", "5C 4S"), "2C", "KC", "3C", "5C")
    assert (t["w1"], t["trick"], t.turn, t.taken) == (("2C", "KC", "3C", "5C"), (), 1, [0, -20, 0, 0])
    t = after(t, "2S", "3S", "4S", "AS")
    assert (t["w0"], t.winners[-2:]) == (("2S", "3S", "4S", "AS"), [1, 0])


def test_the_next_deal_begins_when_all_four_are_ready() -> None:
    t = after(position(1, "2C", "KC", "3C", "5C", dealer=2), "2C", "KC", "3C", "5C")
    for seat in (2, 0, 3):
        t = play(game, t, seat, ("ready",))
    assert (t.turn, t.ready, list(game.legal(t, 1))) == (None, [2, 0, 3], [("ready",)])
    t = play(game, t, 1, ("ready",))
    assert (t.facts["deal"], t.dealer, t.turn, t.ready) == (2, 3, 0, [])
    assert [len(t[f"h{seat}"]) for seat in t.seats] == [13] * 4
    assert not any(t[zone] for zone in ("stock", "trick", *TAKEN))


def test_trump_is_named_from_five_cards_and_its_namer_leads() -> None:
    t = to_deal(8)
    assert (t.turn, t.trump, len(t["stock"])) == (t.dealer, None, 32)
    assert [len(t[f"h{seat}"]) for seat in t.seats] == [5] * 4
    assert moves(t) == "C D H S"
    first_five = t[f"h{t.turn}"]
    t = play(game, t, t.turn, ("trump", "C"))
    assert (t.trump, t.turn, t.leader) == ("C", t.dealer, t.dealer)
    assert t[f"h{t.turn}"][:5] == first_five
    assert [len(t[f"h{seat}"]) for seat in t.seats] == [13] * 4
    assert {move[0] for move in game.legal(t, t.turn)} == {"play"}


def test_an_entry_sets_its_facts_in_one_op() -> None:
    t, rng = new_table(game, 4, Options(), Chance.seeded(5)), random.Random(5)
    while t.over is None:
        t = step(t, rng)
        assert [op[0] for op in t.ops].count("s") == 1


def test_given_deals_are_dealt_whatever_was_played_before() -> None:
    seen = set()
    for seed in range(3):
        t = new_table(game, 4, Options(), Chance.seeded(seed))
        t.chance.deals = {
            2: to_deal(1, seed="given")["h0"]
            + tuple(card for seat in (1, 2, 3) for card in to_deal(1, seed="given")[f"h{seat}"])
        }
        rng = random.Random(seed)
        while t.facts["deal"] < 2:
            t = step(t, rng)
        seen.add(t["h2"])
    assert len(seen) == 1


class TestOptions:
    """Each option, and that the default is not it."""

    def test_the_king_of_hearts_must_be_thrown(self) -> None:
        throw = Options(throw_king=True)
        for deal in (5, 7):
            assert moves(position(deal, "KH 2S", trick="3C", leader=3, options=throw)) == "KH"
            assert moves(position(deal, "KH 2S", trick="3C", leader=3)) == "2S KH"
            assert moves(position(deal, "KH 2H 2S", options=throw)) == "2S", "leads are unaffected"
            assert moves(position(deal, "KH 4C", trick="3C", leader=3, options=throw)) == "4C"
        for deal in (2, 4):
            assert moves(position(deal, "KH 2S", trick="3C", leader=3, options=throw)) == "2S KH"

    @pytest.mark.parametrize("deal", [6, 7])
    def test_which_tricks_cost_in_deal_6(self, deal: int) -> None:
        def costs(choice: str) -> dict[int, int]:
            each = {n: trick_points(Options(last_tricks=choice), deal, n, ("2S",) * 4) for n in range(1, 14)}  # type: ignore[arg-type]
            return {n: points - each[1] for n, points in each.items() if points != each[1]}

        assert costs("seventh_and_last") == {7: -75, 13: -75}
        assert costs("last_two") == {12: -75, 13: -75}
        assert costs("last") == {13: -150}
        assert {sum(costs(choice).values()) for choice in LAST_TRICKS} == {-150}

    def test_left_of_the_dealer_names_trump_and_leads(self) -> None:
        t = to_deal(8, Options(namer="left"))
        assert t.turn == (t.dealer + 1) % 4
        t = play(game, t, t.turn, ("trump", "H"))
        assert t.turn == t.leader == (t.dealer + 1) % 4

    def test_no_trump_may_be_named(self) -> None:
        t = to_deal(8, Options(no_trump=True))
        assert moves(t) == "C D H N S"
        t = play(game, t, t.turn, ("trump", "N"))
        assert t.trump == "N"
        assert len(list(game.legal(t, t.turn))) == 13
        must = position(
            8, "JS 2C", trick="KD", leader=3, trump="N", options=Options(no_trump=True, must_trump=True)
        )
        assert moves(must) == "2C JS"
        while t.turn is not None:
            t = step(t, random.Random(1))
        assert t.sheet[-1][2] == "N"
        assert sum(t.sheet[-1][1]) == 13 * 25

    @pytest.mark.parametrize("seed", range(5))
    def test_the_holder_of_the_seven_of_diamonds_starts_with_it(self, seed: int) -> None:
        t = to_deal(12, Options(opening="seven_of_diamonds"), seed)
        assert "7D" in t[f"h{t.turn}"]
        assert (moves(t), t.passed) == ("7D", [])
        t = after(t, "7D")
        assert t["rD"] == ("7D",)

    def test_any_eight_opens(self) -> None:
        t = position(12, "7S 8S", "7C", "8H", "9S 9H", options=Options(opening="eight"))
        assert moves(t) == "8S"
        t = after(t, "8S")
        assert (t.turn, t.passed) == (2, [1])
        t = after(t, "8H")
        assert moves(t) == "9H 9S"
        t = after(t, "9S", "7S")
        assert t["rS"] == ("7S", "8S", "9S")
