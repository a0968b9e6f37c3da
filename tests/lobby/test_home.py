"""The home page."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby import lists
from compendium.lobby.models import Listing
from compendium.lobby.opening import Bot, open_table
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Table
from compendium.tables.start import start
from tests.lobby.draw import Draw
from tests.lobby.pages import Browsers, People, text

pytestmark = pytest.mark.django_db


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
    listing.table.places.filter(player=listing.maker).update(left_at=wall())
    assert len(browser_of(listing.maker).get("/").context["my_tables"]) == 1, "who left may come back"
    listing.table.places.filter(player=listing.maker).update(left_at=wall() - lists.WAY_BACK)
    assert browser_of(listing.maker).get("/").context["my_tables"] == []
    listing.table.places.update(left_at=None)
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
    # Session, player, three lists, who sits there, whose turn it is, the days played.
    with django_assert_max_num_queries(8):
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
