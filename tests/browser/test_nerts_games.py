"""A whole match of Nerts against three bots, by every kind of input; and the call."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import nearly_out, open_layout
from tests.browser.conftest import Visitor
from tests.browser.kept import kept_score, shot
from tests.browser.nerts import Player
from tests.browser.wire import Wire
from tests.servers import Server

PACE = 0.04  # a bot's move takes 40 to 75 ms
LONGEST = 270.0  # seconds
MINUS = "\N{MINUS SIGN}"


def _number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def _check_hand(page: Page, wire: Wire) -> None:
    """What is shown after a hand is what the table says of it."""
    facts = wire.table.facts
    assert len(facts["sheet"]) == facts["hand"]
    points, caller, out, left = facts["sheet"][-1]
    for seat in range(4):
        row = page.get_by_test_id(f"hand-{seat}")
        assert points[seat] == out[seat] - 2 * left[seat]
        assert _number(row.locator(".sum").inner_text()) == points[seat]
        assert _number(page.get_by_test_id(f"total-{seat}").inner_text()) == facts["score"][seat]
        assert facts["score"][seat] == sum(row[0][seat] for row in facts["sheet"])
    assert caller is None or left[caller] == 0


def test_a_match_to_a_hundred_against_three_bots(visitor: Visitor, server: Callable[..., Server]) -> None:
    site = server(pace=PACE)
    page = visitor(site)
    wire = Wire(page)
    page.goto("/")
    page.locator("article.game", has_text="Nerts").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    page.locator(".stage .card.own").first.wait_for()

    player, hands, end = Player(page, wire), set[int](), time.monotonic() + LONGEST
    while "rematch" not in (seen := player.look()).buttons:
        assert time.monotonic() < end, (seen, player.done)
        if "next-hand" in seen.buttons and seen.facts["hand"] not in hands:
            hands.add(seen.facts["hand"])
            shot(page, f"nerts-hand-{len(hands)}")
            _check_hand(page, wire)
        player.act(seen)

    facts = wire.table.facts
    _check_hand(page, wire)
    shot(page, "nerts-result")
    assert facts["over"] == "done"
    assert max(facts["score"]) >= 100
    assert facts["score"].count(max(facts["score"])) == 1
    assert hands == set(range(1, facts["hand"]))
    assert kept_score(site, page) == facts["score"]
    by = sorted(facts["score"])[-1] - sorted(facts["score"])[-2]
    expect(page.get_by_role("heading", name=f"won by {by}")).to_be_visible()
    expect(page.get_by_role("img", name="Points after each hand")).to_be_visible()
    assert all(player.done[way] for way in (*Player.WAYS, "flip", "ready")), player.done
    assert len(wire.accepted) > 10 * facts["hand"]

    old = page.url
    page.get_by_test_id("rematch").click()
    page.wait_for_url(lambda url: url != old)
    expect(page.get_by_text("Hand 1, to 100")).to_be_visible()
    expect(page.get_by_test_id("board-3")).to_be_visible()


@pytest.mark.parametrize("way", ["by button", "by key"])
def test_the_call(way: str, visitor: Visitor, patient_server: Server) -> None:
    """My last card goes to a foundation, and I call; a card before that does not let me."""
    page = visitor(patient_server)
    player = Player(page, Wire(page))
    open_layout([page], patient_server, nearly_out, bots=1)
    expect(page.get_by_test_id("call")).to_be_disabled()
    page.keyboard.press("n")
    expect(page.get_by_test_id("reason")).to_have_text("Your Nerts pile is not empty")
    seen = player.look()
    (play,) = (one for one in seen.plays() if one.source == "n0")
    assert play.target == "f1"
    player.play(seen, play)
    expect(page.get_by_test_id("call")).to_be_enabled()
    shot(page, "nerts-may-call")
    if way == "by key":
        page.keyboard.press("n")
    else:
        page.get_by_test_id("call").click()
    expect(page.get_by_role("heading", name="Nerts! You called it")).to_be_visible()
    shot(page, "nerts-called")
    expect(page.get_by_test_id("hand-0").locator(".sum")).to_have_text("+3")
    expect(page.get_by_test_id("hand-1").locator(".sum")).to_have_text(f"{MINUS}26")
