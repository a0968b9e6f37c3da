"""What people at a table ask of one another."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.servers import Server


def test_a_pause_is_refused_asked_for_again_and_taken_back(visitor: Visitor, patient_server: Server) -> None:
    host, guest = visitor(patient_server, lasting=True), visitor(patient_server, size=(360, 640))
    host.goto("/new/kierki")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile("/t/"))
    guest.goto(host.url)
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.get_by_text("to start.")).to_be_visible()
    host.get_by_role("button", name="Fill with bots").click()
    host.get_by_role("button", name="Start with four").click()
    expect(guest.locator(".card.own")).to_have_count(13)

    host.get_by_test_id("menu").click()
    host.get_by_test_id("pause").click()
    expect(guest.get_by_text("asks for a pause")).to_be_visible()
    guest.get_by_test_id("not-now").click()
    expect(guest.get_by_text("asks for a pause")).to_have_count(0)
    expect(host.get_by_text("You ask for a pause")).to_have_count(0)
    expect(host.get_by_test_id("reason")).to_contain_text(": not now")

    host.get_by_test_id("menu").click()
    host.get_by_test_id("pause").click()
    expect(guest.get_by_text("asks for a pause")).to_be_visible()
    expect(host.get_by_text("waiting", exact=True)).to_be_visible()
    host.get_by_test_id("take-back").click()
    for page in (host, guest):
        expect(page.get_by_test_id("agree")).to_have_count(0)
        expect(page.get_by_text(re.compile("(You ask|asks) for a pause"))).to_have_count(0)
