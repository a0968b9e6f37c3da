"""What a learner is told: the rule bot's own move, and a reason that is true of it."""

from __future__ import annotations

import inspect
import random
import re
from collections import Counter
from collections.abc import Callable

from compendium.rules import Table, new_table, view
from compendium.rules.table import Chance
from compendium.setup.node import FRONTEND
from games.kierki import CLAIM, bots, game, refusals
from games.kierki.bots import win
from games.kierki.bots.memory import recall
from games.kierki.bots.suits import RANK, SUIT
from games.kierki.deals import CARDS
from games.kierki.options import Options
from games.kierki.tricks import HIGH, best

from .positions import position, step, to_deal, with_runs


def told(t: Table) -> tuple[str, str]:
    """The card or suit, and why."""
    found = game.advice(view(t, t.turn), list(game.legal(t, t.turn)))
    assert found is not None
    return str(found[0][-1]), found[1]


def _takes(t: Table, card: str) -> bool:
    return best((*t["trick"], card), t.trump) == len(t["trick"])


def _lowest(t: Table, card: str) -> bool:
    return card == min((c for c in t[f"h{t.turn}"] if c[1] == card[1]), key=HIGH.__getitem__)


def _under(t: Table) -> list[str]:
    return [str(m[1]) for m in game.legal(t, t.turn) if m != CLAIM and not _takes(t, str(m[1]))]


def _follows(t: Table, card: str) -> bool:
    return bool(t["trick"]) and card[1] == t["trick"][0][1]


def _costs(t: Table, card: str) -> bool:
    return card in CARDS[t.facts["deal"]]


LED: dict[str, Callable[[Table, str], bool]] = {
    "leads_low": lambda t, card: not t["trick"] and _lowest(t, card),
    "leads_safest": lambda t, card: not t["trick"] and t.facts["deal"] < 8,
    "leads_away": lambda t, card: not t["trick"] and t.facts["deal"] < 8,
    "ducks": lambda t, card: _follows(t, card) and card in _under(t) and not _costs(t, card),
    "drops_points": lambda t, card: _follows(t, card) and card in _under(t) and _costs(t, card),
    "takes_high": lambda t, card: _takes(t, card) and t.facts["deal"] < 8 and len(t["trick"]) == 3,
    "takes_now": lambda t, card: _follows(t, card) and _takes(t, card),
    "stays_low": lambda t, card: _follows(t, card) and not _under(t),
    "throws_points": lambda t, card: not _follows(t, card) and _costs(t, card),
    "voids_suit": lambda t, card: not _follows(t, card) and _lowest(t, card) and not _costs(t, card),
    "throws_danger": lambda t, card: not _follows(t, card) and not _costs(t, card),
    "cashes": lambda t, card: win.Weighing(recall(view(t, t.turn))).takes(*_number(card)) >= 0.9,
    "draws_trumps": lambda t, card: not t["trick"] and card[1] == t.trump,
    "leads_high": lambda t, card: not t["trick"] and not _lowest(t, card),
    "trumps": lambda t, card: card[1] == t.trump and not _follows(t, card) and _takes(t, card),
    "takes_cheaply": lambda t, card: _takes(t, card),
    "takes_safely": lambda t, card: _takes(t, card) and t.facts["deal"] >= 8 and len(t["trick"]) < 3,
    "saves": lambda t, card: not _takes(t, card) and len(_under(t)) < len(list(game.legal(t, t.turn))),
    "lets_go": lambda t, card: len(_under(t)) == len(list(game.legal(t, t.turn))),
    "claim": lambda t, card: CLAIM in game.legal(t, t.turn),
    "only_move": lambda t, card: len({*game.legal(t, t.turn)} - {CLAIM}) == 1,
    "strongest_suit": lambda t, card: t.trump is None and 8 <= t.facts["deal"] <= 11,
    "frees_own": lambda t, card: any(c[1] == card[1] and c != card for c in t[f"h{t.turn}"]),
    "opens_nothing": lambda t, card: card[0] in "A2",
    "opens_least": lambda t, card: t.facts["deal"] == 12 and card[0] not in "A2",
}
"""Each reason -> what must be true where it is given, judged by the rules and the hand alone."""

LINE = 42
"""Letters that stand beside a card on a phone of 360 px."""


def _number(card: str) -> tuple[int, int]:
    return SUIT[card], RANK[card]


def test_the_advice_is_the_rule_bots_move_and_its_reason_is_true() -> None:
    rng = random.Random(1)
    given: Counter[str] = Counter()
    for seed in range(5):
        t = new_table(game, 4, Options(turn_time=0), Chance.seeded(seed))
        while t.over is None:
            if t.turn is not None:
                v, legal = view(t, t.turn), list(game.legal(t, t.turn))
                found = game.advice(v, legal)
                assert found is not None
                cards = [move for move in legal if move != CLAIM]
                move, why = found
                assert move == (
                    CLAIM
                    if CLAIM in legal and len(v[f"h{t.turn}"]) > 1
                    else bots.rule(v, cards, random.Random(5))
                )
                assert LED[why](t, str(move[-1])), (why, move, t.facts, v.zones)
                given[why] += 1
            t = step(t, rng)
    assert set(given) == set(LED), sorted(set(LED) - set(given))


class TestReasons:
    """In positions that a learner knows."""

    def test_taking_nothing(self) -> None:
        assert told(position(1, "2C 8C KC 5S", trick="9C 3C TC", leader=1)) == ("8C", "ducks")
        assert told(position(3, "2S QS 5C 6C", trick="3S KS", leader=2)) == ("QS", "drops_points")
        assert told(position(5, "KH 2S 3S AD", trick="9C", leader=3)) == ("KH", "throws_points")
        assert told(position(5, "TC KC AC 2S", trick="9C 3C 4C", leader=1)) == ("AC", "takes_high")
        assert told(position(1, "2C AC KC AS KS QS AD KD")) == ("2C", "leads_low")

    def test_winning(self) -> None:
        assert told(position(8, "2C TC KC AC", trick="9C 3C 4C", leader=1, trump="S")) == (
            "TC",
            "takes_cheaply",
        )
        assert told(position(8, "2D AD 5S KS", trick="9C 3C 4S", leader=1, trump="S")) == ("5S", "trumps")
        assert told(position(8, "2C QC", trick="9C AC 4C", leader=1, trump="S")) == ("2C", "lets_go")

    def test_the_lottery(self) -> None:
        assert told(with_runs(position(12, "8S 9S TS 6H"), "7S", "7H")) == ("8S", "frees_own")
        assert told(with_runs(position(12, "8S AH 6D"), "7S", "7H 8H 9H TH JH QH KH", "7D")) == (
            "AH",
            "opens_nothing",
        )


def test_nobody_is_advised_but_who_is_to_move() -> None:
    t = to_deal(1)
    assert game.advice(view(t, (t.turn + 1) % 4), [("play", "2C")]) is None


def test_a_last_card_is_played_and_not_claimed() -> None:
    t = position(8, "AS", trump="S")
    assert game.advice(view(t, 0), [("play", "AS"), CLAIM]) == (("play", "AS"), "only_move")


def test_what_moves_are_worth_is_asked_of_the_expert() -> None:
    t = to_deal(3)
    legal = list(game.legal(t, t.turn))
    assert list(game.values(view(t, t.turn), legal, random.Random(1))) == legal
    assert game.values(view(t, t.turn), [*legal, CLAIM], random.Random(1)) == {}
    lottery = to_deal(12)
    assert (
        game.values(view(lottery, lottery.turn), list(game.legal(lottery, lottery.turn)), random.Random(1))
        == {}
    )


def test_the_page_has_words_for_every_reason_and_every_refusal() -> None:
    pages = FRONTEND / "src" / "games" / "kierki"
    words = (pages / "advice.ts").read_text()
    assert [why for why in LED if f"  {why}: '" not in words] == ["claim"]
    assert "verb === 'claim'" in words
    assert max(map(len, re.findall(r"  \w+: '(.*)',", words))) <= LINE
    told = (pages / "words.ts").read_text() + (FRONTEND / "src" / "table" / "words.ts").read_text()
    codes = re.findall(
        r'"(\w+)"', inspect.getsource(refusals.refusal) + inspect.getsource(refusals._not_to_this_trick)
    )
    refused = {code for code in codes if "_" in code or code == "illegal"}
    assert {"must_follow", "not_certain", "cannot_lay"} <= refused
    assert [code for code in sorted(refused) if code not in told] == []
