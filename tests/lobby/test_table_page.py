"""A table's page, and the rules'."""

import pytest

from compendium.lobby.joining import send_away
from compendium.lobby.models import Listing
from compendium.tables import seating
from compendium.tables.models import Table
from compendium.tables.start import start
from tests.lobby.draw import Draw
from tests.lobby.pages import Browsers, People, text

pytestmark = pytest.mark.django_db


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
