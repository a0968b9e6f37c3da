"""The ways to a table of Nerts: one click from home, practice alone, a link to friends."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.nerts.hands import COUNTDOWN
from tests.browser.boards import sit_down
from tests.browser.conftest import Visitor
from tests.browser.kept import shot
from tests.browser.nerts import Player, Seen
from tests.browser.nerts_positions import blocked, counting, ended, open_table, over, reached
from tests.browser.wire import Wire
from tests.logs import lay
from tests.servers import Server

TRIES = 6
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
sizes = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def _press_at_home(page: Page, button: str) -> Seen:
    """Come to a table before play begins, as quickly as this machine does it; what is seen then."""
    for _ in range(TRIES):
        page.goto("/")
        card = page.locator("article.game", has_text="Nerts")
        expect(card.locator(".btn.pri")).to_have_count(1)
        card.get_by_role("button", name=button).click()
        page.wait_for_url(re.compile("/t/"))
        page.locator(".stage .card.own").first.wait_for()
        counts = page.get_by_test_id("countdown").is_visible()
        seen = Player(page, Wire(page)).look()
        if counts or seen.now < COUNTDOWN:
            assert counts, "play has not begun"
            return seen
    raise AssertionError(f"{TRIES} times play had begun before the table was seen")


@sizes
def test_one_click_from_home_to_cards(
    size: tuple[int, int], visitor: Visitor, patient_server: Server
) -> None:
    page = visitor(patient_server, size=size, has_touch=size[0] < 500)
    seen = _press_at_home(page, "Play now")
    shot(page, f"nerts-in-{size[0]}")
    assert seen.facts["go"] == COUNTDOWN
    assert len(seen.cards) >= 5
    for seat in range(1, 4):
        expect(page.get_by_test_id(f"board-{seat}")).to_be_visible()
    expect(page.get_by_test_id("countdown")).to_be_hidden()
    assert Player(page, Wire(page)).look().running


@sizes
def test_practice_alone_runs_against_the_clock(
    size: tuple[int, int], visitor: Visitor, patient_server: Server
) -> None:
    page = visitor(patient_server, size=size, has_touch=size[0] < 500)
    _press_at_home(page, "Practice alone")
    expect(page.get_by_test_id("board-1")).to_have_count(0)
    clock = page.get_by_test_id("clock")
    for _ in range(2):
        before = clock.inner_text()
        assert re.match(r"^\d:\d\d$", before)
        expect(clock).not_to_have_text(before)
        assert clock.inner_text() > before, "time goes on"
        page.get_by_test_id("flip").click()


def test_practice_tells_what_came_of_it(visitor: Visitor, patient_server: Server) -> None:
    page = visitor(patient_server)
    for position, title in ((ended, "Cleared in "), (blocked, "Blocked after ")):
        open_table(page, patient_server, position, 1)
        expect(page.get_by_role("heading", name=re.compile(rf"^{title}\d+:\d\d$"))).to_be_visible()
        shot(page, f"nerts-alone-{position.__name__}")
    open_table(page, patient_server, over, 1)
    expect(page.get_by_role("heading", name=re.compile(r"points in \d+:\d\d$"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d of 4 hands cleared, fastest \d:\d\d"))).to_be_visible()
    expect(page.get_by_test_id("rematch")).to_have_text("Play again")
    shot(page, "nerts-alone-over")


def test_a_table_for_two_by_a_link(visitor: Visitor, patient_server: Server) -> None:
    host, guest = visitor(patient_server), visitor(patient_server, size=SIZES["phone"], has_touch=True)
    host.goto("/new/nerts")
    host.get_by_label("Seats").fill("2")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile("/t/"))
    guest.goto(host.url.replace("/t/", "/j/"))
    guest.get_by_label("What shall we call you?").fill("Zosia")
    guest.get_by_role("button", name="Take a seat").click()
    host.get_by_role("button", name="Start with two").click()
    for page, other in ((host, 1), (guest, 0)):
        expect(page.get_by_test_id(f"board-{other}")).to_be_visible()
        expect(page.locator(".stage .card.own").first).to_be_visible()
    expect(host.get_by_role("group", name="Zosia")).to_be_visible()
    for page in (host, guest):
        expect(page.get_by_test_id("flip")).to_be_enabled()


def test_all_who_are_ready_begin_at_once(visitor: Visitor, patient_server: Server) -> None:
    """Though a minute and a half is left of the countdown."""
    pages = [visitor(patient_server), visitor(patient_server, size=SIZES["phone"], has_touch=True)]
    code = sit_down(pages)
    lay(patient_server, code, reached(counting, 2), running=True)
    for page in pages:
        page.goto(f"/t/{code}")
        expect(page.get_by_test_id("countdown")).to_be_visible()
    for page in pages:
        page.get_by_test_id("ready").click()
    for page in pages:
        expect(page.get_by_test_id("flip")).to_be_enabled()
