"""Looking ahead: what moves are worth, and which is chosen."""

from __future__ import annotations

import random
from math import inf
from typing import Any

import pytest

from compendium.rules import Move, Table, view
from games.kierki import CLAIM, game
from games.kierki.bots import BUDGETS, rule, search
from games.kierki.bots.search import Budget, choose, values
from games.kierki.options import Options

from .positions import cards, position, step, to_deal


def worth(t: Table, worlds: int = 40) -> dict[str, float]:
    legal = list(game.legal(t, t.turn))
    found = values(view(t, t.turn), legal, random.Random(1), worlds)
    return {str(move[1]): points for move, points in found.items()}


def ending(deal: int, trick: str = "3C 5C 7C", **facts: Any) -> Table:
    """Last to the twelfth trick: I have the ace and the two of clubs, the others one other ace each.

    All have always followed suit, so nothing more is known; but what will happen is.
    """
    t = position(deal, "AC 2C", "AS", "AH", "AD", trick=trick, leader=1, winners=[3] * 11, **facts)
    t.piles["w3"] = tuple(sorted(t["stock"], key=lambda card: card[1]))
    t.piles["stock"] = ()
    return t


class TestValues:
    """Expected points of the rest of the deal, for every legal move."""

    def test_where_all_is_sure_they_are_what_will_happen(self) -> None:
        assert worth(ending(1)) == {"AC": -40, "2C": 0}, "the ace takes, and then the two"
        assert worth(ending(6)) == {"AC": -75, "2C": 0}, "only the last costs"
        assert worth(ending(3, "3C QC 7C")) == {"AC": -60, "2C": 0}, "what lies there counts"
        assert worth(ending(8, trump="S", dealer=0)) == {"AC": 25, "2C": 0}, "somebody trumps the two"

    def test_points_taken_so_far_are_not_counted(self) -> None:
        assert worth(ending(1, taken=[-100, -20, -40, -60])) == {"AC": -40, "2C": 0}

    def test_each_trump_has_one(self) -> None:
        t = to_deal(8, Options(no_trump=True)).draft()
        t.piles[f"h{t.turn}"] = cards("AH KH QH JH TH")
        t.piles["stock"] = tuple(card for card in t["stock"] if card not in t[f"h{t.turn}"])
        found = worth(t, 20)
        assert set(found) == {"S", "H", "C", "D", "N"}
        assert max(found, key=found.__getitem__) in "HN"
        assert 0 < min(found.values()) < max(found.values()) <= 13 * 25

    def test_touching_cards_of_equal_cost_have_the_same(self) -> None:
        hand = "2C 3C 9C KS QS 2H 4H 6H 8H 3D 5D 7D 9D"
        found, of_queens = worth(position(1, hand)), worth(position(3, hand))
        assert found["2C"] == found["3C"] != found["9C"]
        assert found["KS"] == found["QS"]
        assert of_queens["KS"] != of_queens["QS"]

    def test_nothing_is_said_of_the_lottery_and_between_deals(self) -> None:
        t = to_deal(12)
        assert values(view(t, t.turn), list(game.legal(t, t.turn)), random.Random(1)) == {}
        assert values(view(t, t.turn), [("ready",)], random.Random(1)) == {}

    def test_all_moves_have_one_in_any_position(self) -> None:
        rng = random.Random(3)
        for options in (Options(), Options(throw_king=True, must_trump=True, no_trump=True, namer="left")):
            for deal in range(1, 12):
                t = to_deal(deal, options)
                while t.turn is not None:
                    legal = [move for move in game.legal(t, t.turn) if move != CLAIM]
                    if rng.random() < 0.3:
                        found = values(view(t, t.turn), legal, rng, 1)
                        assert list(found) == legal
                        sign = 1 if deal > 7 else -1
                        assert all(0 <= sign * points <= 1300 for points in found.values())
                    t = step(t, rng)


class TestChoosing:
    """The rule bot's move, unless another is clearly better."""

    @staticmethod
    def chosen(t: Table, usual: str, worlds: int = 30, seconds: float = inf) -> str:
        """The card chosen where the rule bot would play the usual one."""

        budget = Budget(worlds, seconds)

        def stubborn(*_: object) -> Move:
            return "play", usual

        return str(choose(view(t, 0), list(game.legal(t, 0)), random.Random(1), stubborn, budget)[1])

    def test_what_is_clearly_worse_is_not_played(self) -> None:
        assert self.chosen(ending(1), "AC") == "2C"
        assert self.chosen(ending(1), "2C") == "2C"
        assert self.chosen(ending(8, trump="S", dealer=0), "2C") == "AC"

    def test_what_is_as_good_is_kept(self) -> None:
        t = ending(3)
        assert [self.chosen(t, usual) for usual in ("AC", "2C")] == ["AC", "2C"]

    def test_without_a_world_the_rule_bot_plays(self) -> None:
        assert [self.chosen(ending(1), usual, 0) for usual in ("AC", "2C")] == ["AC", "2C"]
        assert self.chosen(ending(1), "AC", seconds=0) == "AC"

    def test_time_ends_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = iter(range(1000))
        monkeypatch.setattr(search, "thread_time", lambda: next(clock) / 1000)
        look = search._look(view(to_deal(1), to_deal(1).turn), list(game.legal(to_deal(1), to_deal(1).turn)))
        assert look is not None
        worlds = 0
        world = look.world

        def count(rng: random.Random) -> search.Trial:
            nonlocal worlds
            worlds += 1
            return world(rng)

        monkeypatch.setattr(look, "world", count)
        search._race(look, look.moves[0], random.Random(1), 500, 0.05)
        assert worlds == 49

    def test_moves_far_behind_are_dropped_and_it_ends_when_none_is_left(self) -> None:
        tried: list[Move] = []

        class Known(search.Look):
            moves = [("a",), ("b",), ("c",)]

            def world(self, rng: random.Random) -> search.Trial:
                luck = rng.random()

                def trial(move: Move) -> float:
                    tried.append(move)
                    return {"a": 5.0, "b": 5.0 + luck - 0.4, "c": luck - 9}[str(move[0])]

                return trial

        assert search._race(Known(), ("a",), random.Random(2), 400, inf) == ("b",)
        assert (tried.count(("b",)), tried.count(("c",))) == (400, search.LEAST)
        tried.clear()
        assert search._race(Known(), ("b",), random.Random(2), 400, inf) == ("b",)
        assert tried.count(("a",)) < 400, "b is better by far more than its error"

    def test_levels_look_ahead_for_as_long_as_they_say(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Budget] = []

        def spy(*arguments: object) -> Move:
            asked.append(arguments[-1])  # type: ignore[arg-type]
            return "play", "AC"

        monkeypatch.setattr(search, "choose", spy)
        t = ending(1)
        for level in game.levels:
            game.bot(view(t, 0), list(game.legal(t, 0)), random.Random(1), level)
        assert asked == [BUDGETS["hard"], BUDGETS["expert"]]
        assert rule(view(t, 0), list(game.legal(t, 0)), random.Random(1)) == ("play", "2C")


def test_the_budgets_are_50_and_200_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert {level: budget.seconds for level, budget in BUDGETS.items()} == {"hard": 0.05, "expert": 0.2}
