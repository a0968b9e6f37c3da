"""The lobby's pages."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.http import Http404
from django.test import Client, RequestFactory

from compendium.accounts.models import Player
from compendium.lobby.forms import TableForm
from compendium.lobby.joining import send_away
from compendium.lobby.models import Listing
from compendium.lobby.opening import Bot, open_table
from compendium.lobby.slashes import without
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.start import start
from tests.lobby.draw import Draw

People = Callable[..., Player]
Browsers = Callable[..., Client]

pytestmark = pytest.mark.django_db


@pytest.fixture
def listing(game: Draw, person: People) -> Listing:
    """Ada's public table for four."""
    return open_table(person("Ada"), game, {"cards": 5}, public=True)


def text(answer: Any) -> str:
    return answer.content.decode()


# Home.


def test_pages_answer_head(listing: Listing, game: Draw, browser_of: Browsers) -> None:
    """Link previews ask so before they fetch."""
    for path in ("/", f"/t/{listing.table.code}", f"/j/{listing.table.code}", f"/rules/{game.slug}"):
        assert browser_of().head(path).status_code == 200, path


def test_home_shows_games_and_tables(listing: Listing, game: Draw, browser_of: Browsers) -> None:
    running = open_table(listing.maker, game, {"cards": 5}, public=True, bots=[Bot(None, "easy")])
    start(running.table)
    open_table(listing.maker, game, {"cards": 5}, public=False)
    page = browser_of().get("/")
    assert page.status_code == 200
    draw = next(card for card in page.context["games"] if card.slug == "draw")
    assert (draw.name, draw.summary, draw.seats_text, draw.minutes) == ("Draw", "Take a card.", "2 to 5", 1)
    assert draw.art_url.endswith(".svg")
    assert [row.code for row in page.context["open_tables"]] == [listing.table.code]
    assert [row.code for row in page.context["running_tables"]] == [running.table.code]
    assert page.context["my_tables"] == []
    row = page.context["open_tables"][0]
    assert (row.game_name, row.host_name, row.free, row.note) == ("Draw", "Ada", 3, "Ada, 3 seats free")


def test_home_offers_no_seat_where_one_sits_or_was_sent_away(
    listing: Listing, person: People, browser_of: Browsers
) -> None:
    code = listing.table.code

    def offered(client: Client) -> bool:
        return f'href="/j/{code}"' in text(client.get("/"))

    bob = person("Bob")
    assert offered(browser_of())
    assert offered(browser_of(bob))
    assert not offered(browser_of(listing.maker))
    listing.barred.add(bob)
    assert not offered(browser_of(bob))
    assert offered(browser_of(person("Eve")))


def test_home_leads_back_to_ones_own_tables(listing: Listing, browser_of: Browsers) -> None:
    page = browser_of(listing.maker).get("/")
    assert [row.code for row in page.context["my_tables"]] == [listing.table.code]
    Table.objects.update(started_at=1, over_at=wall())
    assert browser_of(listing.maker).get("/").context["my_tables"] == []


def test_home_costs_the_same_however_many_tables_there_are(
    game: Draw, person: People, browser_of: Browsers, django_assert_max_num_queries: Any
) -> None:
    ada = person("Ada")
    client = browser_of(ada)
    client.get("/")
    for name in "BCDEF":
        made = open_table(person(name), game, {"cards": 5}, public=True, bots=[Bot(None, "easy")])
        seating.sit(made.table, ada)
        if name < "E":
            start(made.table)
    with django_assert_max_num_queries(6):  # session, player, three lists, who sits there
        page = client.get("/")
    assert len(page.context["my_tables"]) == 5


@pytest.mark.parametrize(
    "path", ["/", "/me", "/new/draw", "/rules/draw", "/t/{code}", "/j/{code}", "/j/{code}.svg"]
)
def test_a_visit_makes_nobody_a_guest(listing: Listing, browser_of: Browsers, path: str) -> None:
    answer = browser_of().get(path.format(code=listing.table.code))
    assert answer.status_code == 200
    assert Player.objects.count() == 1
    assert not Session.objects.exists()


# Playing at once, and making a table.


def test_one_click_leads_to_a_game_against_bots(game: Draw, browser_of: Browsers) -> None:
    answer = browser_of().post("/play/draw")
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/t/{table.code}"
    assert table.state == "running"
    assert table.places.filter(player__isnull=False).count() == 1


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


# The table's page.


def test_the_table_page_tells_its_island_what_it_needs(listing: Listing, browser_of: Browsers) -> None:
    code = listing.table.code
    boot = browser_of(listing.maker).get(f"/t/{code}").context["boot"]
    assert (boot["code"], boot["game"], boot["name"], boot["you_player"]) == (code, "draw", "Draw", True)
    assert boot["csrf"]
    assert boot["urls"]["invite"] == f"http://testserver/j/{code}"
    stranger = browser_of().get(f"/t/{code}").context["boot"]
    assert (stranger["you_player"], stranger["left"], stranger["barred"]) == (False, False, False)


def test_the_table_page_knows_who_has_left_and_who_was_sent_away(
    listing: Listing, person: People, browser_of: Browsers
) -> None:
    bob, code = person("Bob"), listing.table.code
    seating.sit(listing.table, bob)
    seating.add_bot(listing.table, None, "easy")
    assert listing.maker
    send_away(listing, listing.maker, 1)
    start(listing.table)
    seating.leave(listing.table, listing.maker)
    boots = [browser_of(who).get(f"/t/{code}").context["boot"] for who in (bob, listing.maker)]
    assert [(boot["left"], boot["barred"]) for boot in boots] == [(False, True), (True, False)]


def test_a_code_may_be_written_in_small_letters_and_an_unknown_one_is_not_found(
    listing: Listing, browser_of: Browsers
) -> None:
    code = listing.table.code
    assert browser_of().get(f"/t/{code.lower()}").headers["Location"] == f"/t/{code}"
    for path in ("/t/NOSUCH", "/j/NOSUCH", "/j/NOSUCH.svg", "/rules/chess", "/new/chess"):
        assert browser_of().get(path).status_code == 404


def test_a_table_whose_game_is_gone_can_still_be_opened(listing: Listing, browser_of: Browsers) -> None:
    Table.objects.update(game="gone")
    assert browser_of().get(f"/t/{listing.table.code}").context["boot"]["name"] == "gone"
    assert browser_of().get("/").status_code == 200


def test_the_rules_are_the_docstring_of_the_games_module(game: Draw, browser_of: Browsers) -> None:
    page = text(browser_of().get("/rules/draw"))
    assert "<h2>Points</h2>" in page
    assert "<li>The first taker gets −10.</li>" in page
    assert "1–3" in page


# Invitations.


def test_the_link_seats_whoever_has_a_name(listing: Listing, person: People, browser_of: Browsers) -> None:
    bob = person("Bob")
    answer = browser_of(bob).get(f"/j/{listing.table.code}")
    assert answer.headers["Location"] == f"/t/{listing.table.code}"
    assert listing.table.places.filter(player=bob, seat=1).exists()
    assert browser_of(bob).get(f"/j/{listing.table.code}").status_code == 302
    assert listing.table.places.count() == 2


def test_looking_at_a_link_takes_no_seat(listing: Listing, person: People, browser_of: Browsers) -> None:
    page = browser_of().get(f"/j/{listing.table.code}")
    assert (page.status_code, page.context["reason"]) == (200, "name")
    assert page.context["name"]
    browser_of(person("Bob")).get(f"/j/{listing.table.code}", headers={"Sec-Purpose": "prefetch"})
    assert listing.table.places.count() == 1


def test_a_newcomer_gives_a_name_and_is_seated(listing: Listing, browser_of: Browsers) -> None:
    client = browser_of()
    refused = client.post(f"/j/{listing.table.code}", {"name": " \u200b "})
    assert (refused.status_code, refused.context["error"]) == (422, "Choose a name that can be read.")
    assert Player.objects.count() == 1
    assert client.post(f"/j/{listing.table.code}", {"name": " Bob\n "}).status_code == 302
    assert listing.table.places.get(seat=1).name == "Bob"


def test_the_link_says_why_there_is_no_seat(listing: Listing, person: People, browser_of: Browsers) -> None:
    def reason(client: Client) -> str:
        reason: str = client.get(f"/j/{listing.table.code}").context["reason"]
        return reason

    bob = browser_of(person("Bob"))
    listing.barred.add(Player.objects.get(name="Bob"))
    assert reason(bob) == "kicked"
    listing.barred.clear()
    for _ in range(3):
        seating.add_bot(listing.table, None, "easy")
    assert reason(bob) == reason(browser_of()) == "full"
    start(listing.table)
    assert reason(bob) == reason(browser_of()) == "running"
    Table.objects.update(over_at=wall())
    assert reason(bob) == reason(browser_of()) == "over"


def test_the_link_gives_the_own_seat_back(listing: Listing, browser_of: Browsers) -> None:
    seating.add_bot(listing.table, None, "easy")
    start(listing.table)
    assert listing.maker
    seating.leave(listing.table, listing.maker)
    assert browser_of(listing.maker).get(f"/j/{listing.table.code}").status_code == 302
    assert Place.objects.get(player=listing.maker).stand_in == ""


def test_the_qr_code_is_a_picture_without_styles(listing: Listing, browser_of: Browsers) -> None:
    answer = browser_of().get(f"/j/{listing.table.code}.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert text(answer).startswith("<svg")
    assert "style" not in text(answer)


@pytest.mark.parametrize(
    "typed",
    [
        "{}",
        " {} ",
        "http://cards.example.org/t/{}",
        "https://cards.example.org:8443/sub/j/{}?from=mail#x",
        "cards.example.org/j/{}/",
        "/t/{}",
        "j/{}",
    ],
)
def test_a_typed_code_or_a_pasted_link_leads_to_its_invitation(
    listing: Listing, browser_of: Browsers, typed: str
) -> None:
    code = listing.table.code
    for written in (code, code.lower(), f"{code[:3].lower()}-{code[3:]}"):
        answer = browser_of().get("/j/", {"code": typed.format(written)})
        assert answer.headers["Location"] == f"/j/{code}"
    assert browser_of().get("/j/", {"code": f"{code[:3]} {code[3:]}"}).headers["Location"] == f"/j/{code}"


@pytest.mark.parametrize(
    "typed", ["../x", "a/b", "NOSUCH", "http://cards.example.org/", "½", "x" * 5000, "\0"]
)
def test_what_leads_to_no_table_is_told_next_to_the_box(browser_of: Browsers, typed: str) -> None:
    answer = browser_of().get("/j/", {"code": typed})
    assert answer.status_code == 404
    assert answer.context["problem"] == "There is no table with this code."
    assert answer.context["problem"] in text(answer)
    assert browser_of().get("/j/", {"code": " "}).status_code == 200


def test_a_page_that_is_not_there_asks_for_the_code_again(browser_of: Browsers) -> None:
    page = browser_of().get("/t/NOSUCH")
    assert page.status_code == 404
    assert 'action="/j/"' in text(page)


# Addresses as people write them.


def test_a_slash_too_many_is_taken_off(listing: Listing, game: Draw, browser_of: Browsers) -> None:
    for path in (f"/t/{listing.table.code}", f"/j/{listing.table.code}", "/rules/draw", "/me", "/new/draw"):
        answer = browser_of().get(f"{path}/")
        assert (answer.status_code, answer.headers["Location"]) == (301, path)
    assert browser_of().get("/me/?a=b").headers["Location"] == "/me?a=b"


@pytest.mark.parametrize("path", ["/nope/", "/\\example.org/", "/%0A/", "/.//example.org//"])
def test_it_leads_nowhere_else(browser_of: Browsers, path: str) -> None:
    assert browser_of().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/example.org", "/example.org/", "//example.org", "\\example.org/"])
def test_it_leads_to_no_other_host(path: str) -> None:
    with pytest.raises(Http404):
        without(RequestFactory().get("/"), path)


def test_an_address_of_a_button_leads_to_its_page(game: Draw, browser_of: Browsers) -> None:
    for path, page in (("/play/draw", "/"), ("/me/tokens", "/me"), ("/me/tokens/1/revoke", "/me")):
        assert browser_of().get(path).headers["Location"] == page
        assert browser_of().put(path).status_code == 405
    assert not Table.objects.exists()
