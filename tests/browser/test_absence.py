"""Somebody closes the page in mid-hand: after the grace a bot plays that board, and gives it back."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.boards import all_after_the_same, open_layout
from tests.browser.conftest import Visitor
from tests.browser.crowd import Crowd
from tests.browser.kept import shot
from tests.browser.nerts import REFUSALS, Player, Seen
from tests.browser.wire import Wire
from tests.servers import Server

AWAY, SIT_IN = 3, 5  # seconds
PATIENCE = 40_000  # ms beyond them: looks are a second apart, and the machine is busy
READY = ".stage .card.own[data-legal]"


def board(seen: Seen, seat: int) -> dict[str, list[str | None]]:
    """The zones of one board."""
    return {zone: cards for zone, cards in seen.zones.items() if zone[0] in "nsvw" and int(zone[1]) == seat}


def test_a_bot_plays_an_absent_board_and_gives_it_back(
    visitor: Visitor, server: Callable[..., Server]
) -> None:
    waits = {"COMPENDIUM_AWAY_SECONDS": f"{AWAY}", "COMPENDIUM_SIT_IN_SECONDS": f"{SIT_IN}"}
    site = server(pace=0.1, environment=waits)
    host, guest = visitor(site), visitor(site, size=(390, 844))
    for page in (host, guest):
        page.context.add_init_script(REFUSALS)
    here = Player(host, Wire(host))
    code = open_layout([host, guest], site, all_after_the_same)
    before = board(here.look(), 1)
    context = guest.context
    guest.close()

    expect(host.get_by_text("away", exact=True)).to_be_visible(timeout=AWAY * 1000 + PATIENCE)
    shot(host, "nerts-away")
    expect(host.get_by_text("bot sits in", exact=True)).to_be_visible(timeout=SIT_IN * 1000 + PATIENCE)
    while board(here.look(), 1) == before:
        host.wait_for_timeout(20)
    shot(host, "nerts-bot-sits-in")

    back = context.new_page()
    wire = Wire(back)
    back.goto(f"/t/{code}")
    back.locator(READY).first.wait_for()
    expect(host.get_by_text(re.compile("^(away|bot sits in)$"))).to_have_count(0)
    both = Crowd([here, Player(back, wire)])
    mine = board(both.quiet()[1], 1)
    back.wait_for_timeout(500)  # a bot that still sat here would play
    assert board(both.quiet()[1], 1) == mine
    [play] = Crowd([both.players[1]]).round()  # alone: nobody else may be first
    seen = both.quiet()
    assert seen[0].zones == seen[1].zones
    assert seen[1].zones["v1" if play is None else play.source] != mine["v1" if play is None else play.source]
    assert seen[1].you == [1, 0]
    log = both.check(site, code)
    away, instead = (
        next(entry.at for entry in log if entry.move and entry.move[0] == f"@{verb}")
        for verb in ("away", "replace")
    )
    assert instead - away >= SIT_IN * 1000
    assert not [entry for entry in log if entry.seat == 1 and entry.at < instead], "nobody plays meanwhile"
