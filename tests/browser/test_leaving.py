"""Leaving a running game: never by accident, and never for good."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.kierki import play_now
from tests.servers import Server

AT_ONCE = """((set) => {
  globalThis.setTimeout = (deed, ms, ...more) => set(deed, ms === 600 ? 1e9 : ms, ...more)
})(setTimeout)"""
"""However slow the machine, a second click comes before the button that it must not press is armed."""
SIZES = [(1280, 800), (360, 640), (844, 390)]


def _menu(page: Page) -> None:
    page.get_by_test_id("menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def test_a_double_click_leaves_nothing(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    page.add_init_script(AT_ONCE)
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


def test_the_home_page_leads_back_to_a_table_that_one_left(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    play_now(page)
    table = page.url
    _menu(page)
    page.get_by_test_id("leave").click()
    page.get_by_test_id("leave-now").click()
    page.get_by_role("link", name="Back to your table").click()
    expect(page).to_have_url(table)
    expect(page.get_by_test_id("sit-again")).to_be_visible()


def test_the_menu_gives_the_keys_back(visitor: Visitor, patient_server: Server) -> None:
    """Space flips at Nerts: it must not open the menu once more."""
    page = visitor(patient_server)
    play_now(page)
    _menu(page)
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    assert page.get_by_role("dialog", name="Menu").is_hidden()
    page.get_by_test_id("menu").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("menu")).to_be_focused()
