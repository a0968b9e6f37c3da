"""Addresses as people write them."""

import pytest
from django.http import Http404
from django.test import RequestFactory

from compendium.lobby.models import Listing
from compendium.lobby.slashes import without
from compendium.tables.models import Table
from tests.lobby.draw import Draw
from tests.lobby.pages import Browsers

pytestmark = pytest.mark.django_db


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
