"""Nerts' table in a browser: what it shows, plays that can be made there, and somebody who makes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from games.nerts.board import NEXT, TAKES
from tests.browser.wire import Wire

Spot = tuple[float, float]

# What the page shows: the table by its own account (see frontend/README.md), and where on the screen it lies.
LOOK = r"""() => {
  const detail = {}
  dispatchEvent(new CustomEvent('compendium:look', { detail }))
  const { seq, now, table } = detail
  const all = (selector) => [...document.querySelectorAll(selector)]
  const cards = {}, piles = {}, shown = {}
  for (const card of all('.stage .card.own')) {
    const { left, top, width, height } = card.getBoundingClientRect()
    cards[card.dataset.card] = [left + width * 0.3, top + height * 0.08, left + width / 2, top + height / 2]
  }
  const plays_allowed = all('.stage .card[data-legal]').length > 0
  for (const pile of all('.stage .pile')) {
    const { left, top, width, height } = pile.getBoundingClientRect()
    piles[pile.dataset.zone] = [left + width / 2, top + height / 2]
  }
  for (const id of ['flip', 'call', 'stuck', 'ready', 'next-hand', 'rematch']) {
    const button = document.querySelector(`[data-testid=${id}]:enabled`)
    const { left, top, width, height } = button?.getBoundingClientRect() ?? {}
    if (button) shown[id] = [left + width / 2, top + height / 2]
  }
  const zones = {}
  const { facts = null, zones: known = {} } = table?.view ?? {}
  for (const [name, zone] of Object.entries(known)) zones[name] = zone.cards.map(({ id }) => id)
  const { pending = 0, you = null } = table ?? {}
  const animating = document.documentElement.dataset.animating === 'true'
  return { seq, now, pending, you, facts, zones, cards, piles, buttons: shown, plays_allowed, animating }
}"""

# Notes every refusal that comes, and the words that the page has for it; to be added before the page loads.
REFUSALS = r"""(() => {
  const told = (globalThis.refusalsTold = [])
  const line = () => document.querySelector('[data-testid=reason]')?.innerText ?? null
  let said = null, newest = null
  const what = { subtree: true, childList: true, characterData: true }
  new MutationObserver(() => {
    said = line() ?? said
    if (newest) newest[2] = said  // the next refusal may be here before a timer is
  }).observe(document, what)
  globalThis.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how)
      this.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(data)
        if (frame[0] !== 'no') return
        const one = [frame[1], frame[2], null]
        told.push(one)
        said = null
        newest = one
        setTimeout(() => {
          one[2] ??= line() ?? said
          if (newest === one) newest = null
        })
      })
    }
  }
})()"""


@dataclass(frozen=True)
class Play:
    """A card, with all that lie on it, and where it goes."""

    source: str
    card: str
    target: str


@dataclass
class Seen:
    """What a page shows at a moment."""

    seq: int
    now: float
    pending: int
    you: list[int] | None
    facts: dict[str, Any]
    zones: dict[str, list[str | None]]
    cards: dict[str, list[float]]
    """Own cards -> where to take hold of them (x, y), and their middle."""
    piles: dict[str, Spot]
    buttons: dict[str, Spot]
    """Those that may be pressed."""
    plays_allowed: bool
    """Some card of mine may be played."""
    animating: bool

    @property
    def seat(self) -> int:
        assert self.you
        return self.you[0]

    @property
    def running(self) -> bool:
        """Cards may be played."""
        facts = self.facts
        return (
            facts["ended"] is None and facts["caller"] is None and "ready" not in self.buttons and self.begun
        )

    @property
    def begun(self) -> bool:
        return bool(self.facts["wake_at"] != self.facts["go"] or self.now >= self.facts["go"])

    def top(self, zone: str) -> str | None:
        return self.zones[zone][-1] if self.zones[zone] else None

    def way(self, play: Play) -> list[Spot]:
        """How the pointer goes: from the card, away from it, until the card's middle is over the pile's."""
        x, y, middle_x, middle_y = self.cards[play.card]
        to_x, to_y = self.piles[play.target]
        return [(x, y), (x + 8, y + 8), (x + to_x - middle_x, y + to_y - middle_y)]

    def plays(self) -> list[Play]:
        """What is worth playing, the best first."""
        me, to_foundations, to_piles, runs = self.seat, [], [], []
        nerts, waste = f"n{me}", f"v{me}"
        work = [zone for zone in self.zones if zone.startswith(f"w{me}.")]
        for source in (nerts, waste, *work):
            card = self.top(source)
            if card is None:
                continue
            if (home := self.foundation(card)) is not None:
                to_foundations.append(Play(source, card, home))
            if source in work:
                base = self.zones[source][0]
                runs += [Play(source, str(base), pile) for pile in work if self._fits(base, pile)]
            else:
                piles = [pile for pile in work if self._fits(card, pile)]
                gaps = [pile for pile in work if not self.zones[pile]] if source == nerts else []
                to_piles += [Play(source, card, pile) for pile in piles + gaps]
        return to_foundations + to_piles + (runs if self.zones[nerts] else [])

    def foundation(self, card: str) -> str | None:
        """The one that takes a card: an ace opens the first free one."""
        for zone, cards in self.zones.items():
            if zone.startswith("f") and (
                (not cards and card[0] == "A") or (cards and NEXT[str(cards[-1])] == card[:2])
            ):
                return zone
        return None

    def _fits(self, card: str | None, pile: str) -> bool:
        top = self.top(pile)
        return top is not None and card in TAKES[top]


class Player:
    """Somebody at a table: by drags, double clicks, two clicks and keys, one way after the other."""

    WAYS = ("drag", "twice", "to_its_place", "keys")

    def __init__(self, page: Page, wire: Wire) -> None:
        self.page, self.wire = page, wire
        self.done = dict.fromkeys((*self.WAYS, "flip", "call", "stuck", "ready"), 0)
        self.flips = 0
        """Since the last play: how long nothing has gone."""

    def look(self) -> Seen:
        return Seen(**self.page.evaluate(LOOK))

    # One after the other, as one person plays.

    def act(self, seen: Seen) -> None:
        """Do whatever is to be done now."""
        buttons = seen.buttons
        if "ready" in buttons or "next-hand" in buttons:
            self.press(buttons, "ready" if "ready" in buttons else "next-hand", "ready")
        elif seen.running and not seen.pending:
            if "call" in buttons:
                self.press(buttons, "call", "call", key="n")
            elif plays := seen.plays():
                self.play(seen, plays[0])
            elif self.flips > 30 and "stuck" in buttons:
                self.press(buttons, "stuck", "stuck")
                self.flips = 0
            elif "flip" in buttons:
                self.press(buttons, "flip", "flip", key=" ")
                self.flips += 1

    def press(self, buttons: dict[str, Spot], id: str, what: str, key: str | None = None) -> None:
        """Press a button, every other time by its key."""
        self.done[what] += 1
        if key and self.done[what] % 2 == 0:
            self.page.keyboard.press(key if key != " " else "Space")
        else:
            self.page.mouse.click(*buttons[id])

    def play(self, seen: Seen, play: Play) -> None:
        """Make a play, in another way than the last one."""
        way = self.WAYS[sum(self.done[way] for way in self.WAYS) % len(self.WAYS)]
        obvious = play.target.startswith("f")
        if way in ("twice", "keys") and not obvious:
            way = "drag" if way == "twice" else "to_its_place"
        self.done[way] += 1
        self.flips = 0
        getattr(self, f"_{way}")(seen, play)

    def _drag(self, seen: Seen, play: Play) -> None:
        mouse, (start, *way) = self.page.mouse, seen.way(play)
        mouse.move(*start)
        mouse.down()
        for x, y in way:
            mouse.move(x, y)
        mouse.up()

    def _twice(self, seen: Seen, play: Play) -> None:
        x, y, *_ = seen.cards[play.card]
        self.page.mouse.click(x, y, click_count=2)

    def _to_its_place(self, seen: Seen, play: Play) -> None:
        x, y, *_ = seen.cards[play.card]
        self.page.mouse.click(x, y)
        self.page.mouse.click(*seen.piles[play.target])

    def _keys(self, seen: Seen, play: Play) -> None:
        me = seen.seat
        order = [f"n{me}", *(z for z in seen.zones if z.startswith(f"w{me}.")), f"v{me}"]
        self.page.keyboard.press(str(order.index(play.source) + 1))
        self.page.keyboard.press("f")
