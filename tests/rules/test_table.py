"""The table: four ops, drafts, luck and what survives a way through JSON."""

from __future__ import annotations

import copy
import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium.rules import Chance, Kind, Table, fold
from compendium.rules.cards import DECK
from compendium.rules.table import RESERVED, Seeded


def table(**zones: str) -> Table:
    """A draft of two seats with some public zones: ``table(a="AS 2S")``."""
    t = Table(2).draft()
    for name, cards in zones.items():
        t.zone(name, cards.split())
    t.ops.clear()
    return t


def test_a_new_table_has_the_reserved_facts() -> None:
    assert Table(3).facts == {
        "turn": None,
        "over": None,
        "score": [0, 0, 0],
        "wake_at": None,
        "late": None,
    }


def test_a_zone_lies_bottom_to_top_with_its_visibility() -> None:
    t = table()
    t.zone("h0", ["AS", "2S"], see="owner", owner=0)
    assert t["h0"] == ("AS", "2S")
    assert t.kinds["h0"] == Kind("owner", 0)
    assert t.ops == [("z", "h0", "owner", 0, ("AS", "2S"))]


def test_a_zone_may_be_laid_again_only_while_it_is_empty() -> None:
    t = table(a="AS", b="")
    t.zone("b", ["2S"], see="none")
    assert t.kinds["b"].see == "none"
    with pytest.raises(ValueError, match="in use"):
        t.zone("a")


@pytest.mark.parametrize("wrong", [{"see": "some"}, {"see": "owner"}, {"see": "owner", "owner": 2}])
def test_a_zone_needs_a_known_visibility_and_an_owner_at_the_table(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"visibility|owner"):
        table().zone("a", **wrong)  # type: ignore[arg-type]


def test_cards_move_onto_the_top_in_the_order_given() -> None:
    t = table(a="AS 2S 3S", b="KH")
    t.move("a", "b", "3S", "2S")
    assert (t["a"], t["b"]) == (("AS",), ("KH", "3S", "2S"))


def test_cards_move_from_anywhere_in_a_zone() -> None:
    t = table(a="AS 2S 3S", b="")
    t.move("a", "b", "AS", "3S")
    assert (t["a"], t["b"]) == (("2S",), ("AS", "3S"))


def test_at_counts_from_the_bottom_of_the_target() -> None:
    t = table(a="AS 2S", b="KH QH")
    t.move("a", "b", "2S", at=0)
    t.move("a", "b", "AS", at=2)
    assert t["b"] == ("2S", "KH", "AS", "QH")
    assert t.ops == [("m", "a", "b", ("2S",), 0), ("m", "a", "b", ("AS",), 2)]


def test_a_zone_can_be_turned_round_within_itself() -> None:
    t = table(a="AS 2S 3S")
    t.move("a", "a", "3S", at=0)
    assert t["a"] == ("3S", "AS", "2S")


@pytest.mark.parametrize("at", [-1, 3])
def test_a_place_outside_the_target_is_an_error(at: int) -> None:
    with pytest.raises(ValueError, match="no place"):
        table(a="AS", b="KH QH").move("a", "b", "AS", at=at)


def test_moving_nothing_records_nothing() -> None:
    t = table(a="AS", b="")
    t.move("a", "b")
    t.deal("b", "a", 5)
    assert t.ops == []


@pytest.mark.parametrize("cards", [("2H",), ("AS", "AS"), ("AS", "2S", "3S")])
def test_only_cards_that_are_there_can_move(cards: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not in list"):
        table(a="AS 2S", b="").move("a", "b", *cards)


def test_unknown_zones_are_errors() -> None:
    with pytest.raises(KeyError):
        table(a="AS").move("a", "b", "AS")
    with pytest.raises(KeyError):
        table(a="AS").move("b", "a", "AS")


def test_an_order_has_exactly_the_zones_cards() -> None:
    t = table(a="AS 2S")
    t.order("a", ["2S", "AS"])
    assert t["a"] == ("2S", "AS")
    for wrong in (["2S"], ["2S", "2S"], ["2S", "3S"]):
        with pytest.raises(ValueError, match="not the cards"):
            t.order("a", wrong)


def test_facts_are_read_as_attributes() -> None:
    t = table()
    t.set(trump="H", deal=3)
    assert t.trump == "H"
    assert t.facts["deal"] == 3
    with pytest.raises(AttributeError, match="no fact 'dealer'"):
        _ = t.dealer


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_reserved_names_cannot_be_facts(name: str) -> None:
    with pytest.raises(ValueError, match="reserved"):
        table().set(**{name: 1})


def test_dealing_takes_cards_off_the_top_one_by_one() -> None:
    t = table(a="AS 2S 3S", b="")
    t.deal("a", "b", 2)
    assert (t["a"], t["b"]) == (("AS",), ("3S", "2S"))
    t.deal("a", "b", 2)
    assert " ".join(t["b"]) == "3S 2S AS"


def test_points_and_turns() -> None:
    t = table()
    t.add(1, -20)
    assert t.score == [0, -20]
    assert (t.next(0), t.next(1)) == (1, 0)


def test_what_is_kept_is_no_fact_and_no_op() -> None:
    t = table()
    t.keep("seed", 7)
    t.keep("other", [1])
    assert t.kept == t.secret == {"seed": 7, "other": [1]}
    assert t.ops == []
    assert "seed" not in t.facts
    assert t.draft().kept == t.kept
    assert t.draft().secret == {}


def test_a_draft_leaves_its_table_untouched() -> None:
    t = table(a="AS 2S", b="")
    before = copy.deepcopy((t.piles, t.kinds, t.facts, t.kept, t.now, t.ops))
    draft = t.draft(5)
    draft.move("a", "b", "2S")
    draft.zone("c", see="none")
    draft.add(0, 10)
    draft.keep("x", 1)
    assert (t.piles, t.kinds, t.facts, t.kept, t.now, t.ops) == before
    assert (draft.now, t["b"], draft["b"]) == (5, (), ("2S",))


def test_time_never_goes_back() -> None:
    t = table().draft(100)
    assert t.draft(50).now == 100
    assert t.draft().now == 100
    assert t.draft(101).now == 101


def test_tables_can_be_copied_and_pickled() -> None:
    t = Table(2, chance=Chance.seeded(1)).draft()
    t.zone("a", ["AS"])
    t.set(turn=1)
    for other in (copy.copy(t), copy.deepcopy(t), pickle.loads(pickle.dumps(t))):
        assert (other["a"], other.turn, other.seats) == (("AS",), 1, range(2))


def test_folding_what_json_kept_gives_the_same_table() -> None:
    t = Table(2).draft()
    t.zone("stock", DECK, see="none")
    t.shuffle("stock")
    t.zone("h0", see="owner", owner=0)
    t.deal("stock", "h0", 5)
    t.move("h0", "stock", t["h0"][2], at=0)
    t.set(turn=1, sheet=[[1, [0, 0]]])
    other = Table(2).draft()
    for op in json.loads(json.dumps(t.ops)):
        fold(other, op)
    assert (other.piles, other.kinds, other.facts) == (t.piles, t.kinds, t.facts)
    assert other.ops == []


# Luck.


def test_cards_read_from_many_logs_are_one_text_each() -> None:
    ops = [
        ["z", "stock", "none", None, ["AS", "2S"]],
        ["o", "stock", ["2S", "AS"]],
        ["z", "h0", "owner", 0, []],
        ["m", "stock", "h0", ["AS", "2S"]],
    ]
    tables = []
    for _ in range(2):
        t = table()
        for op in json.loads(json.dumps(ops)):
            fold(t, op)
        tables.append(t)
    one, other = tables
    assert one["h0"] == ("AS", "2S")
    assert all(card is same for card, same in zip(one["h0"], other["h0"], strict=True))


def test_a_seed_repeats_its_luck_and_each_deal_has_its_own() -> None:
    def dealt(seed: int, deal: object, drawn_before: int = 0) -> tuple[str, ...]:
        t = Table(2, chance=Chance.seeded(seed)).draft()
        t.zone("stock", DECK)
        for _ in range(drawn_before):
            t.rng.random()
        t.shuffle("stock", deal=deal)
        return t["stock"]

    assert dealt(1, 1) == dealt(1, 1) == dealt(1, 1, drawn_before=3)
    assert dealt(1, 1) != dealt(1, 2)
    assert dealt(1, 1) != dealt(2, 1)
    assert sorted(dealt(1, 1)) == sorted(DECK)


def test_a_shuffle_does_not_depend_on_how_the_cards_came_there() -> None:
    def dealt(cards: tuple[str, ...]) -> tuple[str, ...]:
        t = Table(2, chance=Chance.seeded(1)).draft()
        t.zone("stock", cards)
        t.shuffle("stock", deal=4)
        return t["stock"]

    assert dealt(DECK) == dealt(DECK[::-1])


def test_a_deal_can_be_given_beforehand() -> None:
    given_deal = tuple(random.Random(1).sample(DECK, 52))
    for chance in (Chance(deals={(3, 0): given_deal}), Seeded(5, {(3, 0): given_deal})):
        t = Table(2, chance=chance).draft()
        t.zone("stock", DECK)
        t.shuffle("stock", deal=(3, 0))
        assert t["stock"] == given_deal
        t.shuffle("stock", deal=(3, 1))
        assert t["stock"] != given_deal


def test_a_given_deal_must_be_the_zones_cards() -> None:
    t = Table(2, chance=Chance(deals={0: ["AS"]})).draft()
    t.zone("stock", DECK)
    with pytest.raises(ValueError, match="not the cards"):
        t.shuffle("stock")


def test_without_a_seed_luck_cannot_be_repeated() -> None:
    assert isinstance(Table(2).rng, random.SystemRandom)
    assert isinstance(Table(2).deal_rng(1), random.SystemRandom)


@given(st.data())
def test_cards_never_get_lost_or_doubled_whatever_moves(data: st.DataObject) -> None:
    t = table(a=" ".join(DECK[:8]), b="", c=" ".join(DECK[8:10]))
    for _ in range(data.draw(st.integers(1, 12))):
        source, target = data.draw(st.permutations("abc"))[:2]
        cards = data.draw(st.lists(st.sampled_from(t[source]), unique=True)) if t[source] else []
        at = data.draw(st.none() | st.integers(0, len(t[target])))
        t.move(source, target, *cards, at=at)
        place = len(t[target]) - len(cards) if at is None else at
        assert t[target][place : place + len(cards)] == tuple(cards)
    assert sorted(card for zone in "abc" for card in t[zone]) == sorted(DECK[:10])
