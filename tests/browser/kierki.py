"""Kierki's table in a browser: what it shows, what it asks of its player, and somebody who plays."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.hands import Hands

PATIENCE = 40_000
"""ms for something to do to come."""

# What the table asks of its player, once it is still; null, or what it looks like, if that is nothing.
LOOK = r"""({ patience, done }) => new Promise((resolve) => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const end = performance.now() + patience
  const where = (card) => {
    const { left, top, width, height } = card.getBoundingClientRect()
    const x = left + width * 0.16, y = top + height * 0.45
    const reached = document.elementFromPoint(x, y)?.closest('.card') === card
    return { card: card.dataset.card, x, y, reached }
  }
  const look = () => {
    const { animating } = document.documentElement.dataset
    const asked = {
      over: all('[data-testid=rematch]').length > 0,
      trumps: all('[data-testid^=trump-]:enabled').map((button) => button.dataset.testid.slice(6)),
      next: all('[data-testid=next-deal]:enabled').length > 0,
      cards: all('.stage .card[data-legal]').filter((card) => card.dataset.card !== done).map(where),
    }
    const something = asked.over || asked.next || asked.trumps.length > 0 || asked.cards.length > 0
    if (something && animating === 'false') resolve(asked)
    else if (performance.now() < end) requestAnimationFrame(look)
    else resolve(patience ? { stuck: `animating: ${animating}; ${document.body.innerText}` } : null)
  }
  look()
})"""


class Player:
    """Somebody at a table, who plays whatever may be played."""

    def __init__(self, page: Page, hands: Hands) -> None:
        self.page = page
        self.hands = hands
        self._done: str | None = None

    def look(self) -> dict[str, Any] | None:
        """What the table asks for now, if it asks for anything."""
        return self._seen(0)

    def asked(self) -> dict[str, Any]:
        """What the table asks for, as soon as it does."""
        seen = self._seen(PATIENCE)
        assert seen is not None
        assert "stuck" not in seen, seen["stuck"]
        return seen

    def _seen(self, patience: int) -> dict[str, Any] | None:
        how = {"patience": patience, "done": self._done}
        seen: dict[str, Any] | None = self.page.evaluate(LOOK, how)
        return seen

    def play(self, moves: int = 1) -> None:
        """So many things that are asked for."""
        for _ in range(moves):
            self.act(self.asked())

    def act(self, seen: dict[str, Any]) -> None:
        """Do what is asked for."""
        if seen["trumps"]:
            self.hands.button(self.page, f"trump-{seen['trumps'][0]}")
        elif seen["next"]:
            self._done = None
            self.hands.button(self.page, "next-deal")
        else:
            self._done = self.hands.card(self.page, seen["cards"])

    def play_to_a_trick(self) -> None:
        """Until I may play and other cards lie in the trick."""
        while not (seen := self.asked())["cards"] or not shown(self.page)["trick"]:
            self.act(seen)

    def play_on(self) -> None:
        """To the result."""
        while not (seen := self.asked())["over"]:
            self.act(seen)


def play_now(page: Page) -> None:
    """From the home page to a table with three bots, by mouse."""
    page.goto("/")
    page.locator("article.game", has_text="Kierki").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))


SETTLED = """() => document.fonts.ready
  .then(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
  .then(() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 2000))
  .then((ending) => Promise.allSettled(ending.map((one) => one.finished)))
  .then(() => null)"""


def settle(page: Page) -> None:
    """Until nothing moves any more."""
    page.evaluate(SETTLED)


def hand(page: Page) -> list[str]:
    """The cards in the player's own hand, as they are shown."""
    cards = page.locator(".stage .card.own")
    return [card for card in cards.evaluate_all("cards => cards.map(({ dataset }) => dataset.card)") if card]


def shown(page: Page) -> dict[str, list[str]]:
    """What lies on the table and what the sheet says."""
    trick = page.locator(".stage .card[data-card]:not(.own):visible")
    return {
        "hand": hand(page),
        "trick": sorted(trick.evaluate_all("cards => cards.map(({ dataset }) => dataset.card)")),
        "score": page.get_by_role("complementary", name="Score sheet").locator("td").all_inner_texts(),
    }


def alike(page: Page, other: Page, what: str) -> list[str]:
    """Wait until two pages show the same, which they are told of one after the other; what that is."""
    for _ in range(200):
        if shown(page)[what] == shown(other)[what]:
            break
        page.wait_for_timeout(100)
    settle(page)
    settle(other)
    seen = shown(page)[what]
    assert shown(other)[what] == seen
    return seen


def sheet(page: Page) -> list[list[int]]:
    """The rows of the whole sheet as shown, each deal's, then the totals; round the table from the player."""
    expect(page.locator("table.full tfoot")).to_be_visible()
    rows = page.locator("table.full :is(tbody tr:not(.sub), tfoot tr)")
    cells = rows.evaluate_all(
        "rows => rows.map(({ cells }) => [...cells].slice(1).map((td) => td.innerText))"
    )
    return [[int(text.replace("\N{MINUS SIGN}", "-")) for text in row] for row in cells]
