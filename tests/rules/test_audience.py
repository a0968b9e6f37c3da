"""What an audience may know: views, redacted ops, and who must be told apart."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest

from compendium.rules import Kind, Op, Table, audiences, redact, sees, shown, view


def table() -> Table:
    """Two hands, a hidden stock, a pile of which the top is seen, and a public zone."""
    t = Table(2).draft()
    t.zone("h0", ["AS", "2S", "3S"], see="owner", owner=0)
    t.zone("h1", ["AH", "2H", "3H"], see="owner", owner=1)
    t.zone("stock", ["AC", "2C", "3C"], see="none")
    t.zone("pile", ["AD", "2D", "3D"], see="top")
    t.zone("out", ["KS"])
    t.set(turn=0)
    return t.draft()


def told(after: Table, audience: int | None, before: Table | None = None) -> list[Op]:
    """What an audience is told of a draft's ops."""
    return redact(before or table(), after, audience)


@pytest.mark.parametrize(
    ("kind", "seen_by"),
    [
        (Kind("all"), {0, 1, None}),
        (Kind("all", 0), {0, 1, None}),
        (Kind("owner", 0), {0}),
        (Kind("owner", None), set()),
        (Kind("none"), set()),
        (Kind("none", 1), set()),
        (Kind("top"), set()),
    ],
)
def test_who_sees_a_zone(kind: Kind, seen_by: set[int | None]) -> None:
    assert {audience for audience in (0, 1, None) if sees(kind, audience)} == seen_by


def test_a_zone_is_shown_as_cards_or_a_count_or_its_top() -> None:
    t = table()
    assert shown(t, "h0", 0) == ("AS", "2S", "3S")
    assert shown(t, "h0", 1) == shown(t, "h0", None) == shown(t, "stock", 0) == 3
    assert shown(t, "pile", 0) == [3, "3D"]
    t.move("pile", "out", *t["pile"])
    assert shown(t, "pile", 0) == [0, None]


def test_a_view_reads_like_a_table() -> None:
    v = view(table(), 1)
    assert (v.seat, v.seats, v.now) == (1, range(2), 0)
    assert v["h1"] == ("AH", "2H", "3H")
    assert v["h0"] == 3
    assert v.turn == 0
    assert v.zones["pile"] == ("top", None, [3, "3D"])
    with pytest.raises(AttributeError, match="no fact 'trump'"):
        _ = v.trump


def test_a_view_goes_to_other_processes_and_to_json() -> None:
    v = view(table(), 1)
    assert pickle.loads(pickle.dumps(v)) == v
    assert msgspec.json.decode(msgspec.json.encode(v.zones))["h1"] == ["owner", 1, ["AH", "2H", "3H"]]


def test_the_topmost_cards_of_a_seen_zone_that_go_out_of_sight_are_counted() -> None:
    t = table()
    t.move("out", "stock", "KS")
    assert told(t, 0) == [("m", "out", "stock", 1)]
    t = table()
    t.move("h0", "stock", "3S", "2S")
    assert told(t, 0) == told(t, 1) == [("m", "h0", "stock", 2)]


def test_other_cards_of_a_seen_zone_that_go_out_of_sight_are_named_to_whoever_saw_them() -> None:
    t = table()
    t.move("h0", "stock", "AS", "3S")
    assert told(t, 0) == [("m", "h0", "stock", ("AS", "3S"))]
    assert told(t, 1) == [("m", "h0", "stock", 2)]
    t = table()
    t.order("h0", ["3S", "2S", "AS"])
    t.move("h0", "stock", "AS", "2S")
    assert told(t, 0)[-1] == ("m", "h0", "stock", ("AS", "2S")), "the order before the entry is another one"


def test_a_card_that_is_played_is_named_to_all() -> None:
    t = table()
    t.move("h0", "out", "2S")
    for audience in (0, 1, None):
        assert told(t, audience) == [("m", "h0", "out", ("2S",))]


def test_a_card_between_hidden_zones_is_named_only_to_who_sees_one_of_them() -> None:
    t = table()
    t.move("stock", "h0", "3C")
    t.move("h1", "stock", "AH", at=0)
    assert told(t, 0) == [("m", "stock", "h0", ("3C",)), ("m", "h1", "stock", 1, 0)]
    assert told(t, 1) == [("m", "stock", "h0", 1), ("m", "h1", "stock", ("AH",), 0)]
    assert told(t, None) == [("m", "stock", "h0", 1), ("m", "h1", "stock", 1, 0)]


def test_a_new_order_of_a_hidden_zone_is_only_a_fact() -> None:
    t = table()
    t.order("h0", ["3S", "2S", "AS"])
    t.order("stock", ["3C", "2C", "AC"])
    assert told(t, 0) == [("o", "h0", ("3S", "2S", "AS")), ("o", "stock", None)]
    assert told(t, 1) == [("o", "h0", None), ("o", "stock", None)]


def test_of_a_pile_only_the_last_top_of_an_entry_is_told() -> None:
    t = table()
    t.move("stock", "pile", "3C", "2C")
    t.move("pile", "stock", "2C")
    t.order("pile", ["3C", "3D", "2D", "AD"])
    t.set(turn=1)
    assert told(t, None) == [
        ("m", "stock", "pile", 2),
        ("m", "pile", "stock", 1),
        ("s", {"turn": 1}),
        ("o", "pile", "AD"),
    ]


def test_an_empty_pile_has_no_top() -> None:
    t = table()
    t.move("pile", "h0", *t["pile"])
    assert told(t, 0) == [("m", "pile", "h0", ("AD", "2D", "3D")), ("o", "pile", None)]
    assert told(t, 1) == [("m", "pile", "h0", 3), ("o", "pile", None)]


def test_dealing_thirteen_cards_into_a_pile_shows_one() -> None:
    t = Table(1).draft()
    t.zone("stock", [f"{n}" for n in range(20)], see="none")
    t.zone("n0", see="top")
    t.deal("stock", "n0", 13)
    ops = told(t, None, Table(1))
    assert ops == [
        ("z", "stock", "none", None, 20),
        ("z", "n0", "top", None, 0),
        ("m", "stock", "n0", 13),
        ("o", "n0", "7"),
    ]


def test_new_zones_are_laid_out_as_each_may_see_them() -> None:
    t = Table(2).draft()
    t.zone("h0", ["AS"], see="owner", owner=0)
    t.zone("pile", ["2S", "3S"], see="top")
    before = Table(2)
    assert told(t, 0, before) == [
        ("z", "h0", "owner", 0, ("AS",)),
        ("z", "pile", "top", None, 2),
        ("o", "pile", "3S"),
    ]
    assert told(t, 1, before)[0] == ("z", "h0", "owner", 0, 1)


def test_a_zone_that_changes_its_visibility_tells_from_then_on() -> None:
    t = table()
    t.move("stock", "h1", *t["stock"])
    t.zone("stock", see="all")
    t.move("h1", "stock", "AC")
    assert told(t, 0) == [
        ("m", "stock", "h1", 3),
        ("z", "stock", "all", None, ()),
        ("m", "h1", "stock", ("AC",)),
    ]


def test_only_owners_of_touched_zones_are_told_apart() -> None:
    def apart(*moves: tuple[Any, ...]) -> set[int | None]:
        t = table()
        for move in moves:
            t.move(*move)
        return audiences(table(), t)

    assert apart() == {None}
    assert apart(("stock", "out", "AC")) == {None}
    assert apart(("h0", "out", "AS")) == {None, 0}
    assert apart(("h0", "out", "AS"), ("stock", "h1", "AC")) == {None, 0, 1}


def test_who_owned_a_zone_before_it_was_laid_anew_is_told_apart() -> None:
    t = table()
    t.move("h0", "stock", *t["h0"])
    t.zone("h0", see="none")
    assert audiences(table(), t) == {None, 0}


def test_an_owner_in_the_middle_of_an_entry_is_told_apart_too() -> None:
    before = table()
    t = before.draft()
    t.zone("spare", see="owner", owner=0)
    t.move("stock", "spare", "AC")
    t.move("spare", "stock", "AC")
    t.zone("spare", see="owner", owner=1)
    assert audiences(before, t) == {None, 0, 1}
    assert told(t, 0, before)[1] == ("m", "stock", "spare", ("AC",))


def test_facts_are_told_to_all() -> None:
    t = table()
    t.set(trump="H")
    assert told(t, None) == told(t, 1) == [("s", {"trump": "H"})]
    assert audiences(table(), t) == {None}
