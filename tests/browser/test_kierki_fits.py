"""Kierki's table fits every window, in every state: nothing is over anything else, cut, or out of reach."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.conftest import Visitor
from tests.browser.fitting import faults
from tests.browser.hands import Mouse
from tests.browser.kierki import Player, settle
from tests.servers import Server

SIZES = [(2560, 1440), (1280, 800), (390, 844), (360, 640), (844, 390)]
OPENER = 'button "Whole score sheet"'  # lies over the sheet: all of that opens it
TOUCH = 900  # windows up to this wide are phones'
GEOMETRY = (Path(__file__).parent / "geometry.js").read_text()

# Own cards whose index cannot be seen or touched: too near their neighbour, or under another card.
HAND = r"""(touch) => {
  if (document.querySelector('dialog[open]')) return []
  const faults = [], cards = [...document.querySelectorAll('.stage .card.own')]
  const own = cards.filter((card) => card.checkVisibility())
  const boxes = own.map((card) => ({ card, name: card.dataset.card, box: card.getBoundingClientRect() }))
  for (const { card, name, box } of boxes) {
    const index = document.elementFromPoint(box.left + box.width * 0.16, box.top + box.height * 0.14)
    if (index?.closest('.card') !== card) faults.push(`the index of ${name} is covered`)
    const row = boxes.filter((other) => Math.abs(other.box.top - box.top) < box.height * 0.4)
    const next = Math.min(...row.map((other) => other.box.left - box.left).filter((step) => step > 1))
    if (next < box.width * 0.36 - 0.5) faults.push(`${name} shows ${next} px of ${box.width}`)
    if (touch && next < 43.5) faults.push(`${name} has ${next} px for a finger`)
  }
  return faults
}"""


@pytest.fixture
def look(visitor: Visitor, patient_server: Server) -> Callable[..., Page]:
    """Opens a table at a position; a trick that is taken stays to be looked at."""

    def open_at(position: positions.Position) -> Page:
        page = visitor(patient_server, size=SIZES[0], stays=1000, color_scheme="dark")
        positions.open_table(page, patient_server, position)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
        return page

    return open_at


def _fits(page: Page, state: str, act: Callable[[], None] | None = None) -> None:
    """At every size, after `act`. What is seen then is kept in the folder COMPENDIUM_SHOTS."""
    wrong = []
    for w, h in SIZES:
        page.set_viewport_size({"width": w, "height": h})
        settle(page)
        if act:
            act()
            settle(page)
        if folder := os.environ.get("COMPENDIUM_SHOTS"):
            page.screenshot(path=Path(folder) / f"{state}-{w}x{h}.png")
        found = [*page.evaluate(GEOMETRY), *page.evaluate(HAND, w <= TOUCH), *faults(page)]
        wrong += [f"{w}x{h} {fault}" for fault in found if OPENER not in fault]
    assert not wrong, "\n".join(wrong)


def test_a_full_hand(look: Callable[..., Page]) -> None:
    page = look(positions.leading)
    expect(page.locator(".card.own")).to_have_count(13)
    _fits(page, "hand")


def test_a_trick(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(3))
    expect(page.locator(".card[data-legal]").first).to_be_visible()
    _fits(page, "trick-3")
    page.set_viewport_size({"width": 1280, "height": 800})
    settle(page)
    player = Player(page, Mouse())
    player.play()
    expect(page.locator(".stage .card[data-card]:not(.own):visible")).to_have_count(4)
    _fits(page, "trick-4")


def test_why_a_card_does_not_go(look: Callable[..., Page]) -> None:
    page = look(positions.leading)
    dimmed = page.locator(".card.own:not([data-legal])").first

    def ask() -> None:
        dimmed.click(position={"x": 10, "y": 10}, force=True)
        expect(page.get_by_test_id("reason")).to_have_text("No heart lead now")

    _fits(page, "reason", ask)


def test_what_to_do_with_a_picked_card(look: Callable[..., Page]) -> None:
    page = look(positions.leading)
    legal = page.locator(".card.own[data-legal]").first

    def pick() -> None:
        page.keyboard.press("Escape")
        legal.click(position={"x": 10, "y": 10}, force=True)
        expect(page.get_by_test_id("reason")).to_contain_text("Click again to play")

    _fits(page, "picked", pick)


def test_a_notice(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(2))
    table = page.url
    page.get_by_test_id("menu").click()
    page.get_by_test_id("leave").click()
    page.get_by_test_id("leave-now").click()
    expect(page.get_by_test_id("menu")).to_have_count(0)
    page.goto(table)
    expect(page.get_by_test_id("sit-again")).to_be_visible()
    _fits(page, "notice")


def test_a_pause(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(6))
    page.get_by_test_id("menu").click()
    page.get_by_test_id("pause").click()
    expect(page.get_by_test_id("resume")).to_be_visible()
    _fits(page, "pause")


def test_the_last_trick(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(4))
    page.get_by_test_id("last-trick").click()
    expect(page.get_by_role("dialog", name="The last trick")).to_be_visible()
    _fits(page, "last-trick")


def test_naming_trump(look: Callable[..., Page]) -> None:
    page = look(positions.naming)
    expect(page.get_by_test_id("trump-S")).to_be_visible()
    _fits(page, "trump")


def test_others_name_trump(look: Callable[..., Page]) -> None:
    page = look(positions.others_naming)
    expect(page.get_by_test_id("turn")).to_contain_text("names trump")
    _fits(page, "trump-others")


def test_between_deals(look: Callable[..., Page]) -> None:
    page = look(positions.between)
    expect(page.get_by_test_id("next-deal")).to_be_visible()
    _fits(page, "between", lambda: expect(page.locator(".result .left:visible")).to_have_count(4))


def test_the_lottery(look: Callable[..., Page]) -> None:
    page = look(positions.in_the_lottery)
    expect(page.locator(".card[data-legal]").first).to_be_visible()
    _fits(page, "lottery")


def test_the_result(look: Callable[..., Page]) -> None:
    page = look(positions.over)
    expect(page.get_by_test_id("rematch")).to_be_visible()
    _fits(page, "result")


def test_the_score_drawer(look: Callable[..., Page]) -> None:
    page = look(positions.in_the_lottery)
    page.get_by_test_id("whole-sheet").click()
    expect(page.get_by_test_id("close-sheet")).to_be_visible()
    _fits(page, "drawer")


def test_the_menu(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(2))
    page.get_by_test_id("menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    _fits(page, "menu")
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("leave-now")).to_be_enabled()
    _fits(page, "leaving")
