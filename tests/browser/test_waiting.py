"""Before the start: coming by the invite link, what the host may do, being taken off, leaving."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.servers import Server

SEATED = "section[aria-label='{}']"


@pytest.fixture
def person(server: Callable[..., Server], visitor: Visitor) -> Callable[[], Page]:
    site = server()
    return lambda: visitor(site)


@pytest.fixture
def host(person: Callable[[], Page]) -> Page:
    page = person()
    page.goto("/me")
    page.get_by_label("Name").fill("Hanna")
    page.get_by_role("radio", name="Heather").check(force=True)
    page.get_by_role("button", name="Save").click()
    page.goto("/new/kierki")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(SEATED.format("Hanna"))).to_contain_text("you, host")
    return page


@pytest.fixture
def guest(person: Callable[[], Page], host: Page) -> Page:
    page = person()
    page.goto(host.url.replace("/t/", "/j/"))
    page.get_by_label("What shall we call you?").fill("Zosia")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_text("Waiting for Hanna to start.")).to_be_visible()
    return page


def test_a_guest_comes_by_the_link(host: Page, guest: Page) -> None:
    expect(host.locator(SEATED.format("Zosia"))).to_be_visible()
    expect(host.get_by_role("button", name="Start with four")).to_be_disabled()
    expect(guest.get_by_role("button", name="Start")).to_have_count(0)


def test_a_guest_comes_by_the_code(host: Page, guest: Page, person: Callable[[], Page]) -> None:
    code = host.url.rsplit("/", 1)[1]
    late = person()
    late.goto("/")
    late.get_by_label("Table code").fill(f"{code[:3]} {code[3:].lower()}")
    late.get_by_role("button", name="Join").click()
    expect(late.get_by_label("What shall we call you?")).to_be_visible()


def test_changed_options_are_seen_by_all(host: Page, guest: Page) -> None:
    host.get_by_role("button", name="Change options").click()
    host.get_by_label("Must trump and overtrump").check()
    host.get_by_role("button", name="Keep these").click()
    expect(guest.locator("dt:has-text('Must trump') + dd")).to_have_text("yes")
    expect(guest.get_by_role("button", name="Change options")).to_have_count(0)


def test_a_table_is_listed_until_the_host_closes_it(host: Page, person: Callable[[], Page]) -> None:
    visitor = person()
    visitor.goto("/")
    expect(visitor.get_by_role("link", name="Join")).to_have_count(1)
    with host.expect_response(lambda answer: answer.request.method == "PATCH"):
        host.get_by_label("Open to everybody").uncheck()
    visitor.reload()
    expect(visitor.get_by_role("link", name="Join")).to_have_count(0)


def test_whoever_is_taken_off_is_told_so_and_stays_away(host: Page, guest: Page) -> None:
    table = host.url
    host.get_by_role("button", name="What to do with Zosia").click()
    host.get_by_role("button", name="Take Zosia off the table").click()
    expect(guest.get_by_text("The host took you off the table.")).to_be_visible()
    expect(host.locator(SEATED.format("Zosia"))).to_have_count(0)
    guest.goto(table.replace("/t/", "/j/"))
    expect(guest.get_by_role("heading", name="This table is closed to you")).to_be_visible()


def test_who_leaves_hands_the_table_on(host: Page, guest: Page) -> None:
    host.get_by_role("button", name="Leave").click()
    expect(host).to_have_url(re.compile(r":\d+/$"))
    expect(guest.locator(SEATED.format("Zosia"))).to_contain_text("you, host")
    expect(guest.get_by_role("button", name="Change options")).to_be_visible()


def test_a_watcher_may_take_a_seat(host: Page, person: Callable[[], Page]) -> None:
    watcher = person()
    watcher.goto(host.url)
    watcher.get_by_role("button", name="Take a seat").click()
    expect(watcher.get_by_text("Waiting for Hanna to start.")).to_be_visible()
