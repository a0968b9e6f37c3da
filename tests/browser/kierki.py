"""Kierki's table in a browser: what its player sees, and three ways to play: mouse, keys, fingers."""

import random
import re
from typing import Any, Protocol

from playwright.sync_api import Page, expect

PATIENCE = 20_000
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


class Hands(Protocol):
    """A way to play."""

    def card(self, page: Page, cards: list[dict[str, Any]]) -> str:
        """Play one of the cards that may be played; which one it was."""
        ...

    def button(self, page: Page, id: str) -> None:
        """Press what names a trump or calls for the next deal."""
        ...


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


def sheet(page: Page) -> list[list[int]]:
    """The rows of the whole sheet as shown, each deal's, then the totals; round the table from the player."""
    expect(page.locator("table.full tfoot")).to_be_visible()
    rows = page.locator("table.full :is(tbody tr:not(.sub), tfoot tr)")
    cells = rows.evaluate_all(
        "rows => rows.map(({ cells }) => [...cells].slice(1).map((td) => td.innerText))"
    )
    return [[int(text.replace("\N{MINUS SIGN}", "-")) for text in row] for row in cells]


class Mouse:
    """Two clicks on a card, a click on it and one on its place, or a drag: one after the other."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.played = 0

    def card(self, page: Page, cards: list[dict[str, Any]]) -> str:
        one = self.rng.choice(cards)
        assert one["reached"], one
        self.played += 1
        way = (self._twice, self._to_its_place, self._drag)[self.played % 3]
        way(page, one)
        return str(one["card"])

    def button(self, page: Page, id: str) -> None:
        page.get_by_test_id(id).click()

    def _twice(self, page: Page, one: dict[str, Any]) -> None:
        page.mouse.click(one["x"], one["y"], click_count=2)

    def _to_its_place(self, page: Page, one: dict[str, Any]) -> None:
        page.mouse.click(one["x"], one["y"])
        page.mouse.click(*self._place(page))

    def _drag(self, page: Page, one: dict[str, Any]) -> None:
        page.mouse.move(one["x"], one["y"])
        page.mouse.down()
        page.mouse.move(one["x"] + 10, one["y"] - 20)
        page.mouse.move(*self._place(page), steps=3)
        page.mouse.up()

    def _place(self, page: Page) -> tuple[float, float]:
        """The middle of the pile that takes the card in hand."""
        box = page.locator(".pile.takes").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Fingers:
    """Two taps on a card."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)

    def card(self, page: Page, cards: list[dict[str, Any]]) -> str:
        one = self.rng.choice(cards)
        assert one["reached"], one
        for _ in range(2):
            page.touchscreen.tap(one["x"], one["y"])
        return str(one["card"])

    def button(self, page: Page, id: str) -> None:
        page.get_by_test_id(id).tap()


FOCUS = """() => {
  const { dataset, innerText } = document.activeElement
  const { testid = '', card = '' } = dataset
  return { id: testid, card, legal: 'legal' in dataset, text: innerText ?? '' }
}"""


class Keys:
    """Tab, arrows, Space and Enter; the mouse is not touched."""

    MOST = 40  # presses until something must have been reached

    def __init__(self) -> None:
        self.played = 0

    def focus(self, page: Page) -> dict[str, Any]:
        at: dict[str, Any] = page.evaluate(FOCUS)
        return at

    def tab_to(self, page: Page, **wanted: str) -> None:
        """Press Tab until the focus is on something with these (all of `wanted` as FOCUS tells them)."""
        for _ in range(self.MOST):
            at = self.focus(page)
            if all(value == at[name] for name, value in wanted.items()):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {wanted}")

    def button(self, page: Page, id: str) -> None:
        self.tab_to(page, id=id)
        page.keyboard.press("Enter")

    def card(self, page: Page, cards: list[dict[str, Any]]) -> str:
        at = self._legal(page)
        self.played += 1
        if self.played % 3:
            page.keyboard.press("Enter")
        else:  # picked up, and pressed once more
            page.keyboard.press("Space")
            page.keyboard.press("Space")
        return str(at["card"])

    def _legal(self, page: Page) -> dict[str, Any]:
        """Tab to the cards, then by arrows to one that may be played."""
        for _ in range(self.MOST):
            if (at := self.focus(page))["card"]:
                break
            page.keyboard.press("Tab")
        else:
            raise AssertionError("Tab does not lead to the cards")
        arrow = "ArrowRight" if self.played % 2 else "ArrowLeft"
        for _ in range(self.MOST):
            if at["legal"]:
                return at
            page.keyboard.press(arrow)
            if (to := self.focus(page)) == at:
                arrow = "ArrowRight" if arrow == "ArrowLeft" else "ArrowLeft"
            at = to
        raise AssertionError(f"The arrows do not lead to a card that may be played, but to {at}")
