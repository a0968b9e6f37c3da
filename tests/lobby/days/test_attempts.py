"""A game's day: one attempt that counts, in its own time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby import days, ranking
from compendium.lobby.models import Attempt
from compendium.tables import empty, models, seating
from compendium.tables.clock import Clock
from tests.lobby.days.draw_of_the_day import MARCH, NOON, DrawOfTheDay, cards, end


def test_whoever_asks_again_is_led_to_the_same_table(person: Callable[..., Player], at: Any) -> None:
    ada = person()
    first = days.play(ada, "draw")
    assert days.play(ada, "draw") == first
    end(first, 3)
    assert days.play(ada, "draw") == first
    assert models.Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_open_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = Player.objects.create(name="Ada")
    meet = threading.Barrier(2)
    looked: Callable[..., Any] = days.ranked
    got: list[Attempt] = []

    def both_find_none(*args: Any) -> Any:
        found = looked(*args)
        if found is None:
            meet.wait(30)
        return found

    def click() -> None:
        try:
            got.append(days.play(ada, "draw"))
        finally:
            connection.close()

    monkeypatch.setattr(days, "ranked", both_find_none)
    clicks = [threading.Thread(target=click) for _ in range(2)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join(60)
    assert len(got) == 2
    assert got[0].table_id == got[1].table_id
    assert models.Table.objects.count() == Attempt.objects.count() == 1


def test_practice_comes_after_the_attempt_and_does_not_rank(
    person: Callable[..., Player], at: Any, browser_of: Callable[..., Client]
) -> None:
    ada = person()
    with pytest.raises(seating.Refused, match="play_first"):
        days.practise(ada, "draw", MARCH)
    first = days.play(ada, "draw")
    with pytest.raises(seating.Refused, match="play_first"):
        days.practise(ada, "draw", MARCH)
    dealt = cards(first)
    end(first, 1)
    again = days.practise(ada, "draw", MARCH)
    assert again.table_id != first.table_id
    assert cards(again) == dealt
    assert days.practise(ada, "draw", MARCH) == again
    for attempt, words in ((first, "Draw of the day"), (again, "Practice: Draw of the day")):
        boot = browser_of(ada).get(f"/t/{attempt.table.code}").context["boot"]
        assert boot["name"] == words
        assert boot["day"]["ranked"] == attempt.ranked
    end(again, 100)
    found = ranking.of("draw", MARCH, ada)
    assert [line.words for line in found.lines] == ["1 points"]


def test_what_is_begun_before_midnight_counts_for_its_day(person: Callable[..., Player], at: Any) -> None:
    ada = person()
    at(datetime(2026, 3, 1, 23, 59, 59, 999_000, tzinfo=UTC))
    evening = days.play(ada, "draw")
    at(datetime(2026, 3, 2, tzinfo=UTC))
    end(evening, 7)
    morning = days.play(ada, "draw")
    assert (evening.day, morning.day) == (MARCH, date(2026, 3, 2))
    assert [line.words for line in ranking.of("draw", MARCH, None).lines] == ["7 points"]
    assert ranking.of("draw", morning.day, None).count == 0


def test_a_table_left_overnight_is_gone_on_with_on_its_day(person: Callable[..., Player], at: Any) -> None:
    ada = person()
    evening = days.play(ada, "draw")
    at(NOON.replace(day=2))
    assert days.practise(ada, "draw", MARCH) == evening


def test_leaving_keeps_the_seat(person: Callable[..., Player], at: Any) -> None:
    ada = person()
    table = days.play(ada, "draw").table
    seating.leave(table, ada)
    mine = table.places.get(player=ada)
    assert (mine.left_at, mine.stand_in) == (None, "")


def test_a_race_of_the_day_is_never_put_to_rest(
    person: Callable[..., Player], at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DrawOfTheDay, "realtime", True)
    table = days.play(person(), "draw").table
    empty.look([], table.started_at + 2 * seating.EMPTY_AFTER)
    table.refresh_from_db()
    assert (table.paused_at, table.head) == (None, 1)
    assert Clock(table.started_at, table.paused_at, table.skipped).at(table.started_at + 9) == 9
    monkeypatch.setattr(DrawOfTheDay, "realtime", False)
    models.Table.objects.update(look_at=0)
    empty.look([], table.started_at + 2 * seating.EMPTY_AFTER)
    table.refresh_from_db()
    assert table.paused_at is not None
