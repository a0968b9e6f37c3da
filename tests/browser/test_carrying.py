"""What others see of a card in somebody's hand at Nerts."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.boards import all_after_the_same, open_layout
from tests.browser.conftest import Visitor
from tests.browser.kept import shot
from tests.browser.nerts import Play, Player
from tests.browser.wire import Wire
from tests.servers import Server

MINE = Play("n0", "5S0", "f0")
SIZES = [(1280, 800), (390, 844)]


def held(page: Page) -> Locator:
    return page.locator(".stage .card[data-carried-by]")


def settled(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-animating", "false")


def covers_none_of_mine(page: Page) -> bool:
    """The cards in others' hands lie on no card that may be picked."""
    return bool(
        page.evaluate(
            """() => {
              const all = (selector) => [...document.querySelectorAll(selector)]
              const boxes = (selector) => all(selector).map((card) => card.getBoundingClientRect())
              const aside = (a, b) => a.right <= b.left || a.bottom <= b.top
              const apart = (a, b) => aside(a, b) || aside(b, a)
              const mine = boxes('.stage .card.own')
              return boxes('.card[data-carried-by]').every((one) => mine.every((other) => apart(one, other)))
            }"""
        )
    )


@pytest.mark.parametrize("size", SIZES)
def test_a_drag_is_seen_by_the_others(
    size: tuple[int, int], visitor: Visitor, patient_server: Server
) -> None:
    pages = [visitor(patient_server), visitor(patient_server, size=size)]
    carrier, other = (Player(page, Wire(page)) for page in pages)
    open_layout(pages, patient_server, all_after_the_same, bots=2)
    seen = carrier.look()
    mouse, (start, away, there) = carrier.page.mouse, seen.way(MINE)

    mouse.move(*start)
    mouse.down()
    mouse.move(*away)
    card = other.page.locator('.stage .card[data-card="5S0"]')
    expect(card).to_have_attribute("data-carried-by", "0")
    expect(card).to_have_attribute("data-carried-over", "")
    mouse.move(*there)
    expect(card).to_have_attribute("data-carried-over", "f0")
    expect(card.locator(".tag")).to_be_visible()
    settled(other.page)
    shot(other.page, f"carried-{size[0]}")
    assert covers_none_of_mine(other.page)
    assert held(other.page).count() == 1
    assert held(carrier.page).count() == 0  # it is in my own hand there

    mouse.up()
    expect(held(other.page)).to_have_count(0)
    settled(other.page)
    assert other.look().zones["f0"][-1] == "5S0"


def test_a_card_put_back_falls_back(visitor: Visitor, patient_server: Server) -> None:
    pages = [visitor(patient_server), visitor(patient_server, reduced_motion="reduce")]
    carrier, other = (Player(page, Wire(page)) for page in pages)
    open_layout(pages, patient_server, all_after_the_same)
    card = other.page.locator('.stage .card[data-card="5S0"]')
    settled(other.page)
    lies = card.bounding_box()
    x, y, *_ = carrier.look().cards["5S0"]

    carrier.page.mouse.click(x, y)
    expect(card).to_have_attribute("data-carried-by", "0")
    assert card.bounding_box() != lies
    carrier.page.keyboard.press("Escape")
    expect(held(other.page)).to_have_count(0)
    settled(other.page)
    assert card.bounding_box() == lies


def test_whoever_goes_carries_nothing(visitor: Visitor, patient_server: Server) -> None:
    pages = [visitor(patient_server), visitor(patient_server)]
    carrier, other = (Player(page, Wire(page)) for page in pages)
    open_layout(pages, patient_server, all_after_the_same)
    x, y, *_ = carrier.look().cards["5S0"]
    carrier.page.mouse.click(x, y)
    expect(held(other.page)).to_have_count(1)
    carrier.page.close()
    expect(held(other.page)).to_have_count(0)
