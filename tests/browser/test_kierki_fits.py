"""Kierki's table fits every window, in every state: nothing is over anything else, cut, or out of reach."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.conftest import Visitor
from tests.browser.fitting import TABLE_SIZES as SIZES
from tests.browser.fitting import table_faults
from tests.browser.hands import Mouse
from tests.browser.kierki import Player, settle
from tests.servers import Server

OPENER = 'button "Whole score sheet"'  # lies over the sheet: all of that opens it

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

    def open_at(position: positions.Position, **options: Any) -> Page:
        page = visitor(patient_server, size=SIZES[0], stays=1000, lasting=True, color_scheme="dark")
        positions.open_table(page, patient_server, position, **options)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
        return page

    return open_at


def _fits(page: Page, state: str, act: Callable[[], None] | None = None) -> None:
    """At every size, after `act`."""
    wrong = [fault for fault in table_faults(page, state, HAND, act) if OPENER not in fault]
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
    expect(page).to_have_url(re.compile(r":\d+/$"))
    page.goto(table)
    expect(page.get_by_test_id("sit-again")).to_be_visible()
    _fits(page, "notice")


def test_a_claim(look: Callable[..., Page]) -> None:
    page = look(positions.claiming)
    expect(page.get_by_test_id("claim")).to_be_visible()
    _fits(page, "claim")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("claimed")).to_have_text("You claimed the rest, and it was certain")
    expect(page.get_by_test_id("last-trick")).to_have_count(0)
    _fits(page, "claimed", lambda: _shows_hands_and_the_way_on(page))


def _shows_hands_and_the_way_on(page: Page) -> None:
    expect(page.locator(".result .left:visible")).to_have_count(4)
    expect(page.get_by_test_id("next-deal")).to_be_in_viewport(ratio=1)


def _shows_the_ways_on(page: Page) -> None:
    """Nothing need be scrolled for them."""
    for name in ("Rematch", "Look back", "Home"):
        expect(page.locator(".result").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_a_claim_that_ends_the_game(look: Callable[..., Page]) -> None:
    page = look(positions.claimed_at_the_end, programme="rozgrywka")
    expect(page.get_by_test_id("claimed")).to_contain_text("claimed the rest of the last deal")

    def shown() -> None:
        expect(page.locator("ol .left")).to_have_count(4)
        _shows_the_ways_on(page)

    _fits(page, "result-claimed", shown)


def test_what_a_bot_would_play(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(3))
    legal = page.locator(".card[data-legal]")
    expect(legal.first).to_be_visible()
    cards = legal.evaluate_all("cards => cards.map(({ dataset }) => dataset.card.slice(1))")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("advise").click()
    expect(page.get_by_test_id("reason")).to_contain_text(":")
    said = page.get_by_test_id("reason").inner_text().split(":")[0]
    assert {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}[said[-1]] in cards


def test_what_was_not_seen_yet(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(7))
    unseen = page.get_by_test_id("unseen")
    expect(unseen).to_be_visible()
    for w, h in SIZES:
        page.set_viewport_size({"width": w, "height": h})
        settle(page)
        narrow = unseen.evaluate("element => element.tagName") == "BUTTON"
        out = unseen.locator(".strip i:not(.gone)" if narrow else ".ranks span:not(.gone)")
        expect(out).to_have_count(52 - 4 * 4 - 3 - 9)

    def open_it() -> None:
        if unseen.get_attribute("aria-expanded") == "false":
            unseen.click()

    _fits(page, "unseen", open_it)


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
    _fits(page, "between", lambda: _shows_hands_and_the_way_on(page))


def test_between_lotteries_it_says_who_was_out(look: Callable[..., Page]) -> None:
    page = look(positions.between_lotteries, programme="odgrywka", lotteries=4)
    said = page.locator("[data-testid^=brought-]")
    expect(said).to_have_count(4)
    assert {"first out", "second out"} < set(said.all_inner_texts())
    expect(said.filter(has_text=re.compile(r"^[1-9]\d* cards? left$"))).to_have_count(2)
    _fits(page, "between-lotteries")


def test_the_bank_is_seen_beside_the_turns_own_time(look: Callable[..., Page]) -> None:
    page = look(positions.in_a_trick(3))
    line = page.locator(".me .line").first

    def whole() -> None:
        expect(line).to_have_text(re.compile(r"^\d+ s, (then )?bank 60 s$"))
        assert line.evaluate("line => line.scrollWidth <= line.clientWidth"), line.inner_text()

    _fits(page, "bank", whole)


def test_the_lottery(look: Callable[..., Page]) -> None:
    page = look(positions.in_the_lottery)
    expect(page.locator(".card[data-legal]").first).to_be_visible()
    _fits(page, "lottery")


def test_the_result(look: Callable[..., Page]) -> None:
    page = look(positions.over)
    expect(page.get_by_test_id("rematch")).to_be_visible()
    _fits(page, "result", lambda: _shows_the_ways_on(page))


def test_a_deal_without_trump_in_a_short_programme(look: Callable[..., Page]) -> None:
    page = look(positions.without_trump, programme="odgrywka", no_trump=True)

    def told() -> None:
        wide = page.evaluate("() => innerWidth") >= 1140
        deal = page.get_by_role("region", name="This deal")
        expect(deal).to_contain_text("No trump" if wide else "no trump")
        expect(page.locator(".chip.num")).to_contain_text("8 · 1", use_inner_text=True)

    _fits(page, "no-trump", told)


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
