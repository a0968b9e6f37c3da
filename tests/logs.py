"""Logs in a site's database, read and written beside its servers, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from compendium.rules import Table, fold
from compendium.tables.clock import wall
from compendium.tables.protocol import encode_text
from compendium.testing.playthrough import Entry
from tests.servers import Server

PATIENCE = 60.0
"""Seconds for a server to be done with what it writes."""
READ = (
    "select e.seq, e.at, e.seat, e.player, e.move_id, e.move, e.ops, e.secret from tables_entry e"
    " join tables_table t on t.id = e.table_id where t.code = %s order by e.seq"
)
WRITE = (
    "insert into tables_entry (table_id, seq, at, seat, move, ops, secret, player, move_id)"
    " select id, %s, %s, %s, %s, %s, %s, '', '' from tables_table where code = %s"
)
BEGIN = (
    "update tables_table set head = %s, started_at = %s, paused_at = %s, wake_at = %s, over_at = %s,"
    " score = %s where code = %s"
)

FORSAKEN = (
    "update tables_table set created = created - %s, started_at = started_at - %s,"
    " paused_at = paused_at - %s, look_at = 0 where code = %s"
)
UNSEEN = "update tables_place set seen_at = 0 where table_id = (select id from tables_table where code = %s)"
TEN_DAYS = 864_000_000


class Logged(NamedTuple):
    """An entry as stored."""

    seq: int
    at: int
    seat: int | None
    player: str
    move_id: str
    move: Any
    ops: Any
    secret: Any


@contextmanager
def _database(server: Server) -> Iterator[Any]:
    """A connection to a site's database; it commits at the end."""
    url = server.site.environment.get("DATABASE_URL")
    if url is None:
        file = server.site.folder / "compendium.sqlite3"
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as lite, lite:
            yield lite
    else:
        with psycopg.connect(url) as database:
            yield database


def _run(database: Any, query: str, *values: Any) -> Any:
    lite = isinstance(database, sqlite3.Connection)
    return database.execute(query.replace("%s", "?") if lite else query, values)


def log_of(server: Server, code: str) -> list[Logged]:
    """What the database of a site holds of a table."""
    with _database(server) as database:
        return _read(database, code)


def log_in(folder: Path, code: str) -> list[Logged]:
    """What the SQLite file of a data folder holds of a table."""
    with closing(sqlite3.connect(folder / "compendium.sqlite3")) as lite:
        return _read(lite, code)


def _read(database: Any, code: str) -> list[Logged]:
    rows = _run(database, READ, code).fetchall()
    return [Logged(*row[:5], *(json.loads(text) if text else None for text in row[5:])) for row in rows]


def folds(log: Sequence[Logged], table: Table) -> list[Table]:
    """A table without zones, and what it is after each entry of a log.

    The log has no gap, and no move of anybody twice.
    """
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    ids = [(entry.player, entry.move_id) for entry in log if entry.move_id]
    assert len(set(ids)) == len(ids)
    found = []
    for entry in log:
        table = table.draft(entry.at)
        for op in entry.ops:
            fold(table, op)
        table.kept = {**table.kept, **(entry.secret or {})}
        found.append(table)
    return found


def count(server: Server, what: str) -> int:
    """How many rows there are ``from ... where ...``."""
    with _database(server) as database:
        return int(_run(database, f"select count(*) {what}").fetchone()[0])


def forsake(server: Server, code: str) -> None:
    """Nobody has been at a table for ten days. Those who are there show themselves again within seconds."""
    with _database(server) as database:
        _run(database, UNSEEN, code)
        _run(database, FORSAKEN, *[TEN_DAYS] * 3, code)


def deal_by(server: Server, code: str, luck: str) -> None:
    """Have a table that has not begun dealt by this luck: the same cards each time."""
    with _database(server) as database:
        _run(database, "update tables_table set luck = %s where code = %s", luck, code)


def slip_in(server: Server, code: str, seq: int, at: int, ops: Any) -> None:
    """Write one more entry, as another process does; the servers find it when they look."""
    with _database(server) as database:
        _run(database, WRITE, seq, at, None, '["@slip"]', encode_text(ops), "", code)
        _run(database, "update tables_table set head = %s where code = %s", seq, code)


def lay(server: Server, code: str, entries: Sequence[Entry], *, running: bool = False) -> int:
    """Write a game's entries as those of a table that has not begun.

    Its clock stands still after the last entry, or is ``running`` on from there. When it started, in wall ms.
    """
    last = entries[-1].table
    now = wall()
    started = now - last.now
    wake_at = started + last.wake_at if running and last.wake_at is not None else None
    over = (None, None) if last.over is None else (now, encode_text(last.score))
    with _database(server) as database:
        for e in entries:
            secret = encode_text(e.table.secret) if e.table.secret else ""
            move, ops = encode_text(e.move or ("@start",)), encode_text(e.ops)
            _run(database, WRITE, e.seq, e.at, e.seat, move, ops, secret, code)
        _run(database, BEGIN, len(entries), started, None if running else now, wake_at, *over, code)
    return started
