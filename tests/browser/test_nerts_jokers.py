"""Jokers in a browser: what one becomes is asked by pointer, finger and key; a hand is played to its end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import nerts_positions as positions
from tests.browser.conftest import Visitor
from tests.browser.fitting import TABLE_SIZES, table_faults
from tests.browser.kept import shot
from tests.browser.nerts import Player
from tests.browser.test_nerts_fits import PILES
from tests.browser.wire import Wire
from tests.servers import Server

JOKERS = {"jokers": "two"}
HEARTS = "AH1 2H1 3H1 4H1 5H1 6H1"
HAND = {
    "n0": "5D0 *10",
    "v0": "9D0",
    "w0.0": "*20",
    "w0.1": "KH0",
    "w0.2": "JC0",
    "w0.3": "2S0",
    "n1": "2D1 3D1",
    "w1.0": "8S1",
    "f0": HEARTS,
}
"""My Nerts pile is a joker over a red five, and a joker lies free on my first work pile."""

Come = Callable[..., tuple[Page, Player]]


@pytest.fixture
def come(visitor: Visitor, patient_server: Server) -> Come:
    """A page at a table with jokers, laid out."""

    def at(piles: dict[str, str], **known: object) -> tuple[Page, Player]:
        page = visitor(patient_server, **known)
        player = Player(page, Wire(page))
        positions.open_table(page, patient_server, positions.lying(piles), 2, JOKERS, running=True)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "open")
        expect(page.locator(".own[data-card='*10']")).to_have_attribute("data-legal", "true")
        return page, player

    return at


def _drag(page: Page, player: Player, card: str, zone: str) -> None:
    seen = player.look()
    x, y, middle_x, middle_y = seen.cards[card]
    to_x, to_y = seen.piles[zone]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    page.mouse.move(x + to_x - middle_x, y + to_y - middle_y)
    page.mouse.up()


def _lies(player: Player, zone: str, card: str, became: str | None) -> None:
    page = player.page
    page.wait_for_function(
        """([zone, card]) => {
          const detail = {}
          dispatchEvent(new CustomEvent('compendium:look', { detail }))
          const { table: { pending, view } } = detail
          return !pending && view.zones[zone].cards.some(({ id }) => id === card)
        }""",
        arg=[zone, card],
    )
    assert player.look().facts["jokers"].get(card, became) == became


@pytest.mark.parametrize("size", [(844, 390), (390, 844)])
def test_the_finger_that_opens_the_chooser_does_not_choose(size: tuple[int, int], come: Come) -> None:
    """A double tap: the chooser opens under the finger, and the click that a touch ends in is none in it."""
    page, player = come(HAND, size=size, has_touch=True)
    x, y, *_ = player.look().cards["*10"]
    for _ in range(2):
        page.touchscreen.tap(x, y)
    expect(page.get_by_test_id("chooser")).to_be_visible()
    shot(page, f"joker-double-tap-{size[0]}")
    page.get_by_test_id("become-7H").tap()
    _lies(player, "f0", "*10", "7H0")


def test_a_hand_with_jokers_to_its_end(come: Come) -> None:
    """By the mouse: dragged onto a foundation it is the next card; a card put on one asks what it becomes."""
    page, player = come(HAND)
    _drag(page, player, "*10", "f0")
    _lies(player, "f0", "*10", "7H0")
    chooser = page.get_by_test_id("chooser")
    expect(chooser).to_have_count(0)

    _drag(page, player, "5D0", "w0.0")
    expect(chooser).to_be_visible()
    expect(chooser.get_by_role("button")).to_have_count(2)
    shot(page, "nerts-chooser")
    page.mouse.click(5, 400)  # beside it: second thoughts
    expect(chooser).to_have_count(0)
    assert player.look().top("n0") == "5D0"

    _drag(page, player, "5D0", "w0.0")
    chooser.get_by_role("button", name="Six of clubs").click()
    expect(chooser).to_have_count(0)
    _lies(player, "w0.0", "5D0", None)
    assert player.look().facts["jokers"] == {"*10": "7H0", "*20": "6C0"}
    expect(page.get_by_role("button", name="Joker for Six of clubs")).to_be_visible()

    page.get_by_test_id("call").click()
    expect(page.get_by_role("heading", name="Nerts! You called it")).to_be_visible()
    shot(page, "nerts-jokers-scored")
    expect(page.get_by_test_id("hand-0").locator(".sum")).to_have_text("+1")
    expect(page.get_by_test_id("hand-0").get_by_label("Joker for Seven of hearts")).to_be_visible()


def test_by_keys(come: Come) -> None:
    page, player = come(HAND)
    page.keyboard.press("1")
    page.keyboard.press("1")  # the obvious place: a foundation, and which card it is asked
    chooser = page.get_by_test_id("chooser")
    expect(chooser.get_by_role("button").first).to_be_focused()
    names = [button.get_attribute("aria-label") for button in chooser.get_by_role("button").all()]
    assert names == [
        "Seven of hearts",
        *(f"Ace of {suit}" for suit in ("spades", "hearts", "clubs", "diamonds")),
    ]
    page.keyboard.press("Escape")
    expect(chooser).to_have_count(0)

    page.keyboard.press("1")
    page.keyboard.press("f")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(chooser.get_by_role("button", name="Ace of hearts")).to_be_focused()
    page.keyboard.press("Enter")
    _lies(player, "f1", "*10", "AH0")

    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("c")  # clubs
    _lies(player, "w0.0", "5D0", None)
    assert player.look().facts["jokers"]["*20"] == "6C0"


def test_by_a_finger(come: Come) -> None:
    """On a phone the foundations are small: whichever is tapped, it is asked which card the joker is."""
    page, player = come(HAND, size=(390, 844), has_touch=True)
    page.locator(".own[data-card='*10']").tap()
    page.touchscreen.tap(*player.look().piles["f0"])
    chooser = page.get_by_test_id("chooser")
    expect(chooser.get_by_role("button")).to_have_count(5)
    shot(page, "nerts-chooser-phone")
    for button in chooser.get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 43.9
    chooser.get_by_role("button", name="Seven of hearts").tap()
    _lies(player, "f0", "*10", "7H0")


@pytest.mark.parametrize("boards", [2, 8])
def test_jokers_and_the_chooser_fit(boards: int, visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server, color_scheme="dark")
    positions.open_table(page, patient_server, positions.wild, boards, JOKERS)
    expect(page.locator(".own[data-legal]").first).to_be_attached()

    def ask() -> None:
        page.keyboard.press("Escape")
        for _ in range(2):
            page.keyboard.press("4")  # the pile a joker lies on
        expect(page.get_by_test_id("chooser")).to_be_visible()

    wrong = table_faults(page, f"jokers-{boards}", PILES, None, TABLE_SIZES)
    wrong += table_faults(page, f"chooser-{boards}", "() => []", ask, TABLE_SIZES)
    assert not wrong, "\n".join(wrong)
