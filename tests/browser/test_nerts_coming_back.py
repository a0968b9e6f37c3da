"""Nerts for whoever comes back, only watches, opens another tab, or lets the table wait."""

import re

import pytest
from playwright.sync_api import expect

from compendium.rules import Chance, Table, view
from games.nerts import game
from games.nerts.hands import COUNTDOWN
from tests.browser.boards import all_after_the_same, open_layout
from tests.browser.conftest import Far, Visitor
from tests.browser.crowd import Crowd, shown_ids
from tests.browser.kept import shot
from tests.browser.nerts import REFUSALS, Player
from tests.browser.wire import Wire
from tests.logs import folds, log_of
from tests.servers import Server
from tests.turns import fastest

LONGEST_RETURN = 2.0  # seconds from the reload to the own cards, which may be played
FAR = 250  # ms there and back
CARD = re.compile(r'"([2-9TJQKA][SHCD]\d)"')
READY = ".stage .card.own[data-legal]"


@pytest.mark.alone
@pytest.mark.parametrize("ms", [0, FAR])
def test_a_reload_in_mid_hand(ms: int, visitor: Visitor, far: Far, patient_server: Server) -> None:
    page = visitor(far(patient_server, ms))
    me = Crowd([Player(page, Wire(page))])
    open_layout([page], patient_server, all_after_the_same, bots=1)
    me.round("5S")
    (before,) = me.quiet()
    assert before.zones["f0"][-1] == "5S0"

    def reload() -> None:
        page.reload(wait_until="commit")
        page.locator(READY).first.wait_for()

    took = fastest(reload, LONGEST_RETURN)
    (after,) = me.quiet()
    assert (after.seat, after.zones, after.facts) == (before.seat, before.zones, before.facts)
    assert took < LONGEST_RETURN
    me.round("5H")
    (then,) = me.quiet()
    assert then.zones["f1"][-1] == "5H0"


def test_a_watcher_sees_what_lies_open_and_no_more(
    visitor: Visitor, far: Far, patient_server: Server
) -> None:
    site = patient_server
    pages = [visitor(site), visitor(far(site, FAR))]
    for page in pages:
        page.add_init_script(REFUSALS)
    players = Crowd([Player(page, Wire(page)) for page in pages])
    code = open_layout(pages, site, all_after_the_same)
    watcher = visitor(site)
    wire = Wire(watcher)
    watcher.goto(f"/t/{code}")
    expect(watcher.get_by_text("Watching", exact=True)).to_be_visible()
    for _ in range(6):
        players.round()
    players.check(site, code)
    log = log_of(site, code)
    looker = Player(watcher, wire)
    while (seen := looker.look()).seq < len(log) or seen.animating:
        watcher.wait_for_timeout(20)
    shot(watcher, "nerts-watching")

    table = folds(log, Table(2, game.Options(), Chance()))[-1]
    assert seen.you is None
    assert seen.zones == {name: shown_ids(zone[2]) for name, zone in view(table, None).zones.items()}
    assert watcher.locator(".card.own, [data-testid=call], [data-testid=stuck]").count() == 0
    named = {card for text in wire.texts for card in CARD.findall(text)}
    hidden = {card for seat in range(2) for card in (*table[f"s{seat}"], *table[f"n{seat}"][:-1])}
    turned = {card for entry in log for op in entry.ops if op[0] == "m" and op[1][0] == "v" for card in op[3]}
    assert len(named) > 20
    assert not named & (hidden - turned)
    watcher.mouse.click(*seen.piles["n0"])
    assert looker.look().pending == 0


def test_a_pause_is_agreed_on_and_ends_when_anybody_goes_on(visitor: Visitor, patient_server: Server) -> None:
    """Three seconds later, so that nobody is caught out."""
    site = patient_server
    host, guest = pages = [visitor(site), visitor(site, size=(390, 844))]
    both = Crowd([Player(page, Wire(page)) for page in pages])
    code = open_layout(pages, site, all_after_the_same)
    host.get_by_test_id("menu").click()
    host.get_by_test_id("pause").click()
    guest.get_by_test_id("agree").click()
    for page in pages:
        expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    shot(host, "nerts-paused")
    shot(guest, "nerts-paused-phone")
    for player in both.players:  # the server's word on the time
        heads = player.wire.heads
        while player.wire.heads == heads:
            player.page.wait_for_timeout(20)
    before = both.quiet()
    host.wait_for_timeout(300)  # the clock could go on meanwhile
    after = both.quiet()
    assert [one.now for one in after] == [one.now for one in before]
    assert all("flip" not in one.buttons and not one.plays_allowed for one in after)

    guest.get_by_test_id("resume").click()
    for page in pages:
        expect(page.get_by_role("heading", name="Paused")).to_have_count(0)
        expect(page.locator(READY).first).to_be_visible()
    both.round("5S")
    seen = both.quiet()
    assert seen[0].zones["f0"][-1] in ("5S0", "5S1")
    assert seen[0].zones == seen[1].zones
    assert 0 < seen[0].now - after[0].now < 60_000
    (resumed,) = (entry for entry in log_of(site, code) if entry.move == ["@resume"])
    plays = [entry.at for entry in log_of(site, code) if entry.seq > resumed.seq and entry.move[0] == "play"]
    assert min(plays) >= resumed.at + COUNTDOWN


def test_the_newer_of_two_tabs_plays(visitor: Visitor, patient_server: Server) -> None:
    older = visitor(patient_server)
    first = Player(older, Wire(older))
    code = open_layout([older], patient_server, all_after_the_same, bots=1)
    newer = older.context.new_page()
    tabs = Crowd([Player(newer, Wire(newer))])
    newer.goto(f"/t/{code}")
    newer.locator(READY).first.wait_for()
    says = "You play in another tab. This one only watches."
    expect(older.get_by_test_id("obstacle")).to_contain_text(says)
    tabs.round("5S")
    (seen,) = tabs.quiet()
    assert seen.zones["f0"][-1] == "5S0"
    while (other := first.look()).seq < seen.seq:
        older.wait_for_timeout(20)
    assert other.zones == seen.zones

    older.get_by_role("button", name="Play here").click()
    expect(newer.get_by_test_id("obstacle")).to_contain_text(says)
    older.locator(READY).first.wait_for()
    again = Crowd([first])
    again.round("5H")
    assert again.quiet()[0].zones["f1"][-1] == "5H0"
