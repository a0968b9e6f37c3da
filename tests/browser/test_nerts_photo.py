"""The photo finish between two browsers, one of them far away."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.boards import SUITS, all_after_the_same, open_layout
from tests.browser.conftest import Far, Visitor
from tests.browser.kept import shot
from tests.browser.nerts import Player, Seen
from tests.browser.wire import Wire
from tests.servers import Server

AWAY = 160
"""ms there and back."""
SETTLED = """(seq) => {
  const detail = {}
  dispatchEvent(new CustomEvent('compendium:look', { detail }))
  const still = document.documentElement.dataset.animating === 'false'
  return detail.seq >= seq && detail.table.pending === 0 && still
}"""


def settled(player: Player, seq: int) -> int:
    """Wait until a page has no move under way and shows this entry; the newest that it has."""
    player.page.wait_for_function(SETTLED, arg=seq)
    return player.look().seq


def both(seen: Seen, zone: str) -> list[int]:
    """Whose fives lie on a foundation, the first one's first."""
    return [int(str(card)[2]) for card in seen.zones[zone][4:]]


def test_both_fives_lie_there_and_the_late_one_is_told(
    visitor: Visitor, patient_server: Server, far: Far
) -> None:
    """Both go for the same place, four times; whoever is late is told that the card counts too."""
    near, away = visitor(patient_server, lasting=True), visitor(far(patient_server, AWAY), lasting=True)
    players = [Player(page, Wire(page)) for page in (near, away)]
    open_layout([near, away], patient_server, all_after_the_same, options={"photo": 200})
    for page in (near, away):  # what keys mean is fetched apart
        page.keyboard.press("n")
        expect(page.get_by_test_id("reason")).to_have_text("Your Nerts pile is not empty")
    before, finishes = players[0].look(), 0
    for _ in SUITS:
        away.keyboard.press("f")
        near.keyboard.press("f")
        newest = max(settled(player, 0) for player in players)
        for player in players:
            settled(player, newest)
        seen = players[0].look()
        for zone in (f"f{i}" for i in range(4)):
            if len(both(seen, zone)) == 2 and len(both(before, zone)) < 2:
                late = players[both(seen, zone)[1]].page
                expect(late.get_by_test_id("reason")).to_have_text(
                    re.compile("^Photo finish: your 5. counts too$")
                )
                finishes += 1
                shot(late, "photo-finish")
        before = seen
    assert finishes, "a card is at most a fifth of a second late"
    one, other = (player.look() for player in players)
    for zone in (f"f{i}" for i in range(4)):
        assert one.zones[zone] == other.zones[zone]
        assert len(both(one, zone)) == len({*both(one, zone)})
