"""A watcher sees what lies open on the table, and nothing else ever comes to their browser."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.hands import Mouse
from tests.browser.kierki import Player, hand, play_now, settle, shown
from tests.browser.wire import Wire
from tests.servers import Server

CARD = re.compile(r'"([2-9TJQKA][SHCD])"')


def test_a_watcher_sees_no_hidden_card(visitor: Visitor, server: Callable[..., Server]) -> None:
    site = server(pace=0)
    page, watcher = visitor(site), visitor(site)
    wire = Wire(watcher)
    play_now(page)
    watcher.goto(page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()

    player = Player(page, Mouse())
    for _ in range(3):
        player.play_to_a_trick()
        settle(watcher)
        player.play()
    player.play_to_a_trick()
    settle(page)
    settle(watcher)

    assert wire.seat is None
    assert hand(watcher) == []
    assert shown(watcher)["trick"] == shown(page)["trick"] != []
    named = {card for text in wire.texts for card in CARD.findall(text)}
    zones = wire.table.zones
    played = {card for zone in ("trick", "w0", "w1", "w2", "w3") for card in zones[zone][2]}
    assert len(played) > 9
    assert named == played
    assert not named & set(hand(page))
    faces = watcher.locator(".card[data-card]").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    assert set(faces) <= played
