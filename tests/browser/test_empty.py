"""A table at which nobody is says so to whoever looks on; one that nobody came back to offers a new one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, running
from tests.browser.kept import shot
from tests.logs import forsake
from tests.servers import Server

QUICK = {"COMPENDIUM_AWAY_SECONDS": "3", "COMPENDIUM_EMPTY_SECONDS": "3"}
PATIENCE = 40_000
PHONE = (390, 844)


def paused(page: Page) -> None:
    expect(page.get_by_role("heading", name="Paused")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("No player is here.")).to_be_visible()


@pytest.fixture(scope="module")
def site() -> Iterator[Server]:
    """Where people are away soon, and tables rest soon."""
    with running(1, **QUICK) as site:
        yield site


@pytest.mark.parametrize("game", ["kierki", "nerts"])
def test_a_table_rests_without_players_and_is_closed_in_the_end(
    visitor: Visitor, site: Server, game: str
) -> None:
    host, watcher, phone = visitor(site), visitor(site), visitor(site, size=PHONE)
    host.goto("/")
    host.locator(f"form[action='/play/{game}'] button").first.click()
    host.locator(".stage").wait_for()
    address = host.url
    code = address.rsplit("/", 1)[1]
    for page in (watcher, phone):
        page.goto(address)
        page.locator(".stage").wait_for()
    people = host.context
    host.close()
    for page in (watcher, phone):
        paused(page)
    shot(watcher, f"{game}-rests")
    shot(phone, f"{game}-rests-phone")

    host = people.new_page()
    host.goto(address)
    for page in (host, watcher, phone):
        expect(page.locator(".stage")).to_be_visible()
        expect(page.get_by_role("heading", name="Paused")).to_have_count(0, timeout=PATIENCE)

    host.close()
    paused(watcher)
    forsake(site, code)
    for page in (watcher, phone):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".stage")).to_be_hidden()
    shot(watcher, f"{game}-closed")
    host = people.new_page()
    host.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    host.goto(address)
    expect(host.get_by_test_id("closed")).to_contain_text("ended without a result")
    shot(host, f"{game}-closed-phone")
    watcher.get_by_role("link", name="Open a new table").click()
    watcher.wait_for_url(f"**/new/{game}")
    host.get_by_role("button", name="Open a new table").click()
    host.locator(".stage").wait_for()
    assert host.url != address


def test_a_table_that_never_began_is_closed_before_your_eyes(visitor: Visitor, site: Server) -> None:
    host, phone = visitor(site), visitor(site, size=PHONE)
    host.goto("/new/kierki")
    host.get_by_role("button", name="Open the table").click()
    host.get_by_text("you, host").wait_for()
    address = host.url
    phone.goto(address)
    phone.get_by_text("free seat").first.wait_for()
    people = host.context
    host.close()
    phone.get_by_text("away").wait_for()
    forsake(site, address.rsplit("/", 1)[1])
    expect(phone.get_by_test_id("closed")).to_contain_text("never began", timeout=PATIENCE)
    shot(phone, "never-began-phone")
    host = people.new_page()
    host.goto(address)
    host.get_by_role("button", name="Open a new table").click()
    host.get_by_text("you, host").wait_for()
    assert host.url != address
