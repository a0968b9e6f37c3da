"""Tables of Nerts laid out card by card: for people who come to a position, not to a deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from compendium.rules import Table
from compendium.rules.cards import deck
from compendium.testing.playthrough import NO_LUCK, Entry, enter
from games.nerts import game
from games.nerts.board import board, foundations
from tests.browser.kierki import settle
from tests.logs import lay
from tests.servers import Server

Piles = Mapping[str, Sequence[str]]
"""Zone -> its cards, bottom to top."""
Layout = Callable[[int], Piles]
"""What shall lie where at a table of so many boards; the rest of each deck fills what is left out."""

NERTS, WASTE = 13, 6
SUITS = "SHCD"
BEGUN = 60_000  # ms of the table's clock: long after "Go!"


def all_after_the_same(seats: int) -> Piles:
    """Four foundations stand at four, and each board has all four fives on top: one of each will be first."""
    piles: dict[str, Sequence[str]] = {f"f{i}": _run(suit, "A234", 0) for i, suit in enumerate(SUITS)}
    for seat in range(seats):
        places = (f"n{seat}", f"v{seat}", f"w{seat}.0", f"w{seat}.1")
        piles |= {zone: [f"5{suit}{seat}"] for zone, suit in zip(places, SUITS, strict=True)}
    return piles


def nearly_out(seats: int) -> Piles:
    """My Nerts pile is one card, an ace; it is my second one on a foundation that will be."""
    return {"n0": ["AS0"], "f0": ["AH0", "2H0"]}


def _run(suit: str, ranks: str, seat: int) -> list[str]:
    return [f"{rank}{suit}{seat}" for rank in ranks]


def laid_out(seats: int, layout: Layout, options: dict[str, Any] | None = None) -> list[Entry]:
    """The entries of a game that has come to a layout; cards that it does not name always lie alike.

    Piles are filled up from below, but for a Nerts pile that it ends with an ace.
    """
    dealt = enter(game, Table(seats, game.Options(**(options or {})), NO_LUCK), "boards", 1, 0, None, None)
    t, piles, rng = dealt.table.draft(BEGUN), layout(seats), random.Random("boards")
    for seat in t.seats:
        b = board(seat, t.options.piles)
        for zone in b.sources:
            t.move(zone, b.stock, *t.piles[zone])
    named = {card for cards in piles.values() for card in cards}
    for zone in foundations(t):
        _bring(t, zone, piles.get(zone, ()))
    for seat in t.seats:
        b = board(seat, t.options.piles)
        rest = [card for card in deck(seat) if card not in named]
        rng.shuffle(rest)
        for zone in b.sources:
            own = piles.get(zone, ())
            full = NERTS if zone == b.nerts else WASTE if zone == b.waste else 1
            fill = 0 if zone == b.nerts and own and own[-1][0] == "A" else max(0, full - len(own))
            _bring(t, zone, [*(rest.pop() for _ in range(fill)), *own])
        t.order(b.stock, rest)
    t.set(wake_at=None)
    return [dealt, Entry(2, BEGUN, None, None, dealt.table, t, [])]


def _bring(t: Table, zone: str, cards: Sequence[str]) -> None:
    for card in cards:
        t.move(f"s{card[2]}", zone, card)


def sit_down(pages: list[Page], bots: int = 0, options: dict[str, Any] | None = None) -> str:
    """The code of a table that a page has made, where all of them sit, then bots. It has not begun."""
    host, *guests = pages
    known = game.Options(**(options or {}))
    players, all_of_us = game.players(known), len(pages) + bots
    places = [divmod(i, players) for i in range(len(pages), all_of_us)]
    seats = [{"seat": seat, "n": n, "level": "beginner"} for seat, n in places]
    wanted = {"game": "nerts", "seats": all_of_us // players, "bots": seats, "options": options or {}}
    code: str = _ask(host, "tables", wanted)["code"]
    for guest in guests:
        _ask(guest, f"tables/{code}/join", {})
    return code


def _ask(page: Page, path: str, body: dict[str, Any]) -> dict[str, str]:
    """POST to the API as the person whose browser it is."""
    page.goto("/new/nerts")
    (csrf,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    made = page.request.post(f"/api/{path}", headers={"X-CSRFToken": csrf}, data=body)
    assert made.ok, made.text()
    answer: dict[str, str] = made.json()
    return answer


def open_layout(
    pages: list[Page],
    site: Server,
    layout: Layout,
    bots: int = 0,
    options: dict[str, Any] | None = None,
    *,
    running: bool = True,
) -> str:
    """Open a table with this layout in all pages; its code."""
    code = sit_down(pages, bots, options)
    boards = (len(pages) + bots) // game.players(game.Options(**(options or {})))
    lay(site, code, laid_out(boards, layout, options), running=running)
    for page in pages:
        page.goto(f"/t/{code}", wait_until="commit")
    for page in pages:
        page.locator(".stage .card.own").first.wait_for()
        settle(page)  # fonts that come move what lies below them
    return code
