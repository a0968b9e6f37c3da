"""Playing at once, and the form for a new table."""

import json
import re
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.lobby.forms import TableForm
from compendium.lobby.models import Listing
from compendium.rules import registry
from compendium.tables.models import Table
from tests.lobby.draw import Draw
from tests.lobby.pages import Browsers, text

pytestmark = pytest.mark.django_db


def test_one_click_leads_to_a_game_against_bots(game: Draw, browser_of: Browsers) -> None:
    answer = browser_of().post("/play/draw")
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/t/{table.code}"
    assert table.state == "running"
    assert table.places.filter(player__isnull=False).count() == 1


def test_one_click_leads_to_practice_where_a_game_can_be_played_alone(
    game: Draw, browser_of: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offered() -> bool:
        cards = browser_of().get("/").context["games"]
        return next(card.alone for card in cards if card.slug == "draw")

    assert not offered()
    monkeypatch.setattr(Draw, "seats", lambda game, options: range(1, 6))
    assert offered()
    assert text(browser_of().get("/")).count("Practice alone") == 2  # and Nerts
    browser_of().post("/play/draw", {"seats": "1"})
    table = Table.objects.get()
    assert (table.state, table.seats, table.places.count()) == ("running", 1, 1)


@pytest.mark.parametrize(
    ("seats", "error"),
    [("1", "2 to 5 seats"), ("all", "could not be read"), ("9" * 5000, "could not be read")],
)
def test_a_number_of_seats_that_cannot_be_is_told_at_home(
    game: Draw, browser_of: Browsers, seats: str, error: str
) -> None:
    answer = browser_of().post("/play/draw", {"seats": seats}, follow=True)
    assert error in str([str(message) for message in answer.context["messages"]])
    assert not Table.objects.exists()


def test_playing_what_is_not_there_is_not_found_and_a_refusal_is_told_at_home(
    game: Draw, browser_of: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert browser_of().post("/play/chess").status_code == 404
    assert not Player.objects.exists()
    monkeypatch.setattr(Draw, "levels", {})
    answer = browser_of().post("/play/draw", follow=True)
    assert [str(message) for message in answer.context["messages"]] == ["There are no bots for this game."]


def test_pages_need_the_csrf_token(game: Draw, browser_of: Browsers) -> None:
    client = browser_of(enforce_csrf_checks=True)
    assert client.post("/play/draw").status_code == 403
    assert not Table.objects.exists()


def test_the_form_follows_the_games_options(game: Draw) -> None:
    form = TableForm(game)
    assert [field.name for field in form.table_fields] == ["public", "seats", "bots", "level"]
    kinds = {field.name: (field.label, field.widget_type, field.initial) for field in form.option_fields}
    assert kinds == {
        "option-cards": ("Cards", "number", 5),
        "option-pace": ("Pace", "radioselect", "slow"),
        "option-open_hands": ("Open hands", "checkbox", False),
    }
    assert form.fields["option-pace"].choices == [("slow", "Take your time"), ("fast", "Hurry")]
    assert form.fields["level"].choices == [("easy", "Easy <small>Takes any card</small>"), ("hard", "Hard")]


def test_the_form_says_with_what_an_option_means_something() -> None:
    def only(slug: str, name: str) -> Any:
        game = registry.get(slug)
        assert game is not None
        return json.loads(TableForm(game).fields[f"option-{name}"].widget.attrs.get("data-only", "null"))

    assert only("nerts", "target") == {"option-match": ["points"]}
    assert only("kierki", "early_end") == {"option-programme": ["full", "rozgrywka"]}
    assert only("kierki", "programme") is None


def test_a_preset_is_one_click(game: Draw, browser_of: Browsers) -> None:
    client = browser_of()
    page = client.get("/new/draw").content.decode()
    pressed = r'name="preset" value="(\w+)" formnovalidate aria-pressed="(\w+)"'
    assert re.findall(pressed, page) == [("usual", "true"), ("hasty", "false")]
    seats = {"seats": "3", "bots": "2", "level": "hard"}
    answer = client.post("/new/draw", {**seats, "option-cards": "7", "preset": "hasty"})
    assert re.findall(pressed, answer.content.decode()) == [("usual", "false"), ("hasty", "true")]
    kept = {field.name: field.value() for field in answer.context["form"].table_fields}
    assert kept == {**seats, "public": False}, "it is of options alone"
    assert not Table.objects.exists()
    form = TableForm(game, preset="hasty")
    values = {field.name: field.value() for field in form.option_fields}
    assert values == {"option-cards": 3, "option-pace": "fast", "option-open_hands": False}
    assert [one["chosen"] for one in form.presets] == [False, True]
    assert [one["chosen"] for one in TableForm(game, preset="none such").presets] == [True, False]
    changed = TableForm(game, {"option-cards": "4", "option-pace": "fast"}, preset="hasty")
    assert [one["chosen"] for one in changed.presets] == [False, False]


def test_a_table_is_made_from_the_form(game: Draw, browser_of: Browsers) -> None:
    asked = {
        "public": "on",
        "seats": "3",
        "bots": "1",
        "level": "hard",
        "option-cards": "7",
        "option-pace": "fast",
        "option-open_hands": "on",
    }
    client = browser_of()
    answer = client.post("/new/draw", asked)
    listing = Listing.objects.get()
    assert answer.headers["Location"] == f"/t/{listing.table.code}"
    assert listing.public
    assert listing.table.options == {"cards": 7, "pace": "fast", "open_hands": True}
    assert [place.bot for place in listing.table.places.all()] == ["", "hard"]
    assert listing.table.seats == 3


@pytest.mark.parametrize(
    ("changed", "field", "error"),
    [
        ({"option-cards": "10"}, "option-cards", "less than or equal to 9"),
        ({"option-cards": "x"}, "option-cards", "whole number"),
        ({"option-cards": "3"}, "option-cards", "a card for each of the 4 seats"),
        ({"option-pace": "brisk"}, "option-pace", "Select a valid choice"),
        ({"seats": "6"}, "seats", "less than or equal to 5"),
        ({"option-pace": "fast"}, None, "2 to 3 seats"),
        ({"bots": "4"}, "bots", "Leave a seat for yourself"),
        ({"level": "genius"}, "level", "Select a valid choice"),
    ],
)
def test_the_form_says_what_is_wrong_where(
    game: Draw, browser_of: Browsers, changed: dict[str, str], field: str | None, error: str
) -> None:
    good = {"seats": "4", "bots": "0", "level": "easy", "option-cards": "5", "option-pace": "slow"}
    answer = browser_of().post("/new/draw", {**good, **changed})
    assert answer.status_code == 422
    assert error in str(answer.context["form"].errors[field or "__all__"])
    assert not Table.objects.exists()
    assert not Player.objects.exists()
