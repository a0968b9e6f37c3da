"""Kierki's bots: what they remember, how they choose, how long they seem to think."""

from __future__ import annotations

import random
from typing import Any

import pytest

from compendium.rules import Chance, Table, new_table, play, view, wake
from games.kierki import bots, game
from games.kierki.bots import greedy, memory
from games.kierki.bots.suits import BIT, SUIT, masks
from games.kierki.options import Options

from .positions import cards, position, step, to_deal, with_runs
from .test_programmes import SUMS

HOUSE_RULES = Options(
    turn_time=0,
    throw_king=True,
    last_tricks="last",
    namer="left",
    no_trump=True,
    must_trump=True,
    opening="eight",
)


def chosen(t: Table, level: str = "normal", seed: int = 1) -> str:
    move, _ = game.bot(view(t, t.turn), list(game.legal(t, t.turn)), random.Random(seed), level)
    return str(move[-1])


def whole_game(options: Options, levels: list[str | None]) -> Table:
    """A game of these bots; where there is none, a person plays any card."""
    t, rng = new_table(game, 4, options, Chance.seeded(f"{levels}")), random.Random(f"{options}")
    while t.over is None:
        for seat in t.seats if t.turn is None else (t.turn,):
            legal, level = list(game.legal(t, seat)), levels[seat]
            if level is None:
                move = rng.choice(legal)
            else:
                move, seconds = game.bot(view(t, seat), legal, rng, level)
                assert (1.0 if t.turn is None else 0.6) <= seconds <= (2.0 if t.turn is None else 1.4)
            assert move in legal
            t = play(game, t, seat, move)
    return t


@pytest.mark.parametrize(
    "options", [HOUSE_RULES, Options(opening="seven_of_diamonds")], ids=["house rules", "seven of diamonds"]
)
def test_bots_of_all_levels_play_whole_games_by_the_rules(options: Options) -> None:
    assert sum(whole_game(options, list(game.levels)).score) == 0


def against(programme: str, level: str, **options: Any) -> None:
    """A person's whole game of a programme against three bots of a level."""
    t = whole_game(Options(turn_time=0, programme=programme, **options), [None, level, level, level])  # type: ignore[arg-type]
    assert sum(t.score) == SUMS[programme]


@pytest.mark.parametrize(
    ("programme", "level"),
    [("full", "normal"), ("rozgrywka", "beginner"), ("odgrywka", "hard"), ("short", "expert")],
)
def test_a_person_plays_each_programme_and_meets_each_level(programme: str, level: str) -> None:
    against(programme, level)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("level", game.levels)
@pytest.mark.parametrize("programme", SUMS)
def test_a_person_plays_each_programme_against_each_level(programme: str, level: str) -> None:
    against(programme, level)
    against(programme, level, throw_king=True, must_trump=True, no_trump=True, namer="left", opening="eight")


def test_a_forced_move_takes_as_long_as_any() -> None:
    forced, free = position(1, "2C 3H", trick="9C", leader=3), position(1, "2C 3C KC", trick="9C", leader=3)
    times = [
        sorted(
            game.bot(view(t, 0), list(game.legal(t, 0)), random.Random(n), "normal")[1] for n in range(200)
        )
        for t in (forced, free)
    ]
    assert times[0] == times[1]
    assert (round(times[0][0], 1), round(times[0][-1], 1)) == (0.6, 1.4)


class TestMemory:
    """What a seat can know from what lies open."""

    def test_it_is_what_really_happened(self) -> None:
        rng = random.Random(4)
        for start in (1, 4, 7, 9, 11):
            t = to_deal(start, HOUSE_RULES)
            played: list[tuple[int, str]] = []
            while t.turn is not None and t.facts["deal"] == start:
                if next(iter(game.legal(t, t.turn)))[0] == "play":
                    p = memory.recall(view(t, t.turn))
                    others = [card for s in t.seats if s != t.turn for card in t[f"h{s}"]]
                    assert p.unseen == masks(tuple(others))
                    assert p.mine == masks(t[f"h{t.turn}"])
                    for seat in set(t.seats) - {t.turn}:
                        for card in t[f"h{seat}"]:
                            assert not p.is_void(seat, SUIT[card])
                    assert p.number == len(t.winners) + 1
                    assert len(p.later) == 3 - len(t["trick"])
                before = t
                t = step(t, rng)
                played += [
                    (before.turn, card)
                    for card in before[f"h{before.turn}"]
                    if card not in t[f"h{before.turn}"]
                ]
            assert played

    def test_who_does_not_follow_is_void(self) -> None:
        t = position(1, "AS 2C", "3C", "4C", "5C", winners=[3], trick="")
        t.piles["w3"] = cards("9D KD 2S 3D")
        t.set(dealer=3)  # seat 0 led the first trick
        p = memory.recall(view(t, 0))
        assert [p.is_void(seat, SUIT["2D"]) for seat in t.seats] == [False, False, True, False]
        assert p.share(SUIT["2D"]) == 1 / 2
        assert p.share(SUIT["2C"]) == 1 / 3

    def test_who_leads_a_heart_where_none_may_be_led_has_nothing_else(self) -> None:
        t = position(5, "2S 2C", trick="9H", leader=3)
        assert [memory.recall(view(t, 0)).is_void(3, SUIT[card]) for card in ("2S", "2H", "2C", "2D")] == [
            True,
            False,
            True,
            True,
        ]
        same = position(3, "2S 2C", trick="9H", leader=3)
        assert not memory.recall(view(same, 0)).is_void(3, SUIT["2S"])

    def test_who_must_throw_the_king_of_hearts_and_does_not_lacks_it(self) -> None:
        king = [0, BIT["KH"], 0, 0]
        for options, deal, lacks in (
            (Options(throw_king=True), 5, king),
            (Options(throw_king=True), 3, [0] * 4),
            (Options(), 5, [0] * 4),
        ):
            t = position(deal, "AS 2C", trick="", winners=[3], options=options)
            t.piles["w3"] = cards("9D KD 2S 3D")
            assert memory.recall(view(t, 0)).lacks == [[0] * 4, [0] * 4, lacks, [0] * 4]

    def test_who_must_overtrump_and_does_not_lacks_higher_trumps(self) -> None:
        t = position(8, "AS 2C", trick="", winners=[1], trump="S", dealer=0, options=Options(must_trump=True))
        t.piles["w1"] = cards("9D QS 3S 4C")
        p = memory.recall(view(t, 0))
        assert p.lacks[:3] == [[0] * 4, [0] * 4, [BIT["KS"] | BIT["AS"], 0, 0, 0]]
        assert [p.is_void(seat, SUIT["2S"]) for seat in t.seats] == [False, False, False, True]


class TestAvoiding:
    """Deals 1-7."""

    def test_it_goes_under_with_the_highest_that_does(self) -> None:
        assert chosen(position(1, "2C 8C KC 5S", trick="9C 3C TC", leader=1)) == "8C"

    def test_it_does_not_eat_a_queen_that_it_can_duck(self) -> None:
        assert chosen(position(3, "2S AS KS 5C 6C", trick="3S QS 4S", leader=1)) == "2S"

    def test_it_drops_its_queen_under_a_king(self) -> None:
        assert chosen(position(3, "2S QS 5C 6C", trick="3S KS", leader=2)) == "QS"

    def test_it_throws_the_dearest_danger(self) -> None:
        assert chosen(position(5, "KH 2S 3S AD", trick="9C", leader=3)) == "KH"
        assert chosen(position(3, "QD 2S 3S AH", trick="9C TC", leader=2)) == "QD"
        assert chosen(position(7, "KH QD AS 2S", trick="9C TC", leader=2)) == "KH"

    def test_last_to_a_cheap_trick_that_it_must_take_it_takes_with_the_highest(self) -> None:
        assert chosen(position(5, "TC KC AC 2S", trick="9C 3C 4C", leader=1)) == "AC"

    def test_it_does_not_lead_a_dead_suit(self) -> None:
        t = position(
            1,
            "2C 5S 6S 7S 8S 2H 3H 4H 5H 6H",
            "AS 2S 3S AH 7H 8H 2D 3D 4D 5D",
            "4S 9S TS 9H TH JH 6D 7D 8D 9D",
            "JS QS KS QH KH TD JD QD KD AD",
        )
        t.piles["w3"] = tuple(card for card in t["stock"] if card[1] == "C")
        assert len(t["w3"]) == 12
        assert chosen(t) != "2C"

    def test_it_leads_low(self) -> None:
        assert chosen(position(1, "2C AC KC AS KS QS AD KD")) == "2C"


class TestWinning:
    """Deals 8-11."""

    def test_it_names_its_strongest_suit(self) -> None:
        t = to_deal(8, Options(no_trump=True)).draft()
        t.piles[f"h{t.turn}"] = cards("AH KH 2H 3C 4C")
        assert chosen(t) == "H"
        t.piles[f"h{t.turn}"] = cards("AH 8D 7D 6D 5D")
        assert chosen(t) == "D"

    def test_last_it_takes_with_the_lowest_that_does(self) -> None:
        assert chosen(position(8, "2C TC KC AC", trick="9C 3C 4C", leader=1, trump="S")) == "TC"
        assert chosen(position(8, "2D AD 5S KS", trick="9C 3C 4S", leader=1, trump="S")) == "5S"

    def test_it_throws_low_what_cannot_win(self) -> None:
        assert chosen(position(8, "2C QC", trick="9C AC 4C", leader=1, trump="S")) == "2C"
        assert chosen(position(8, "2D AD 3S", trick="9C 3C 4S", leader=1, trump="S")) == "2D"

    def test_it_takes_what_it_may_not_get_later(self) -> None:
        assert chosen(position(9, "KC 3C 2C", trick="9C QC 4C", leader=1, trump="S")) == "KC"


class TestLottery:
    """Deal 12."""

    def test_it_lays_what_frees_its_own_cards(self) -> None:
        t = with_runs(position(12, "8S 9S TS 6H"), "7S", "7H")
        assert chosen(t) == "8S"

    def test_it_holds_back_what_frees_the_others(self) -> None:
        t = with_runs(position(12, "8S AH 6D"), "7S", "7H 8H 9H TH JH QH KH", "7D")
        assert chosen(t) == "AH", "an end opens nothing"

    @pytest.mark.parametrize(("level", "card"), [("normal", "3S"), ("hard", "8C"), ("expert", "8C")])
    def test_what_must_come_before_an_own_card_is_no_loss_to_the_best(self, level: str, card: str) -> None:
        t = with_runs(position(12, "8C AC 3S"), "7C", "4S 5S 6S 7S")
        assert chosen(t, level) == card, "9C to KC are the others', and the ace waits for them"

    @pytest.mark.parametrize("level", ["hard", "expert"])
    def test_what_frees_the_others_alone_is_held_back_by_all(self, level: str) -> None:
        t = with_runs(position(12, "8S AH 6D"), "7S", "7H 8H 9H TH JH QH KH", "7D")
        assert chosen(t, level) == "AH"

    def test_a_seven_of_a_long_suit_comes_first(self) -> None:
        assert chosen(position(12, "7S 8S 6S 5S 7H 2C 3C")) == "7S"


class TestGreedy:
    """The yardstick: no memory, the best for this trick alone."""

    def test_it_ducks_takes_cheaply_and_throws_the_dearest(self) -> None:
        def move(t: Table) -> str:
            return str(greedy.move(view(t, 0), list(game.legal(t, 0)), random.Random(1))[1])

        assert move(position(1, "2C 8C KC", trick="9C", leader=3)) == "8C"
        assert move(position(3, "QD AH", trick="9C", leader=3)) == "QD"
        assert move(position(8, "2C TC KC", trick="9C 3C 4C", leader=1, trump="S")) == "TC"
        assert move(position(8, "2C TC", trick="9C 3C 4S", leader=1, trump="S")) == "2C"

    def test_a_beginner_is_half_of_each(self) -> None:
        t = position(1, "3S 2C 6C", winners=[3] * 3)
        t.piles["w3"] = cards("3C 4C 5C 7C 8C 9C TC JC QC KC AC 4S")
        t.set(dealer=3)
        v, legal = view(t, 0), list(game.legal(t, 0))
        luck = random.Random(1)
        strong, weak = bots.rule(v, legal, luck), greedy.move(v, legal, luck)
        assert strong != weak
        moves = [bots.beginner(v, legal, random.Random(n)) for n in range(300)]
        assert 100 < moves.count(strong) < 200
        assert moves.count(strong) + moves.count(weak) == 300


def test_a_bot_is_ready_between_deals() -> None:
    t = to_deal(1)
    while t.turn is not None:
        t = step(t, random.Random(2))
    assert game.bot(view(t, 3), list(game.legal(t, 3)), random.Random(1), "normal")[0] == ("ready",)
    assert wake(game, t, now=t.wake_at) is not None
