"""Tables somewhere in a game, written into a site's database; Kierki's are played by the kernel alone."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from compendium.rules import Table
from compendium.testing.playthrough import NO_LUCK, Entry, enter
from games.kierki import CLAIM, game
from tests.logs import lay
from tests.servers import Server

ME = 0
STEP = 400  # ms of the table's clock between two moves

Position = Callable[[Table], bool]


def in_a_trick(deal: int) -> Position:
    """The last card of the deal's fifth trick is mine to play."""
    return lambda t: _deal(t) == deal and _mine(t) and len(t.winners) == 4 and len(t["trick"]) == 3


def leading(t: Table) -> bool:
    """I lead to the first trick of a deal in which no heart may be led: all my cards, some of them dimmed."""
    return _deal(t) in (2, 5) and _mine(t) and len(t["h0"]) == 13 and not t["trick"]


def naming(t: Table) -> bool:
    """I name trump."""
    return _deal(t) in range(8, 12) and _mine(t) and t.trump is None


def others_naming(t: Table) -> bool:
    return _deal(t) in range(8, 12) and not _mine(t) and t.turn is not None and t.trump is None


def between(t: Table) -> bool:
    """A deal ended long before its last trick: the hands are shown."""
    return t.turn is None and t.over is None and len(t["o1"]) > 6 and not t.ready


def between_lotteries(t: Table) -> bool:
    return t.turn is None and t.over is None and _deal(t) == 12


def in_the_lottery(t: Table) -> bool:
    return _deal(t) == 12 and _mine(t) and sum(len(t[f"r{suit}"]) for suit in "SHCD") > 24


def claiming(t: Table) -> bool:
    """All that is left is mine for certain."""
    return _mine(t) and len(t["h0"]) > 2 and CLAIM in game.legal(t, ME)


def claimed_at_the_end(t: Table) -> bool:
    return t.over is not None and t.claimed is not None


def over(t: Table) -> bool:
    return t.over is not None


def without_trump(t: Table) -> bool:
    """No trump was named, and I am to play to a trick."""
    return _deal(t) in range(8, 12) and _mine(t) and t.trump == "N" and len(t["trick"]) == 2


def _deal(t: Table) -> int:
    deal: int = t.facts["deal"]
    return deal


def _mine(t: Table) -> bool:
    return t.turn == ME


def reach(position: Position, **options: Any) -> list[Entry]:
    """The entries of a game of random moves up to a position. Raises LookupError where none gets there."""
    for seed in range(50):
        if position((entries := _play(position, seed, options))[-1].table):
            return entries
    raise LookupError(position)


def _play(position: Position, seed: int, options: dict[str, Any]) -> list[Entry]:
    """A game up to a position, or to its end."""
    rng = random.Random(seed)
    entries = [enter(game, Table(4, game.Options(**options), NO_LUCK), seed, 1, 0, None, None)]
    while (t := entries[-1].table).over is None and not position(t):
        seat = rng.choice([seat for seat in t.seats if list(game.legal(t, seat))])
        move = rng.choice(list(game.legal(t, seat)))
        entries.append(enter(game, t, seed, len(entries) + 1, t.now + STEP, seat, move))
    return entries


def open_table(page: Page, site: Server, position: Position, **options: Any) -> None:
    """Open a table there in a page: mine, with three bots."""
    code = new_table(page, "kierki", 3, options)
    lay(site, code, reach(position, **options))
    page.goto(f"/t/{code}")


def new_table(page: Page, slug: str, bots: int, options: dict[str, Any] | None = None) -> str:
    """The code of a table of mine, with so many bots, that has not begun."""
    page.goto("/")
    (csrf,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    wanted = {"game": slug, "seats": bots + 1, "bots": [{"level": "normal"}] * bots, "options": options or {}}
    made = page.request.post("/api/tables", headers={"X-CSRFToken": csrf}, data=wanted)
    assert made.ok, made.text()
    code: str = made.json()["code"]
    return code
