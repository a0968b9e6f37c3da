"""Advice in practice games; and games that are over, as they were played and how well."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.rules import registry
from compendium.tables import asking
from compendium.tables.clock import wall
from compendium.tables.models import Entry, Table
from compendium.testing.playthrough import Entry as Played
from tests.browser.positions import Position, in_a_trick, over, reach
from tests.lobby.programs import Program, code_of

People = Callable[..., Player]
pytestmark = pytest.mark.django_db


def lay(code: str, entries: list[Played], player: str = "") -> Table:
    """Entries written to a table that has begun, as if they had been played there."""
    table = Table.objects.get(code=code)
    Entry.objects.filter(table=table).delete()
    Entry.objects.bulk_create(
        Entry(
            table=table,
            seq=one.seq,
            at=one.at,
            seat=one.seat,
            player=player,
            move_id="",
            move=json.dumps(one.move),
            ops=json.dumps(one.ops),
            secret="",
        )
        for one in entries
    )
    table.head = entries[-1].seq
    table.over_at = wall() if entries[-1].table.over else None
    table.save()
    return table


@pytest.fixture
def played(person: People) -> Callable[[Position], tuple[Program, str]]:
    """A table of Kierki with three bots, somewhere in a game; its one person, and its path."""

    def make(position: Position, **more: Any) -> tuple[Program, str]:
        asking._asked.clear()
        ada = Program(person("Ada"))
        bots = [{"level": "normal"}] * 3
        status, table = ada(
            "POST", "tables", {"game": "kierki", "seats": 4, "bots": bots, "start": True, **more}
        )
        assert status == 200, table
        lay(table["code"], reach(position))
        return ada, f"tables/{table['code']}"

    return make


Make = Callable[..., tuple[Program, str]]


def test_advice_is_a_legal_move_and_why(played: Make) -> None:
    ada, path = played(in_a_trick(3))
    status, answer = ada("POST", f"{path}/advice")
    game, last = registry.get("kierki"), reach(in_a_trick(3))[-1].table
    assert game is not None
    assert status == 200
    assert tuple(answer["move"]) in list(game.legal(last, 0))
    assert answer["why"]


def test_there_is_no_advice_where_other_people_play(played: Make, person: People) -> None:
    ada, path = played(in_a_trick(3))
    table = Table.objects.get(code=path.split("/")[1])
    table.places.filter(seat=1).update(bot="", player=person("Bob"))
    assert code_of(ada("POST", f"{path}/advice")) == (403, "not_practice")


def test_there_is_no_advice_for_others_nor_out_of_turn(played: Make, person: People) -> None:
    ada, path = played(in_a_trick(3))
    assert code_of(Program(person("Eve"))("POST", f"{path}/advice")) == (409, "not_here")
    assert code_of(Program()("POST", f"{path}/advice")) == (401, "nobody")
    ada, path = played(over)
    assert code_of(ada("POST", f"{path}/advice")) == (409, "not_your_turn")


def test_advice_is_not_asked_for_all_the_time(played: Make) -> None:
    ada, path = played(in_a_trick(3))
    answers = [ada("POST", f"{path}/advice")[0] for _ in range(12)]
    assert answers[:6] == [200] * 6
    assert 429 in answers


def test_a_game_that_goes_on_is_compared_and_shown_to_nobody_else(played: Make, person: People) -> None:
    ada, path = played(in_a_trick(3), public=True)
    assert code_of(ada("POST", f"{path}/review", {"first": 1, "last": 400})) == (409, "not_over")
    assert code_of(Program(person("Eve"))("GET", f"{path}/log")) == (409, "not_over")
    Table.objects.get(code=path.split("/")[1]).places.filter(seat=0).update(left_at=wall())
    assert code_of(ada("GET", f"{path}/log")) == (409, "not_over")


def test_a_game_that_goes_on_is_told_as_the_seat_saw_it(played: Make) -> None:
    """Own cards as dealt, others' once they lay open: nothing of what is still in their hands."""
    ada, path = played(in_a_trick(3))
    entries = reach(in_a_trick(3))
    status, log = ada("GET", f"{path}/log")
    assert (status, log["you"], len(log["entries"])) == (200, 0, len(entries))
    assert all(move is None for _, _, seat, move, _ in log["entries"] if seat != 0)
    last = entries[-1].table
    hidden = {card for seat in (1, 2, 3) for card in last[f"h{seat}"]}
    this_deal = [op for entry in log["entries"] for op in entry[4]]
    dealt = [n for n, op in enumerate(this_deal) if op[:2] == ["o", "stock"]]
    told = {
        card for op in this_deal[dealt[-1] :] if op[0] == "m" and isinstance(op[3], list) for card in op[3]
    }
    assert {op[2] for op in this_deal if op[:2] == ["o", "stock"]} == {None}
    assert len(hidden) == 24
    assert not told & hidden
    assert set(last["h0"]) <= told


def test_it_is_not_asked_for_all_the_time(played: Make) -> None:
    ada, path = played(in_a_trick(3))
    assert 429 in [ada("GET", f"{path}/log")[0] for _ in range(12)]


def test_a_game_that_is_over_is_shown_to_those_who_sat_there(played: Make, person: People) -> None:
    ada, path = played(over)
    entries = reach(over)
    status, log = ada("GET", f"{path}/log")
    assert status == 200
    assert (log["game"], log["seats"], log["you"], len(log["entries"])) == ("kierki", 4, 0, len(entries))
    assert log["entries"][7] == json.loads(
        json.dumps([8, entries[7].at, entries[7].seat, entries[7].move, entries[7].ops])
    )
    eve = Program(person("Eve"))
    assert code_of(eve("GET", f"{path}/log")) == (403, "not_shown")
    assert code_of(eve("POST", f"{path}/review", {"first": 1, "last": 400})) == (409, "not_here")


def test_a_public_game_that_is_over_is_shown_to_everybody(played: Make) -> None:
    _, path = played(over, public=True)
    status, log = Program()("GET", f"{path}/log")
    assert (status, log["you"]) == (200, None)


def test_own_decisions_are_compared(played: Make) -> None:
    ada, path = played(over)
    entries = reach(over)
    first = next(n for n, e in enumerate(entries, 1) if e.table.facts["deal"] == 3)
    last = next(n for n, e in enumerate(entries, 1) if e.table.facts["deal"] == 4)
    status, judged = ada("POST", f"{path}/review", {"first": first, "last": last})
    assert status == 200
    assert judged
    _, again = ada("POST", f"{path}/review", {"first": first, "last": last})
    values = {one["seq"]: one["values"] for one in judged}
    assert {one["seq"] for one in again} & set(values), "a busy machine may leave out the last ones"
    assert all(one["values"] == values.get(one["seq"], one["values"]) for one in again)
    for one in judged:
        entry = entries[one["seq"] - 1]
        assert (entry.seat, list(entry.move or ())) == (0, one["move"])
        assert len(one["values"]) > 1
        assert one["move"] in [move for move, _ in one["values"]]
        assert all(-240 <= points <= 0 for _, points in one["values"])


def test_what_a_bot_played_for_somebody_is_no_decision(played: Make) -> None:
    ada, path = played(over)
    Entry.objects.filter(table__code=path.split("/")[1]).update(player="bot:0.0")
    assert ada("POST", f"{path}/review", {"first": 1, "last": 100}) == (200, [])
