"""Invitations: links, codes and their picture."""

import pytest
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby.models import Listing
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.start import start
from tests.lobby.pages import Browsers, People, text

pytestmark = pytest.mark.django_db


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
