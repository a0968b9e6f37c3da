"""The one writer: entries are appended only here and in ``start.py``, under the rows' locks, onto the heads
they were made from. One job takes the moves of all tables that wait; it runs in the writer's own thread,
with its own connection.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import psycopg
import psycopg_pool
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from .figures import Figures
from .replica import Row

_encode = msgspec.json.Encoder().encode


class Head(NamedTuple):
    """What a table's row becomes, if its head still is ``was``. Times in wall ms."""

    id: int
    was: int
    head: int
    wake_at: int | None
    over_at: int | None
    paused_at: int | None
    skipped: int
    score: list[int] | None
    figures: Figures | None


class Job(NamedTuple):
    """One flush: rows by table, and the seats of absent people that bots take over."""

    heads: list[Head]
    rows: dict[int, list[Row]]
    stand_ins: list[tuple[int, int, str]]


def commit(job: Job, using: str = DEFAULT_DB_ALIAS) -> set[int]:
    """Append a job in one transaction; the tables whose head was another one, or whose row is locked,
    are returned.

    Nothing of those is written. Raises what the database raises; then nothing at all is written, as far
    as known.
    """
    database = connections[using]
    append = _append_postgresql if database.vendor == "postgresql" else _append_sqlite
    if not job.stand_ins and database.vendor == "postgresql":
        with database.cursor() as cursor:
            return append(job, cursor)
    with transaction.atomic(using), database.cursor() as cursor:
        left = append(job, cursor)
        cursor.executemany(
            "update tables_place set stand_in = %s where table_id = %s and seat = %s and bot = ''",
            [(level, id, seat) for id, seat, level in job.stand_ins if id not in left],
        )
    return left


def in_doubt(error: Exception) -> bool:
    """Whether what failed so may have been committed, or may yet be: the line broke and nobody said no."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error) or isinstance(cause, psycopg_pool.PoolTimeout):
        return False  # SQLite has rolled back; without a connection nothing was sent
    return cause.sqlstate is None or cause.sqlstate.startswith(BROKEN)


BROKEN = ("08", "57P")
"""SQLSTATEs of connections that end."""
ENTRY = "table_id, seq, at, seat, player, move_id, move, ops, secret"
POSTGRESQL = f"""
with u as materialized (
  select * from json_to_recordset(%s) u(id bigint, was int, head int, wake_at bigint, over_at bigint,
                                        paused_at bigint, skipped bigint, score jsonb, figures jsonb)),
l as materialized (
  select t.id from tables_table t join u on t.id = u.id and t.head = u.was
  order by t.id for update of t skip locked),
e as (
  insert into tables_entry ({ENTRY})
  select e.t, e.q, e.a, e.s, e.p, e.i, e.m, e.o, e.k
  from json_to_recordset(%s) e(t bigint, q int, a bigint, s int, p text, i text, m text, o text, k text)
  join l on l.id = e.t)
update tables_table t
set head = u.head, wake_at = u.wake_at, over_at = coalesce(t.over_at, u.over_at), paused_at = u.paused_at,
    skipped = u.skipped, score = u.score, figures = u.figures
from u join l using (id) where t.id = u.id returning t.id
"""
ROW_KEYS = ("q", "a", "s", "p", "i", "m", "o", "k")


def _append_postgresql(job: Job, cursor: Any) -> set[int]:
    heads = _encode([head._asdict() for head in job.heads]).decode()
    rows = _encode(
        [{"t": id, **dict(zip(ROW_KEYS, row, strict=True))} for id, rows in job.rows.items() for row in rows]
    ).decode()
    cursor.execute(POSTGRESQL, (heads, rows))
    done = {id for (id,) in cursor.fetchall()}
    return {head.id for head in job.heads} - done


INSERT = f"insert into tables_entry ({ENTRY}) values ({', '.join(['%s'] * 9)})"
UPDATE = (
    "update tables_table set head = %s, wake_at = %s, over_at = coalesce(over_at, %s), paused_at = %s,"
    " skipped = %s, score = %s, figures = %s where id = %s"
)


def _append_sqlite(job: Job, cursor: Any) -> set[int]:
    marks = ", ".join(["%s"] * len(job.heads))
    cursor.execute(
        f"select id, head from tables_table where id in ({marks})", [head.id for head in job.heads]
    )
    found = dict(cursor.fetchall())
    heads = [head for head in job.heads if found.get(head.id) == head.was]
    cursor.executemany(INSERT, [(head.id, *row) for head in heads for row in job.rows[head.id]])
    cursor.executemany(
        UPDATE, [(*head[2:7], _json(head.score), _json(head.figures), head.id) for head in heads]
    )
    return {head.id for head in job.heads} - {head.id for head in heads}


def _json(value: Any) -> str | None:
    return None if value is None else _encode(value).decode()


class Writer:
    """A thread that commits one job after the other, on a connection that it keeps, and calls back with what
    ``commit`` returned or raised.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Job, Callable[[set[int] | Exception], None]] | None]
        self._jobs = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job, done: Callable[[set[int] | Exception], None]) -> None:
        """``done`` is called in the writer's thread."""
        self._jobs.put((job, done))

    def stop(self) -> None:
        """Finish what is queued and close the connection."""
        self._jobs.put(None)
        self._thread.join(10)

    def _run(self) -> None:
        while (next_job := self._jobs.get()) is not None:
            job, done = next_job
            result: set[int] | Exception
            try:
                result = commit(job)
            except Exception as error:
                result = error
                with suppress(Exception):
                    connection.close()
            with suppress(RuntimeError):  # the loop has ended meanwhile
                done(result)
        connection.close()
