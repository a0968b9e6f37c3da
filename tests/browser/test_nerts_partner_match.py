"""Four people in four browsers, two to a board, play a match of two hands from the deal to the result."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.boards import sit_down
from tests.browser.conftest import Far, Visitor
from tests.browser.crowd import Crowd
from tests.browser.kept import kept_score, shot
from tests.browser.test_nerts_partners import LENGTHS, NAMES, partners
from tests.logs import deal_by
from tests.servers import Server

SHORT = {"players": 2, "match": "hands", "hands": 2, "pile": 10, "piles": 6, "flip": 1}
LUCK = "partners 84"
"""Deals in which a Nerts pile is soon empty, whoever of the four is the faster; each stock is dealt whole."""
LONGEST = 180.0
"""Seconds for a match, which takes 15 where nothing else runs."""
MINUS = "\N{MINUS SIGN}"


def _begin(crowd: Crowd, site: Server) -> str:
    """Sit down two by two, and start; the code of the table."""
    code = sit_down(crowd.pages, 0, SHORT)
    deal_by(site, code, LUCK)
    for page in crowd.pages:
        page.goto(f"/t/{code}", wait_until="commit")
    crowd.pages[0].get_by_role("button", name="Start with four").click()
    for page in crowd.pages:
        expect(page.locator(".stage .card.own").first).to_be_visible()
    return code


def _play(crowd: Crowd) -> None:
    """Play until the match is over."""
    end = time.monotonic() + LONGEST
    while not all("rematch" in (one := player.look()).buttons for player in crowd.players):
        assert time.monotonic() < end, (one.facts, [player.wire.refused for player in crowd.players])
        crowd.round()


def _number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def _check_result(page: Page, facts: dict[str, Any]) -> None:
    """Each page has the points of the last hand, and the sum of all."""
    points, _, out, left = facts["sheet"][-1]
    for seat in (0, 1):
        assert points[seat] == out[seat] - 2 * left[seat]
        row = page.get_by_test_id(f"hand-{seat}")
        assert _number(row.locator(".sum").first.inner_text()) == points[seat]
        assert _number(page.get_by_test_id(f"total-{seat}").inner_text()) == facts["score"][seat]
        assert facts["score"][seat] == sum(hand[0][seat] for hand in facts["sheet"])


def test_a_match_of_partners_from_the_deal_to_the_result(
    visitor: Visitor, far: Far, patient_server: Server
) -> None:
    """On lines of 20 to 250 ms. Who calls is theirs to find out; that somebody does, in each hand, is not."""
    site = patient_server
    crowd = partners(visitor, [far(site, ms) for ms in LENGTHS], options=SHORT)
    code = _begin(crowd, site)
    _play(crowd)

    log = crowd.check(site, code)
    assert log[0].move == ["@start"]
    assert len({entry.player for entry in log if entry.move_id}) == len(NAMES)
    facts = crowd.players[0].look().facts
    assert facts["over"] == "done"
    assert len(facts["sheet"]) >= 2
    assert all(caller is not None and left[caller] == 0 for _, caller, _, left in facts["sheet"])
    first, second = sorted(facts["score"], reverse=True)
    winners = facts["score"].index(first)
    names = ("Ada & Bo", "Cid & Dee")[winners]
    for i, page in enumerate(crowd.pages):
        _check_result(page, facts)
        mine = i // 2 == winners
        partner = NAMES[i ^ 1]
        title = f"You & {partner} won by {first - second}" if mine else f"{names} won by {first - second}"
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        assert kept_score(site, page) == facts["score"]
        shot(page, f"partners-match-{i}")
