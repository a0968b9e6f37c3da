"""The pages around the table fit every window, by evening and by morning; nothing breaks their policy."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visitor
from tests.browser.fitting import SIZES, faults
from tests.servers import Server

PAGES = ["/", "/me", "/new/kierki", "/rules/kierki", "/no/such/page"]


def _check_sizes(page: Page, what: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == [], f"{what} at {width}x{height}"


def test_the_pages_fit(server: Callable[..., Server], visitor: Visitor, complaints: Complaints) -> None:
    complaints.expect("404")
    site = server()
    for light in ("dark", "light"):
        page = visitor(site, color_scheme=light)
        for path in PAGES:
            page.goto(path)
            assert page.locator("html").get_attribute("data-theme") == light
            _check_sizes(page, path)


def test_the_waiting_room_fits(server: Callable[..., Server], visitor: Visitor) -> None:
    site = server()
    host = visitor(site)
    host.goto("/new/kierki")
    host.get_by_role("button", name="Open the table").click()
    change = host.get_by_role("button", name="Change options")
    expect(change).to_be_visible()
    _check_sizes(host, "a new table")
    change.click()
    _check_sizes(host, "its options")

    guest = visitor(site, color_scheme="light")
    guest.goto(host.url.replace("/t/", "/j/"))
    _check_sizes(guest, "the invitation")
    guest.get_by_label("What shall we call you?").fill("Władysława Brzęczyszcz")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("to start.")).to_be_visible()
    _check_sizes(guest, "the guest's table")
