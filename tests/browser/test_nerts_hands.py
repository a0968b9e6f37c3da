"""What a hand may do with a card at Nerts: a tap on any place that takes it, second thoughts, news of it."""

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.browser.boards import Piles, open_layout
from tests.browser.conftest import Visitor
from tests.browser.crowd import Crowd
from tests.browser.kept import shot
from tests.browser.kierki import settle
from tests.browser.nerts import Player
from tests.browser.wire import Wire
from tests.logs import log_of
from tests.servers import Server


def _two_places(seats: int) -> Piles:
    """My Nerts pile shows the five of spades, and two foundations take it."""
    runs: dict[str, Sequence[str]] = {f"f{i}": [f"{rank}S{i}" for rank in "A234"] for i in range(2)}
    return runs | {"n0": ["5S0"], "w0.0": ["KH0"], "w0.1": ["KD0"]}


def _table(visitor: Visitor, site: Server, *, lasting: bool = False) -> tuple[Page, Player]:
    page = visitor(site, lasting=lasting)
    player = Player(page, Wire(page))
    open_layout([page], site, _two_places, bots=1)
    return page, player


def test_any_foundation_that_takes_a_card_may_be_tapped(visitor: Visitor, patient_server: Server) -> None:
    page, player = _table(visitor, patient_server)
    piles, card = player.look().piles, page.locator("[data-card='5S0']")
    card.click()
    expect(page.locator(".pile.takes")).to_have_count(2)
    page.mouse.click(*piles["f2"])  # the next one, for an ace
    expect(page.get_by_test_id("reason")).to_have_text("5\N{BLACK SPADE SUIT} does not fit there")

    card.click()
    page.mouse.click(*piles["f1"])
    expect(page.locator(".own[data-card='5S0']")).to_have_count(0)
    assert player.look().zones["f1"][-1] == "5S0"


def test_escape_puts_a_dragged_card_back(visitor: Visitor, patient_server: Server) -> None:
    page, player = _table(visitor, patient_server)
    seen = player.look()
    x, y, *_ = seen.cards["5S0"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*seen.piles["f0"], steps=4)
    expect(page.locator("[data-card='5S0'].carried")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".carried")).to_have_count(0)
    page.mouse.move(x, y)
    page.mouse.move(*seen.piles["f0"], steps=4)
    assert page.locator(".carried").count() == 0
    page.mouse.up()
    after = player.look()
    assert (after.pending, after.zones) == (0, seen.zones)


def test_words_about_my_cards_go_when_these_do(visitor: Visitor, patient_server: Server) -> None:
    page, player = _table(visitor, patient_server, lasting=True)
    piles = player.look().piles
    page.keyboard.press("n")
    expect(page.get_by_test_id("reason")).to_have_text("Your Nerts pile is not empty")
    page.locator("[data-card='5S0']").click()
    page.mouse.click(*piles["f1"])
    expect(page.get_by_test_id("reason")).to_have_count(0)


def test_who_says_stuck_may_take_it_back(visitor: Visitor, patient_server: Server) -> None:
    """By the same button; the second press of a double click is none."""
    page = visitor(patient_server, size=(390, 844))
    me = Crowd([Player(page, Wire(page))])
    code = open_layout([page], patient_server, _two_places, bots=1)
    button = page.get_by_test_id("stuck")
    for _ in range(2):
        button.dblclick()
        expect(button).to_contain_text("Stuck 1/2")
        expect(button).to_have_attribute("aria-pressed", "true")
        settle(page)
        shot(page, "nerts-says-stuck-390")
        button.click()
        expect(button).to_have_text("I'm stuck")
    me.quiet()
    verbs = [entry.move[0] for entry in log_of(patient_server, code)[2:]]
    assert verbs == ["stuck", "unstuck", "stuck", "unstuck"]


QUICK = """(card) => new Promise((done) => {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const look = () => {
    if (!document.querySelector(`.card.own[data-card='${card}']`)) return requestAnimationFrame(look)
    press('6')
    press('2')
    done()
  }
  press(' ')
  look()
})"""


def test_a_card_played_while_it_turns_has_the_face_of_its_place(
    visitor: Visitor, patient_server: Server
) -> None:
    page = visitor(patient_server)
    player = Player(page, Wire(page))
    open_layout([page], patient_server, lambda _: {"w0.0": ["2S0"]}, bots=1)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
    page.evaluate(QUICK, "AD0")
    settle(page)
    Crowd([player]).quiet()  # a page that goes takes along what it has not sent
    assert player.look().top("w0.0") == "AD0"
    face = page.locator("[data-card='AD0'] .card-in")
    before = face.inner_html()
    page.reload()
    expect(page.locator(".own[data-card='AD0']")).to_be_visible()
    assert before == face.inner_html()
