"""Games of Kierki: whole ones by fingers and by two people, the last deals by mouse and by keys."""

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.hands import Fingers, Keys, Mouse
from tests.browser.kept import kept_score
from tests.browser.kierki import Player, sheet
from tests.browser.positions import naming, open_table
from tests.browser.wire import Wire
from tests.servers import Server

PHONE: dict[str, Any] = {"size": (390, 844), "has_touch": True, "is_mobile": True}
TOGETHER = 240  # seconds, at most, for a game of two people


def _check_the_end(site: Server, page: Page, wire: Wire) -> None:
    """The sheet shown is the table's, its totals are those kept, and they add up to nothing."""
    rows, facts, me = sheet(page), wire.table.facts, wire.seat or 0
    assert facts["over"] == "done"
    assert [deal for deal, *_ in facts["sheet"]] == list(range(1, 13))
    told = [points for _, points, _ in facts["sheet"]] + [facts["score"]]
    assert rows == [[*points[me:], *points[:me]] for points in told]
    assert kept_score(site, page) == facts["score"]
    assert sum(rows[-1]) == 0


def test_the_last_deals_by_mouse(visitor: Visitor, quick_server: Server) -> None:
    site = quick_server
    page = visitor(site)
    wire = Wire(page)
    open_table(page, site, naming)
    Player(page, Mouse()).play_on()
    _check_the_end(site, page, wire)


def test_the_last_deals_by_keys(visitor: Visitor, quick_server: Server) -> None:
    site = quick_server
    page, keys = visitor(site), Keys()
    page.goto("/")
    keys.tab_to(page, text="Play now")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    Player(page, keys).play(3)
    wire = Wire(page)
    open_table(page, site, naming)
    Player(page, keys).play_on()
    _check_the_end(site, page, wire)


def test_a_game_by_fingers_on_a_phone(visitor: Visitor, quick_server: Server) -> None:
    site = quick_server
    page = visitor(site, **PHONE)
    wire = Wire(page)
    page.goto("/")
    page.locator("article.game", has_text="Kierki").get_by_role("button", name="Play now").tap()
    page.wait_for_url(re.compile("/t/"))
    Player(page, Fingers()).play_on()
    _check_the_end(site, page, wire)


def test_two_people_and_two_bots_by_an_invite_link_and_once_more(
    visitor: Visitor, quick_server: Server
) -> None:
    site = quick_server
    host, guest = visitor(site), visitor(site, **PHONE)
    wires = [Wire(host), Wire(guest)]
    _meet(host, guest)
    _play_together([Player(host, Mouse()), Player(guest, Fingers())])
    for page, wire in zip((host, guest), wires, strict=True):
        _check_the_end(site, page, wire)
    assert wires[0].table.facts == wires[1].table.facts
    assert wires[0].seat != wires[1].seat

    old = host.url
    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("button", name="Join the rematch").tap()
    expect(guest.get_by_text("to start.")).to_be_visible()
    expect(host).to_have_url(guest.url)
    assert host.url != old
    expect(host.get_by_text("bot, normal")).to_have_count(2)
    host.get_by_role("button", name="Start with four").click()
    for page in (host, guest):
        expect(page.locator(".card.own")).to_have_count(13)


def _meet(host: Page, guest: Page) -> None:
    """The host makes a table with a bot by the form and adds another, the guest comes by the link."""
    host.goto("/")
    host.locator("article.game", has_text="Kierki").get_by_role("link", name="Create table").click()
    host.get_by_role("spinbutton", name="Bots").fill("1")
    host.get_by_role("button", name="Open the table").click()
    host.get_by_role("button", name="Add a bot").first.click()
    host.get_by_role("dialog").get_by_role("button", name="Normal").click()
    expect(host.get_by_text("bot, normal")).to_have_count(2)
    guest.goto(host.url.replace("/t/", "/j/"))
    guest.get_by_label("What shall we call you?").fill("Zosia")
    guest.get_by_role("button", name="Take a seat").tap()
    guest.wait_for_url(host.url)
    host.get_by_role("button", name="Start with four").click()


def _play_together(people: list[Player]) -> None:
    """Whoever is asked does what is asked for, until the game is over for all."""
    playing = list(people)
    deadline = time.monotonic() + TOGETHER
    while playing:
        assert time.monotonic() < deadline
        for player in list(playing):
            seen = player.look()
            if seen and seen["over"]:
                playing.remove(player)
            elif seen:
                player.act(seen)
