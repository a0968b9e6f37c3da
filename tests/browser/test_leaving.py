"""Leaving a running game: never by accident, and never for good."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.kierki import play_now
from tests.servers import Server

SIZES = [(1280, 800), (360, 640), (844, 390)]


def _menu(page: Page) -> None:
    page.get_by_test_id("menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def test_a_double_click_leaves_nothing(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    for w, h in SIZES:
        page.set_viewport_size({"width": w, "height": h})
        play_now(page)
        table = page.url
        _menu(page)
        page.get_by_test_id("leave").dblclick()
        expect(page.get_by_test_id("leave-now")).to_have_text("Leave, a bot plays on")
        page.get_by_test_id("stay").click()
        expect(page.get_by_test_id("leave")).to_be_visible()
        assert page.url == table


def test_whoever_left_takes_the_seat_again(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    for w, h in SIZES:
        page.set_viewport_size({"width": w, "height": h})
        play_now(page)
        table = page.url
        expect(page.locator(".card.own")).to_have_count(13)
        _menu(page)
        page.get_by_test_id("leave").click()
        page.get_by_test_id("leave-now").click()
        expect(page).to_have_url(re.compile(r":\d+/$"))
        page.goto(table)
        expect(page.locator(".card.own")).to_have_count(0)
        page.get_by_test_id("sit-again").click()
        expect(page.locator(".card.own")).to_have_count(13)
        expect(page.get_by_test_id("sit-again")).to_have_count(0)
