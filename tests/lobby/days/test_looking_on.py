"""A game's day: who may look on, and what nobody is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby import days
from compendium.tables import models, store
from tests.lobby.days.draw_of_the_day import MARCH, end
from tests.lobby.programs import Program, code_of


def test_nobody_looks_on_who_has_not_played_the_same_cards(person: Callable[..., Player], at: Any) -> None:
    ada, bob, cy = person("Ada"), person("Bob"), person("Cy")
    hers, his = days.play(ada, "draw"), days.play(bob, "draw")

    def may(who: Player | None) -> bool:
        return store.may_look(hers.table_id, str(who.pk) if who else "")

    assert [may(ada), may(bob), may(cy), may(None)] == [True, False, False, False]
    end(his, 1)
    assert [may(bob), may(cy)] == [True, False]
    end(hers, 1)
    assert [may(cy), may(None)] == [False, False]
    at(datetime(2026, 3, 2, tzinfo=UTC))
    assert [may(cy), may(None)] == [True, True]


def test_how_a_table_was_played_is_told_to_whoever_has_played_too(
    person: Callable[..., Player], at: Any
) -> None:
    ada, bob = person("Ada"), person("Bob")
    hers, his = days.play(ada, "draw"), days.play(bob, "draw")
    end(hers, 1)
    path = f"tables/{hers.table.code}"
    assert Program(ada)("PATCH", path, {"public": True})[0] == 200
    assert code_of(Program(bob)("GET", f"{path}/log")) == (403, "not_shown")
    assert Program(ada)("GET", f"{path}/log")[0] == 200
    end(his, 1)
    assert Program(bob)("GET", f"{path}/log")[0] == 200


def test_nobody_is_advised_where_it_counts(person: Callable[..., Player], at: Any) -> None:
    ada = person()
    first = days.play(ada, "draw")
    assert code_of(Program(ada)("POST", f"tables/{first.table.code}/advice")) == (403, "it_counts")
    end(first, 1)
    again = days.practise(ada, "draw", MARCH)
    answer = Program(ada)("POST", f"tables/{again.table.code}/advice")
    assert answer[0] == 200 or code_of(answer) == (409, "not_your_turn")


def test_after_midnight_whoever_still_plays_may_not_look_on(person: Callable[..., Player], at: Any) -> None:
    ada, bob = person("Ada"), person("Bob")
    hers, his = days.play(ada, "draw"), days.play(bob, "draw")
    at(datetime(2026, 3, 2, tzinfo=UTC))
    assert not store.may_look(hers.table_id, str(bob.pk))
    end(his, 1)
    assert store.may_look(hers.table_id, str(bob.pk))


def test_a_table_closed_unplayed_shows_nobody_the_cards(person: Callable[..., Player], at: Any) -> None:
    ada, bob = person("Ada"), person("Bob")
    hers, his = days.play(ada, "draw"), days.play(bob, "draw")
    end(his, 0, over="abandoned")
    assert not store.may_look(hers.table_id, str(bob.pk))


def test_the_tables_page_leads_to_the_day(
    person: Callable[..., Player], at: Any, browser_of: Callable[..., Client]
) -> None:
    table = days.play(person(), "draw").table
    answer = browser_of(person("Bob")).get(f"/t/{table.code}")
    assert (answer.status_code, answer["Location"]) == (302, "/day/draw/2026-03-01")


def test_other_tables_are_watched_as_ever(table: models.Table) -> None:
    assert table.luck == ""
    assert store.find(table.code) == (table.pk, "")


def test_neither_pages_nor_the_api_tell_what_the_cards_follow_from(
    person: Callable[..., Player], at: Any, browser_of: Callable[..., Client], admin_client: Client
) -> None:
    ada = person()
    table = days.play(ada, "draw").table
    program = Program(ada)
    told = [
        browser_of(ada).get(f"/t/{table.code}").content.decode(),
        browser_of(ada).get("/day/draw").content.decode(),
        str(program("GET", f"tables/{table.code}")),
        str(program("GET", "days/draw")),
        admin_client.get(f"/admin/tables/table/{table.pk}/change/").content.decode(),
    ]
    assert table.luck
    for text in told:
        assert table.luck not in text
