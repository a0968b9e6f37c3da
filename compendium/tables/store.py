"""Reading tables and their logs."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Q

from . import seating
from .clock import Clock, wall
from .models import Place, Table
from .replica import Replica, Row

ENTRIES = f"""
select {", ".join(Row._fields)} from tables_entry where table_id = %s and seq > %s and seq <= %s order by seq
"""

Seat = tuple[int, int, int]
"""A place's id, its seat and n."""


class Sitting(NamedTuple):
    """Who sits where: as clients are told, and each player's own place."""

    places: list[dict[str, Any]]
    seats: dict[str, Seat]


class Tail(NamedTuple):
    """A table's row and the entries after some seq that belong to it."""

    row: Table
    rows: list[Row]
    sitting: Sitting


def clock() -> tuple[int, int, int] | None:
    """What the database's clock shows, between which times of our own monotonic one, all in ns; None on
    SQLite.
    """
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("select 1")  # a new connection takes its time
        asked = time.monotonic_ns()
        cursor.execute("select (extract(epoch from clock_timestamp()) * 1000000)::bigint")
        return cursor.fetchone()[0] * 1000, asked, time.monotonic_ns()


def find(code: str) -> tuple[int, str] | None:
    """The id and the luck of the table with a code, however its letters are written."""
    return Table.objects.filter(code=code.upper()).values_list("pk", "luck").first()


def may_look(id: int, player: str) -> bool:
    """Whether somebody may look at a table that shares its luck with others.

    Whoever has a seat there; whoever has played the same cards to the end; once they are no longer played for
    the day everybody, but for those who still do.
    """
    if has_sat(id, player):
        return True
    row = Table.objects.only("luck", "hidden_until").get(pk=id)
    alike = (
        Table.objects.filter(luck=row.luck, places__player=int(player)) if player else Table.objects.none()
    )
    if alike.filter(over_at__isnull=False).exclude(score=None).exists():
        return True
    return wall() >= row.hidden_until and not alike.filter(over_at=None).exists()


def load(id: int) -> Replica | None:
    """A table folded from its log."""
    row = Table.objects.filter(pk=id).first()
    if row is None:
        return None
    replica = Replica(row)
    replica.replay(rows(id, 0, row.head))
    return replica


def tail(id: int, seq: int) -> Tail | None:
    """What a replica at ``seq`` misses. Read in this order: no entry is newer than the row, no seat older."""
    row = Table.objects.filter(pk=id).first()
    return None if row is None else Tail(row, rows(id, seq, row.head), sitting(id))


def rows(id: int, after: int, head: int) -> list[Row]:
    """The entries of a table after one, up to another."""
    if after >= head:
        return []
    with connection.cursor() as cursor:
        cursor.execute(ENTRIES, (id, after, head))
        return [Row._make(row) for row in cursor.fetchall()]


def head(id: int) -> int:
    """The head of a table; 0 where there is none."""
    return Table.objects.filter(pk=id).values_list("head", flat=True).first() or 0


def heads(ids: Collection[int]) -> dict[int, tuple[int, Clock]]:
    """The heads and clocks of tables."""
    found = Table.objects.filter(pk__in=ids).values_list("pk", "head", "started_at", "paused_at", "skipped")
    return {pk: (head, Clock(*clock)) for pk, head, *clock in found}


def waiting(ids: Collection[int]) -> dict[int, tuple[int, Any]]:
    """The seats and options of tables before their start."""
    found = Table.objects.filter(pk__in=ids, started_at=None).values_list("pk", "seats", "options")
    return {pk: (seats, options) for pk, seats, options in found}


def sitting(id: int) -> Sitting:
    """Who sits where at a table."""
    return sittings([id])[id]


def sittings(ids: Collection[int]) -> dict[int, Sitting]:
    """The same of many tables. Whoever has left for good has a place there and no seat."""
    there: dict[int, list[Place]] = {id: [] for id in ids}
    for place in Place.objects.filter(table_id__in=ids).order_by("seat", "n"):
        there[place.table_id].append(place)
    return {id: Sitting(seating.told(places), _seats(places)) for id, places in there.items()}


def _seats(places: list[Place]) -> dict[str, Seat]:
    return {
        str(place.player_id): (place.pk, place.seat, place.n)
        for place in places
        if place.player_id is not None and place.left_at is None
    }


def has_sat(id: int, player: str) -> bool:
    """Whether a player has a place at a table, or had one when it began."""
    return bool(player) and Place.objects.filter(table_id=id, player_id=int(player)).exists()


def due(now: int, games: Collection[str], without: Collection[int], most: int = 100) -> list[tuple[int, int]]:
    """Tables of these games whose wake has come, longest due first: id, when (wall ms)."""
    found = Table.objects.filter(wake_at__lte=now, over_at=None, game__in=games).exclude(pk__in=without)
    return list(found.order_by("wake_at").values_list("pk", "wake_at")[:most])


def lease(ids: Collection[int], driver: str, now: int, until: int) -> set[int]:
    """Take or keep the right to play the bots of tables; those for which it is held.

    A row that somebody has locked is left for the next time. A lease beyond what can be asked for was given
    before the clock was set back.
    """
    free = Q(driver=driver) | Q(driver_until__lt=now) | Q(driver_until__gt=until + 2 * (until - now))
    with transaction.atomic():
        rows = Table.objects.filter(free, pk__in=ids).order_by("pk").select_for_update(skip_locked=True)
        held = set(rows.values_list("pk", flat=True))
        Table.objects.filter(pk__in=held).update(driver=driver, driver_until=until)
    return held


def release(driver: str) -> None:
    """Let go of all leases: another process may drive at once."""
    Table.objects.filter(driver=driver, driver_until__gt=0).update(driver_until=0)
