"""Several browsers at one table of Nerts, which play at once; and whether all is well afterwards."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from compendium.rules import Chance, Table, view
from compendium.rules.cards import deck
from compendium.testing.client import wire
from games.nerts import game
from tests.browser.nerts import Play, Player, Seen, Spot
from tests.logs import Logged, folds, log_of
from tests.servers import Server

QUIET = 120.0  # seconds, at most, until every move is answered and every page has heard of it
BUTTON = ("left", 1)
BUTTONS = ("ready", "next-hand", "call", "flip")
EDGE = (2.0, 200.0)
GENERIC = {"illegal", "internal", "malformed", "unknown_verb", "not_your_seat", "lost", "read_only"}
"""Refusals that a page never gives a reason for: it had no business to make such moves."""

DRAWN = "[...document.querySelectorAll('.stage .card')].map(({ dataset }) => dataset.card ?? null)"
Answer = tuple[str, str, str | None]
"""A refusal as a page has told it: the move's id, the code, the words shown."""


def at_once(pages: list[Page], deed: str, how: Sequence[tuple[Any, ...]]) -> None:
    """Do something by the mouse of each page, without waiting for one before the next.

    Playwright's own calls wait for the page they are made to; those that they wrap need not.
    """

    async def together() -> None:
        mice = [page.mouse._impl_obj for page in pages]
        await asyncio.gather(*(getattr(mouse, deed)(*one) for mouse, one in zip(mice, how, strict=True)))

    pages[0].mouse._sync(together())


class Crowd:
    """The people at a table, each at a browser of their own."""

    def __init__(self, players: list[Player], options: dict[str, Any] | None = None) -> None:
        self.players = players
        self.options = game.Options(**(options or {}))
        self.pages = [player.page for player in players]

    def round(self, wanted: str = "") -> list[Play | None]:
        """Everybody plays the best they see, all at once; who sees nothing flips. Before a hand they are
        ready, and with an empty Nerts pile they call.

        `wanted` is rank and suit of what is played before anything else.
        """
        seen = [player.look() for player in self.players]
        plays = [_best(one, wanted) for one in seen]
        ways = [
            [_press(one)] if play is None else one.way(play) for one, play in zip(seen, plays, strict=True)
        ]
        for step in range(max(map(len, ways))):
            at_once(self.pages, "move", [(*way[min(step, len(way) - 1)], 1) for way in ways])
            if not step:
                at_once(self.pages, "down", [BUTTON for _ in ways])
        at_once(self.pages, "up", [BUTTON for _ in ways])
        return plays

    def quiet(self) -> list[Seen]:
        """What all show once nothing is under way any more."""
        deadline = time.monotonic() + QUIET
        while True:
            self.pages[0].wait_for_timeout(20)  # lets all pages' frames in
            seen = [player.look() for player in self.players]
            known = {one.seq for one in seen} | {player.wire.seq for player in self.players}
            busy = any(one.pending or one.animating for one in seen) or any(
                p.wire.unanswered for p in self.players
            )
            if len(known) == 1 and not busy:
                return seen
            assert time.monotonic() < deadline, (known, [player.wire.unanswered for player in self.players])

    def refusals(self) -> list[Answer]:
        """All that the pages were refused, each with the words it was told in."""
        told: list[Answer] = []
        for player in self.players:
            mine = [(id, code, words) for id, code, words in player.page.evaluate("refusalsTold")]
            assert [(id, code) for id, code, _ in mine] == [
                (id, code) for id, (code, _) in player.wire.refused.items()
            ]
            told += mine
        return told

    def check(self, site: Server, code: str) -> list[Logged]:
        """No card is lost or doubled, all see one table, each move came once or was refused with a reason."""
        seen = self.quiet()
        log = log_of(site, code)
        table = checked(log, len(self.players) // game.players(self.options), self.options)
        for player, one in zip(self.players, seen, strict=True):
            truth = view(table, one.seat)
            assert one.seq == len(log)
            assert one.zones == {name: shown_ids(shown) for name, (_, _, shown) in truth.zones.items()}
            assert one.facts == wire(truth.facts)
            _check_drawn(player.page, table, one)
            stored = {entry.move_id: entry.seq for entry in log if entry.move_id}
            assert player.wire.accepted == {id: stored[id] for id in player.wire.accepted}
            assert not stored.keys() & player.wire.refused.keys()
        assert all(one.zones == seen[0].zones and one.facts == seen[0].facts for one in seen)
        for _, why, words in self.refusals():
            assert words or why == "game_over", f"a refusal was not explained: {why}"  # that the result tells
            assert why not in GENERIC, (why, words)
        return log


def checked(log: list[Logged], seats: int, options: Any = None) -> Table:
    """The table that a log leads to; after each entry every deck has each of its cards once."""
    cards = Counter(card for seat in range(seats) for card in deck(seat))
    tables = folds(log, Table(seats, options or game.Options(), Chance()))
    for entry, table in zip(log, tables, strict=True):
        assert Counter(card for pile in table.piles.values() for card in pile) == cards, entry
    return tables[-1]


def _best(seen: Seen, wanted: str) -> Play | None:
    if not seen.running or "call" in seen.buttons:
        return None
    plays = [play for play in seen.plays() if play.card in seen.cards]  # a partner may have one in hand
    return next((play for play in plays if play.card.startswith(wanted)), plays[0] if plays else None)


def _press(seen: Seen) -> Spot:
    """Where a press does what is to be done; or on the cloth's edge, where it does nothing."""
    return next((seen.buttons[id] for id in BUTTONS if id in seen.buttons), EDGE)


def shown_ids(shown: Any) -> list[str | None]:
    """A zone as a page holds it: ids from the bottom, None for a card that is not known."""
    if isinstance(shown, int):
        return [None] * shown
    if len(shown) == 2 and isinstance(shown[0], int):
        count, top = shown
        return [None] * (count - (top is not None)) + ([top] if top is not None else [])
    return list(shown)


def _check_drawn(page: Page, table: Table, seen: Seen) -> None:
    """One element for each card, with its name where that is known."""
    drawn = page.evaluate(DRAWN)
    named = [card for card in drawn if card is not None]
    known = [card for zone, cards in seen.zones.items() if not zone.startswith("s") for card in cards if card]
    assert len(drawn) == 52 * len(table.seats)
    assert len(set(named)) == len(named)
    assert set(known) <= set(named)
