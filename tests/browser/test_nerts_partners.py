"""Partners at Nerts: two browsers a board, all at once; cards in a partner's hand, a line between the two,
and bots beside people.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.nerts.board import board
from tests.browser import nerts_positions as positions
from tests.browser.boards import SUITS, Piles, all_after_the_same, open_layout, sit_down
from tests.browser.conftest import Far, Visitor
from tests.browser.crowd import BUTTON, Crowd, at_once, checked
from tests.browser.fitting import TABLE_SIZES, table_faults
from tests.browser.kept import shot
from tests.browser.nerts import REFUSALS, Play, Player
from tests.browser.test_nerts_fits import PILES
from tests.browser.wire import Wire
from tests.logs import lay, log_of
from tests.servers import Server

PAIRS = {"players": 2, "target": 10}
NAMES = ("Ada", "Bo", "Cid", "Dee")
LENGTHS = (20, 250, 120, 60)
"""ms there and back, of each one's line; partners live far apart."""
ROUNDS, LONGEST = 4, 8.0
WIDE, TALL, LOW = (1280, 800), (390, 844), (844, 390)
SIZES = (WIDE, WIDE, TALL, LOW)
NEAR = 20
"""A line's ms there and back."""


def named(page: Page, name: str) -> None:
    """Take a name."""
    page.goto("/me")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def partners(
    visitor: Visitor,
    sites: Sequence[Any],
    sizes: Sequence[tuple[int, int]] = SIZES,
    options: dict[str, Any] = PAIRS,
    **known: Any,
) -> Crowd:
    """People with names, each at the next of the sites, who have yet to sit down."""
    players = []
    for i, (name, size) in enumerate(zip(NAMES, sizes, strict=False)):
        page = visitor(sites[i % len(sites)], size=size, **known)
        page.add_init_script(REFUSALS)
        named(page, name)
        players.append(Player(page, Wire(page)))
    return Crowd(players, options)


@pytest.fixture
def four(visitor: Visitor) -> Callable[..., Crowd]:
    """Four people with names, who are going to sit two by two."""

    def come(*sites: Any, sizes: Sequence[tuple[int, int]] = SIZES, **known: Any) -> Crowd:
        return partners(visitor, sites, sizes, **known)

    return come


def test_two_boards_of_two_play_at_once(
    four: Callable[..., Crowd], far: Far, server: Callable[..., Server]
) -> None:
    """Partners go for the same cards, then for whatever they see; nothing is lost, all is explained."""
    site = server(pace=0)
    crowd = four(*(far(site, ms) for ms in LENGTHS))
    code = open_layout(crowd.pages, site, all_after_the_same, options=PAIRS)
    assert [one.you for one in crowd.quiet()] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    for suit in SUITS:
        plays = crowd.round(f"5{suit}")
        assert [play and play.card for play in plays] == [f"5{suit}{seat}" for seat in (0, 0, 1, 1)]
    seen = crowd.quiet()
    for i, suit in enumerate(SUITS):
        assert [(card or "")[:2] for card in seen[0].zones[f"f{i}"][4:]] == [f"5{suit}"]
    end = time.monotonic() + LONGEST
    for _ in range(ROUNDS):
        if time.monotonic() < end:
            crowd.round()
    for player in crowd.players:  # each of them commands the board, whoever was faster so far
        crowd.quiet()
        player.page.get_by_test_id("flip").click()
    log = crowd.check(site, code)
    for i, page in enumerate(crowd.pages):
        shot(page, f"partners-at-once-{i}")
    assert len({entry.player for entry in log if entry.move_id}) == len(NAMES)


def test_the_second_of_two_partners_hears_who_was_first(
    four: Callable[..., Crowd], far: Far, patient_server: Server
) -> None:
    """What Bo does is held on its way; Ada is there first, and Bo's cards go back where they are."""
    line = far(patient_server, NEAR)
    crowd = four(patient_server, line, sizes=(WIDE, WIDE))
    open_layout(crowd.pages, patient_server, all_after_the_same, bots=2, options=PAIRS)
    ada, bo = crowd.players
    line.hold()
    crowd.round("5S")
    flips = [one.buttons["flip"] for one in (ada.look(), bo.look())]
    at_once(crowd.pages, "move", [(*flip, 1) for flip in flips])
    at_once(crowd.pages, "down", [BUTTON for _ in flips])
    at_once(crowd.pages, "up", [BUTTON for _ in flips])
    while len(ada.wire.accepted) < 2:
        ada.page.wait_for_timeout(20)
    assert bo.look().zones["f0"][-1] == "5S0"
    assert not bo.wire.accepted
    line.let_go()
    seen = crowd.quiet()
    assert seen[0].zones == seen[1].zones
    assert [words for _, _, words in bo.page.evaluate("refusalsTold")] == [
        "Ada was first",
        "Ada flipped already",
    ]
    assert not ada.wire.refused


def _nearly_out(seats: int) -> Piles:
    """One card is left in the first board's Nerts pile, and there are points enough for the end."""
    hearts = [f"{rank}H0" for rank in "A23456789TJQK"]
    return {"n0": ["AS0"], "f0": hearts}


def test_a_match_ends_with_two_names_a_board_and_goes_on_with_the_same_partners(
    four: Callable[..., Crowd], patient_server: Server
) -> None:
    site = patient_server
    crowd = four(site)
    open_layout(crowd.pages, site, _nearly_out, options=PAIRS)
    ada, bo, cid, dee = crowd.players
    expect(cid.page.get_by_role("group", name="Ada & Bo")).to_be_attached()
    seen = ada.look()
    ada.play(seen, Play("n0", "AS0", seen.foundation("AS0") or ""))
    bo.page.get_by_test_id("call").click()
    for player, title in ((ada, "You & Bo won by"), (dee, "Ada & Bo won by")):
        expect(player.page.get_by_role("heading", name=title)).to_be_visible()
        shot(player.page, f"partners-result-{player.page.viewport_size['width']}")  # type: ignore[index]
        line = player.page.get_by_test_id("hand-1")
        for name in ("Cid", "Dee" if player is ada else "You"):
            expect(line.get_by_text(name, exact=True)).to_be_visible()
    for player in (dee, ada, cid, bo):
        player.page.get_by_test_id("rematch").click()
        player.page.wait_for_url(re.compile("/t/"))
        expect(player.page.get_by_role("button", name="Leave")).to_be_visible()
    for name in NAMES:  # who is told of the others later than they are of themselves
        expect(ada.page.get_by_role("region", name=name, exact=True)).to_be_visible()
    pairs = [one.get_by_role("region").all() for one in ada.page.get_by_role("group", name="Partners").all()]
    told = [[card.get_attribute("aria-label") for card in pair] for pair in pairs]
    assert sorted(told) == [["Ada", "Bo"], ["Cid", "Dee"]]


def test_what_a_partner_has_in_hand_is_held(four: Callable[..., Crowd], patient_server: Server) -> None:
    crowd = four(patient_server, sizes=(WIDE, WIDE, TALL, TALL), lasting=True)
    open_layout(crowd.pages, patient_server, all_after_the_same, options=PAIRS)
    ada, bo, cid, dee = crowd.players
    plays = Play("n0", "5S0", "f0"), Play("v1", "5H1", "f1")
    for carrier, other, play, key in ((ada, bo, plays[0], "1"), (cid, dee, plays[1], "6")):
        card = play.card
        start, away, there = carrier.look().way(play)
        carrier.page.mouse.move(*start)
        carrier.page.mouse.down()
        carrier.page.mouse.move(*away)
        held = other.page.locator(f".stage .card[data-card='{card}']")
        expect(held).to_have_attribute("data-carried-by", card[2])
        expect(held).not_to_have_class(re.compile(r"\bown\b"))
        name = NAMES[crowd.players.index(carrier)]
        expect(held.locator(".tag")).to_have_text(name)
        carrier.page.mouse.move(*there)
        expect(held).to_have_attribute("data-carried-over", play.target)
        expect(other.page.locator("html")).to_have_attribute("data-animating", "false")
        shot(other.page, f"partners-carried-{other.page.viewport_size['width']}")  # type: ignore[index]
        assert card not in other.look().cards
        other.page.keyboard.press(key)
        expect(other.page.get_by_test_id("reason")).to_have_text(f"{name} has it")
        carrier.page.keyboard.press("Escape")
        carrier.page.mouse.up()
        expect(held).to_have_class(re.compile(r"\bown\b"))
        expect(other.page.locator("html")).to_have_attribute("data-animating", "false")  # it has flown back
        other.play(other.look(), play)
        expect(other.page.locator(f".own[data-card='{card}']")).to_have_count(0)
    assert [one.pending for one in crowd.quiet()] == [0] * 4


WORDS = "<b>the queen</b> & the seven"
TOO_MANY = 12
"""More lines than may be said at once."""
CHATTER = """(field, [text, times]) => {
  field.focus()
  for (let said = 0; said < times; said++) {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.form.requestSubmit()
  }
}"""


def _says(page: Page, text: str) -> None:
    field, opens = page.get_by_test_id("aside"), page.get_by_test_id("aside-open")
    field.or_(opens).first.wait_for()
    if opens.count():
        opens.click()
    field.fill(text)
    field.press("Enter")


def test_a_line_to_the_partner_is_read_by_nobody_else(
    four: Callable[..., Crowd], visitor: Visitor, patient_server: Server
) -> None:
    site = patient_server
    crowd = four(site, sizes=(WIDE, TALL, TALL, LOW), lasting=True)
    code = open_layout(crowd.pages, site, all_after_the_same, options=PAIRS)
    ada, bo, cid, dee = crowd.pages
    watcher = visitor(site)
    lookers_on = Wire(watcher)
    watcher.goto(f"/t/{code}")
    watcher.get_by_test_id("clock").wait_for()
    assert watcher.get_by_test_id("aside").count() == 0
    ada.get_by_test_id("aside").wait_for()
    _says(ada, WORDS)
    expect(bo.get_by_test_id("asides")).to_have_text(f"Ada {WORDS}")
    shot(bo, "partners-aside-390")
    _says(bo, "I have it")
    expect(ada.get_by_test_id("asides")).to_contain_text("Bo I have it")
    shot(ada, "partners-aside-1280")
    shot(bo, "partners-aside-open-390")
    _says(dee, "hush")
    expect(cid.get_by_test_id("asides")).to_contain_text("hush")
    shot(dee, "partners-aside-open-844")
    ada.get_by_test_id("aside").evaluate(CHATTER, ["now!", TOO_MANY])  # at once, however busy the machine is
    expect(ada.get_by_role("alert")).to_have_text("Not so fast")
    expect(ada.get_by_test_id("aside")).to_have_value("now!")  # to be said again
    crowd.quiet()
    for wire in (crowd.players[2].wire, crowd.players[3].wire, lookers_on):
        assert "queen" not in "".join(wire.texts)
    assert "queen" not in site.log.read_text()
    assert len(log_of(site, code)) == 2


def test_who_is_left_by_a_partner_is_told_that_a_bot_plays(
    four: Callable[..., Crowd], patient_server: Server
) -> None:
    crowd = four(patient_server, sizes=(WIDE, WIDE), lasting=True)
    ada, bo = crowd.pages
    code = open_layout(crowd.pages, patient_server, all_after_the_same, bots=2, options=PAIRS)
    ada.get_by_test_id("aside").wait_for()
    bo.get_by_test_id("menu").click()
    bo.get_by_test_id("leave").click()
    bo.get_by_test_id("leave-now").click()
    expect(bo).to_have_url(re.compile(r":\d+/$"))
    expect(ada.get_by_test_id("asides")).to_have_text("Bo is away: a bot plays beside you")
    expect(ada.get_by_test_id("aside")).to_have_attribute("placeholder", "Bo is away")
    shot(ada, "partners-away-1280")
    bo.goto(f"/t/{code}")
    bo.get_by_test_id("sit-again").click()
    expect(ada.get_by_test_id("asides")).to_have_text("Bo is back")
    expect(ada.get_by_test_id("aside")).to_have_attribute("placeholder", "To Bo")


@pytest.mark.parametrize("boards", [2, 4, 8])
@pytest.mark.parametrize("position", [positions.busy, positions.waiting, positions.ended])
def test_a_table_of_partners_fits(
    position: positions.Position, boards: int, visitor: Visitor, patient_server: Server
) -> None:
    pages = [visitor(patient_server, size=TABLE_SIZES[0]), visitor(patient_server)]
    for page, name in zip(pages, ("Wilhelmina of Orange", "Maximilian Fairweather"), strict=True):
        named(page, name)
    options = {"players": 2}
    code = sit_down(pages, 2 * boards - 2, options)
    lay(patient_server, code, positions.reached(position, boards, options))
    for page in pages:
        page.goto(f"/t/{code}")
    if position is positions.ended:
        expect(pages[0].get_by_test_id("hand-result")).to_be_visible()
    else:
        pages[0].locator("[data-box=say]").wait_for()
    wrong = table_faults(pages[0], f"partners-{position.__name__}-{boards}", PILES, None, TABLE_SIZES)
    assert not wrong, "\n".join(wrong)


def test_a_bot_plays_beside_a_person(visitor: Visitor, server: Callable[..., Server]) -> None:
    """Both command the board; whatever the bot does first is explained, and it is ready for nobody."""
    site = server(pace=0.3)
    page = visitor(site)
    page.add_init_script(REFUSALS)
    player = Player(page, Wire(page))
    code = open_layout([page], site, all_after_the_same, bots=3, options=PAIRS)
    assert page.get_by_test_id("aside").count() == 0
    deadline = time.monotonic() + 150
    while len({entry.player for entry in log_of(site, code) if entry.seat == 0}) < 2:
        assert time.monotonic() < deadline, "one of the two never came to play"
        seen = player.look()
        if seen.running and not seen.pending:
            player.act(seen)
        page.wait_for_timeout(100)  # nobody is as fast as the limit
    crowd = Crowd([player])
    crowd.quiet()
    log = log_of(site, code)
    assert "bot:0.1" in {entry.player for entry in log if entry.seat == 0}
    table = checked(log, 2, crowd.options)
    assert board(0, table.options.piles).nerts == "n0"
    for _, code_, words in crowd.refusals():
        assert words, code_
    shot(page, "partners-bot")
