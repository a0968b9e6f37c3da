"""What a table page fetches later is there when it is wanted, whatever happened to the server meanwhile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DEAD_SERVER, Complaints, Visitor
from tests.browser.hands import Mouse
from tests.browser.kept import shot
from tests.browser.kierki import Player
from tests.browser.positions import in_the_lottery, open_table
from tests.servers import Server

LATER = re.compile(r"/assets/(Menu|ends)-")
GAME = re.compile(r"/assets/kierki-.*js$")
FETCHED = 30_000  # ms until the page has begun to fetch what it needs later
RECONNECTION = 40_000  # ms


def _menu_opens(page: Page) -> None:
    """Once, and as it should look."""
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible(timeout=RECONNECTION)
    expect(menu).to_have_css("margin-right", "8px")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


@pytest.mark.parametrize("when", ["before", "while"])
def test_a_server_killed_before_or_while_they_are_fetched(
    when: str, visitor: Visitor, server: Callable[..., Server], complaints: Complaints
) -> None:
    complaints.expect(*DEAD_SERVER)
    site = server(pace=0)
    page = visitor(site)
    line = page.get_by_test_id("connection")

    def killing(route: Route) -> None:
        site.kill()
        route.continue_()

    if when == "while":
        page.route(LATER, killing, times=1)
    open_table(page, site, in_the_lottery)
    expect(page.locator(".card[data-legal]").first).to_be_visible()
    if when == "before":
        site.kill()
    expect(line).to_have_attribute("data-state", "away", timeout=FETCHED)
    page.get_by_test_id("menu").click()
    shot(page, f"away-menu-{when}")

    site.restart()
    _menu_opens(page)
    expect(line).to_have_attribute("data-state", "open")
    Player(page, Mouse()).play_on()
    shot(page, f"after-away-{when}")
    expect(page.locator(".stage")).to_be_hidden()


def test_a_game_that_does_not_load(visitor: Visitor, patient_server: Server, complaints: Complaints) -> None:
    complaints.expect("net::ERR_FAILED", "Failed to fetch dynamically imported module")
    page = visitor(patient_server)
    page.route(GAME, lambda route: route.abort())
    open_table(page, patient_server, in_the_lottery)
    obstacle = page.get_by_test_id("obstacle")
    expect(obstacle).to_contain_text("Something here does not load. Still trying.")
    expect(obstacle.get_by_role("button", name="Load the page again")).to_be_visible()
    shot(page, "game-missing")

    page.unroute(GAME)
    expect(page.locator(".card[data-legal]").first).to_be_visible()
    expect(obstacle).to_have_count(0)
