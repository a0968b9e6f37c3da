"""A game's day: its pages and its API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby import days
from compendium.lobby.models import Attempt
from tests.lobby.days.draw_of_the_day import MARCH, NOON, DrawOfTheDay, attempts_of, end
from tests.lobby.programs import Program, code_of


def test_one_click_from_home_and_no_account(at: Any, db: None, browser_of: Callable[..., Client]) -> None:
    newcomer = browser_of()
    assert "Draw of the day" in newcomer.get("/").content.decode()
    answer = newcomer.post("/day/draw")
    mine = Attempt.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{mine.table.code}")
    assert newcomer.post("/day/draw")["Location"] == answer["Location"]
    assert "Back to your table" in newcomer.get("/day/draw").content.decode()


def test_home_leads_to_the_ranking_once_one_has_played(
    person: Callable[..., Player], at: Any, browser_of: Callable[..., Client]
) -> None:
    ada = person()
    attempt = days.play(ada, "draw")
    browser = browser_of(ada)
    assert "Play: Draw of the day" in browser.get("/").content.decode()
    end(attempt, 2)
    for page in ("/", "/rules/draw"):
        text = browser.get(page).content.decode()
        assert ">Ranking</a>" in text
        assert "Play: Draw of the day" not in text


def test_the_page_of_a_day(person: Callable[..., Player], at: Any, browser_of: Callable[..., Client]) -> None:
    made = attempts_of([4, 4, 1], person)
    text = browser_of(made[2].player).get("/day/draw").content.decode()
    assert "You: place 3 of 3, 1 points." in text
    assert text.count('class="mine"') == 1
    assert 'href="/day/draw/2026-02-28"' in text
    at(NOON.replace(day=2))
    text = browser_of(person("Z")).get("/day/draw/2026-03-01").content.decode()
    assert "This day is over" in text
    assert 'href="/day/draw/2026-03-02"' in text


def test_a_day_that_is_over_is_played_for_practice_only(
    person: Callable[..., Player], at: Any, browser_of: Callable[..., Client]
) -> None:
    at(NOON.replace(day=2))
    browser_of(person()).post("/day/draw/2026-03-01")
    assert Attempt.objects.values_list("day", "ranked").get() == (MARCH, False)


@pytest.mark.parametrize("text", ["2026-03-02", "2026-3-1", "yesterday", "20260228", "2026-02-30"])
def test_there_is_no_such_day(text: str, at: Any, db: None, browser_of: Callable[..., Client]) -> None:
    assert browser_of().get(f"/day/draw/{text}").status_code == 404


def test_a_game_without_a_day_has_no_page(
    at: Any, db: None, browser_of: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DrawOfTheDay, "daily", None)
    assert browser_of().get("/day/draw").status_code == 404
    assert "of the day" not in browser_of().get("/rules/draw").content.decode()


def test_a_program_plays_the_day(person: Callable[..., Player], at: Any) -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    assert code_of(ada("POST", "days/draw", {"practice": True})) == (409, "play_first")
    status, first = ada("POST", "days/draw")
    assert (status, first["ranked"]) == (200, True)
    assert ada("POST", "days/draw")[1] == first
    end(Attempt.objects.get(), 6)
    _, shown = ada("GET", "days/draw")
    line = {"place": 1, "name": "Ada", "weave": 0, "result": "6 points", "you": True}
    assert (shown["you"], shown["ranking"], shown["count"]) == (line, [line], 1)
    assert (shown["day"], shown["over"], shown["table"]) == ("2026-03-01", True, first["code"])
    assert bob("GET", "days/draw/2026-03-01")[1]["ranking"] == [{**line, "you": False}]
    assert ada("POST", "days/draw", {"practice": True})[1]["ranked"] is False
    assert code_of(ada("GET", "days/draw/2026-03-09")) == (404, "unknown_day")
    assert code_of(ada("GET", "days/nothing")) == (404, "unknown_game")
