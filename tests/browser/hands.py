"""Ways to play cards in a browser: by mouse, by fingers, by keys."""

import random
from typing import Any, Protocol

from playwright.sync_api import Page


class Hands(Protocol):
    """A way to play."""

    def card(self, page: Page, cards: list[dict[str, Any]]) -> str:
        """Play one of the cards that may be played; which one it was."""
        ...

    def button(self, page: Page, id: str) -> None:
        """Press what names a trump or calls for the next deal."""
        ...


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
