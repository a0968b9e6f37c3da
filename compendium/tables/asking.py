"""Questions to a game that are no moves: advice to a learner, and how good moves were, once all is over.

They are thought about in the bots' processes, on a thread of the request. A learner's question is about the
seat's view; a look back is at positions of a table that is over.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as TooLate
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from compendium.rules import Move, Table, View, redact, registry, view

from . import hub, models, store, thinking
from .limits import Bucket
from .protocol import decode_text
from .replica import Replica
from .seating import Refused

T = TypeVar("T")

LONGEST = 15.0
"""Seconds that a request waits for an answer."""
MOST = 3
"""Questions at once in a process; bots at play come first."""
RATE, BURST = 1.0, 6.0
"""Questions a second about one table, and at once."""
TABLES = 1_000
"""Tables whose questions are counted; then counting begins anew."""

_asked: dict[int, Bucket] = {}
_room = threading.BoundedSemaphore(MOST)


class Judged(NamedTuple):
    """A decision of a seat, and what its moves were worth."""

    seq: int
    move: Move
    values: list[tuple[Move, float]]


def advice(table: models.Table, seat: int) -> tuple[Move, str] | None:
    """What a seat whose turn it is might play, and why. Refuses with ``not_your_turn`` and ``too_fast``."""
    replica = _folded(table)
    legal = replica.moves(replica.table, seat) if replica.in_play else None
    if not legal or replica.table.turn != seat:
        raise Refused("not_your_turn")
    _count(table.pk)
    return _ask(thinking.advise, table.game, view(replica.table, seat), legal)


def log(table: models.Table) -> list[list[Any]]:
    """The entries of a table that is over, all cards open: seq, at, seat, move, ops."""
    text = decode_text
    return [
        [row.seq, row.at, row.seat, text(row.move), text(row.ops)]
        for row in store.rows(table.pk, 0, table.head)
    ]


def seen(table: models.Table, seat: int) -> list[list[Any]]:
    """The entries of a table so far as a seat was told them; others' moves are left out.

    Refuses with ``too_fast``.
    """
    _count(table.pk)
    replica, told = Replica(table), []
    for row in store.rows(table.pk, 0, table.head):
        before = replica.follow(row)
        move = decode_text(row.move) if row.seat == seat else None
        told.append([row.seq, row.at, row.seat, move, redact(before, replica.table, seat)])
    return told


def review(table: models.Table, seat: int, first: int, last: int) -> list[Judged]:
    """The decisions that a seat's people took in some entries of a table that is over, with their values.

    Where there was no choice there was no decision. Asked again it answers the same.
    Refuses with ``too_fast``.
    """
    found = [
        (seq, move, seen, legal) for seq, move, seen, legal in _decisions(table, seat) if first <= seq <= last
    ]
    if not found:
        return []
    _count(table.pk)
    asked = [(seen, legal) for _, _, seen, legal in found]
    values = _ask(thinking.weigh, table.game, asked, crc32(f"{table.code} {first}".encode()))
    return [Judged(seq, move, worth) for (seq, move, _, _), worth in zip(found, values, strict=True) if worth]


def _decisions(table: models.Table, seat: int) -> Iterator[tuple[int, Move, View, list[Move]]]:
    replica = Replica(table)
    game = registry.get(table.game)
    if game is None:
        return
    for row in store.rows(table.pk, 0, table.head):
        before: Table = replica.table
        if row.seat == seat and before.turn == seat and not row.player.startswith("bot:"):
            legal = list(game.legal(before, seat))
            if len(legal) > 1:
                yield row.seq, tuple(decode_text(row.move)), view(before, seat), legal
        replica.follow(row)


def _folded(table: models.Table) -> Replica:
    replica = store.load(table.pk)
    assert replica is not None
    return replica


def _count(id: int) -> None:
    if len(_asked) > TABLES:
        _asked.clear()
    if not _asked.setdefault(id, Bucket(RATE, BURST)).take():
        raise Refused("too_fast")


def _ask(question: Callable[..., T], *args: Any) -> T:
    """The answer of a thinking process. Without a hub, as in a command, it is thought about here."""
    here = hub.present()
    if here is None:
        return question(*args)
    if not _room.acquire(blocking=False):
        raise Refused("too_fast")
    try:
        return here.bots.ask(question, *args).result(LONGEST)
    except TooLate:
        raise Refused("too_fast") from None
    finally:
        _room.release()
