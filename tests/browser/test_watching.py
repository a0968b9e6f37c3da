"""A watcher sees what lies open on the table, and nothing else ever comes to their browser."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.hands import Mouse
from tests.browser.kierki import Player, alike, hand
from tests.browser.positions import in_a_trick, open_table
from tests.browser.wire import Wire
from tests.servers import Server

CARD = re.compile(r'"([2-9TJQKA][SHCD])"')


def _played(wire: Wire) -> set[str]:
    """The cards that everybody has seen in this deal."""
    return {card for zone in ("trick", "w0", "w1", "w2", "w3") for card in wire.table.zones[zone][2]}


def test_a_watcher_sees_no_hidden_card(visitor: Visitor, server: Callable[..., Server]) -> None:
    site = server(pace=0)
    page, watcher = visitor(site), visitor(site)
    wire = Wire(watcher)
    open_table(page, site, in_a_trick(1))
    watcher.goto(page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()

    player = Player(page, Mouse())
    while len(_played(wire)) <= 9:
        player.play()
        player.play_to_a_trick()
        assert alike(watcher, page, "trick")

    assert wire.seat is None
    assert hand(watcher) == []
    named = {card for text in wire.texts for card in CARD.findall(text)}
    played = _played(wire)
    assert named == played
    assert not named & set(hand(page))
    faces = watcher.locator(".card[data-card]").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    assert set(faces) <= played
