"""Tables of Kierki somewhere in the game: played by the kernel alone, then written into a site's database."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing

from playwright.sync_api import Page

from compendium.rules import Table
from compendium.tables.clock import wall
from compendium.tables.protocol import encode_text
from compendium.testing.playthrough import NO_LUCK, Entry, enter
from games.kierki import game
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


def in_the_lottery(t: Table) -> bool:
    return _deal(t) == 12 and _mine(t) and sum(len(t[f"r{suit}"]) for suit in "SHCD") > 24


def over(t: Table) -> bool:
    return t.over is not None


def _deal(t: Table) -> int:
    deal: int = t.facts["deal"]
    return deal


def _mine(t: Table) -> bool:
    return t.turn == ME


def reach(position: Position) -> list[Entry]:
    """The entries of a game of random moves up to a position. Raises LookupError where none gets there."""
    for seed in range(50):
        if (entries := _play(position, seed))[-1].table.over is None or position is over:
            return entries
    raise LookupError(position)


def _play(position: Position, seed: int) -> list[Entry]:
    """A game up to a position, or to its end."""
    rng = random.Random(seed)
    entries = [enter(game, Table(4, game.Options(), NO_LUCK), seed, 1, 0, None, None)]
    while (t := entries[-1].table).over is None and not position(t):
        seat = rng.choice([seat for seat in t.seats if list(game.legal(t, seat))])
        move = rng.choice(list(game.legal(t, seat)))
        entries.append(enter(game, t, seed, len(entries) + 1, t.now + STEP, seat, move))
    return entries


def open_table(page: Page, site: Server, position: Position) -> None:
    """Open a table there in a page: mine, with three bots."""
    page.goto("/new/kierki")
    (csrf,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    bots = [{"level": "normal"}] * 3
    made = page.request.post(
        "/api/tables", headers={"X-CSRFToken": csrf}, data={"game": "kierki", "bots": bots}
    )
    assert made.ok, made.text()
    code = made.json()["code"]
    lay(site, code, reach(position))
    page.goto(f"/t/{code}")


def lay(site: Server, code: str, entries: list[Entry]) -> None:
    """Write a game's entries as those of a table that has not begun; its clock stands still."""
    last = entries[-1].table
    now = wall()
    rows = [
        (code, e.seq, e.at, e.seat, encode_text(e.move or ("@start",)), encode_text(e.ops)) for e in entries
    ]
    row = {
        "code": code,
        "head": len(entries),
        "started": now - last.now,
        "paused": now,
        "over": None if last.over is None else now,
        "score": None if last.over is None else encode_text(last.score),
    }
    with closing(sqlite3.connect(site.site.folder / "compendium.sqlite3")) as database, database:
        database.executemany(
            "insert into tables_entry (table_id, seq, at, seat, move, ops, player, move_id, secret)"
            " select id, ?2, ?3, ?4, ?5, ?6, '', '', '' from tables_table where code = ?1",
            rows,
        )
        database.execute(
            "update tables_table set head = :head, started_at = :started, paused_at = :paused,"
            " over_at = :over, score = :score where code = :code",
            row,
        )
