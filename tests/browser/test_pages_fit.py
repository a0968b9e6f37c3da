"""The pages around the table fit every window, by evening and by morning; nothing breaks their policy."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visitor
from tests.browser.fitting import SIZES, faults
from tests.browser.kept import shot
from tests.browser.positions import new_table
from tests.servers import Server

PAGES = ["/", "/me", "/new/kierki", "/new/nerts", "/rules/kierki", "/day/nerts", "/no/such/page"]


def _check_sizes(page: Page, what: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == [], f"{what} at {width}x{height}"


def test_the_pages_fit(patient_server: Server, visitor: Visitor, complaints: Complaints) -> None:
    complaints.expect("404")
    site = patient_server
    for light in ("dark", "light"):
        page = visitor(site, color_scheme=light)
        for path in PAGES:
            page.goto(path)
            assert page.locator("html").get_attribute("data-theme") == light
            _check_sizes(page, path)


def test_the_widest_name_fits(patient_server: Server, visitor: Visitor) -> None:
    page = visitor(patient_server)
    page.goto("/me")
    page.get_by_label("Name").fill("W" * 24)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("heading", name="W" * 24)).to_be_visible()
    _check_sizes(page, "a wide name")


def test_the_waiting_room_fits(patient_server: Server, visitor: Visitor) -> None:
    site = patient_server
    host = visitor(site)
    host.goto("/new/kierki")
    host.get_by_role("button", name="Open the table").click()
    change = host.get_by_role("button", name="Change options")
    expect(change).to_be_visible()
    _check_sizes(host, "a new table")
    host.get_by_role("button", name="Add a bot").first.click()
    expect(host.get_by_role("dialog").get_by_role("button", name="Normal")).to_contain_text(
        "Counts the cards"
    )
    shot(host, "add-a-bot")
    _check_sizes(host, "a bot's levels")
    host.keyboard.press("Escape")
    change.click()
    expect(host.get_by_role("dialog", name="Options")).to_be_visible()
    _check_sizes(host, "its options")

    newcomer = visitor(site)
    newcomer.goto(host.url)
    expect(newcomer.get_by_label("What shall we call you?")).to_be_visible()
    shot(newcomer, "newcomer")
    _check_sizes(newcomer, "a newcomer's table")

    guest = visitor(site, color_scheme="light")
    guest.goto(host.url.replace("/t/", "/j/"))
    _check_sizes(guest, "the invitation")
    guest.get_by_label("What shall we call you?").fill("Władysława Brzęczyszcz")
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("to start.")).to_be_visible()
    _check_sizes(guest, "the guest's table")


@pytest.mark.parametrize(("bots", "players"), [(3, 1), (3, 2), (7, 1)])
def test_many_options_fit_between_the_seats(
    patient_server: Server, visitor: Visitor, bots: int, players: int
) -> None:
    host = visitor(patient_server)
    host.goto(f"/t/{new_table(host, 'nerts', bots, {'players': players})}")
    change = host.get_by_role("button", name="Change options")
    for width, height in [(1024, 640), *SIZES]:
        host.set_viewport_size({"width": width, "height": height})
        change.click(trial=True)
        shot(host, f"room-{bots}-{players}-{width}x{height}")
        assert faults(host) == [], f"at {width}x{height}"
