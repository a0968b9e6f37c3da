"""Whoever comes back finds the table as it was: after a reload, a crash of the server, in another tab."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DEAD_SERVER, Complaints, Visitor
from tests.browser.hands import Mouse
from tests.browser.kierki import Player, alike, play_now, settle, shown
from tests.browser.wire import Wire
from tests.servers import Server
from tests.turns import fastest

LONGEST_RETURN = 2.0  # seconds from the reload to the own hand
RECONNECTION = 40_000  # ms


def _playing(page: Page) -> Player:
    """In the second trick at least, with other cards in it, and mine to play."""
    play_now(page)
    player = Player(page, Mouse())
    player.play()
    player.play_to_a_trick()
    settle(page)
    return player


@pytest.mark.alone
def test_a_reload_in_the_middle_of_a_trick(visitor: Visitor, quick_server: Server) -> None:
    page = visitor(quick_server)
    player = _playing(page)
    before = shown(page)
    assert before["hand"]
    assert before["trick"]

    def reload() -> None:
        page.reload(wait_until="commit")
        expect(page.locator(".card[data-legal]").first).to_be_visible()

    took = fastest(reload, LONGEST_RETURN)
    settle(page)
    assert shown(page) == before
    assert took < LONGEST_RETURN
    player.play()
    assert len(shown(page)["hand"]) < len(before["hand"])


def test_a_killed_server(visitor: Visitor, server: Callable[..., Server], complaints: Complaints) -> None:
    complaints.expect(*DEAD_SERVER)
    site = server(pace=0)
    page = visitor(site)
    wire = Wire(page)
    player = _playing(page)
    before, taken = shown(page), list(wire.table.facts["winners"])
    line = page.get_by_test_id("connection")

    site.kill()
    expect(line).to_have_attribute("data-state", "away")
    assert shown(page) == before
    player.play()  # without a server: it is shown, and kept
    card = set(before["hand"]) - set(shown(page)["hand"])
    expect(page.get_by_test_id("turn")).to_have_text("Waiting for the connection")
    assert len(card) == 1

    site.restart()
    expect(line).to_have_attribute("data-state", "open", timeout=RECONNECTION)
    player.play_to_a_trick()
    winners = wire.table.facts["winners"]
    assert winners[: len(taken)] == taken
    assert len(winners) > len(taken)
    assert card <= {c for seat in range(4) for c in wire.table.zones[f"w{seat}"][2]}


def test_the_older_of_two_tabs_only_watches(visitor: Visitor, quick_server: Server) -> None:
    older = visitor(quick_server)
    _playing(older)
    newer = older.context.new_page()
    newer.goto(older.url)
    says = "You play in another tab. This one only watches."
    expect(older.get_by_test_id("obstacle")).to_contain_text(says)
    player = Player(newer, Mouse())
    player.play()
    player.play_to_a_trick()
    assert alike(older, newer, "hand")

    older.get_by_role("button", name="Play here").click()
    expect(newer.get_by_test_id("obstacle")).to_contain_text(says)
    player = Player(older, Mouse())
    player.play()
