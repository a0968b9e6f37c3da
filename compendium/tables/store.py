"""Reading tables and their logs."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from .clock import Clock
from .models import Entry, Table
from .replica import Replica, Row

COLUMNS = ("seq", "at", "seat", "player", "move_id", "move", "ops", "secret")


def find(code: str) -> int | None:
    """The id of the table with a code, however its letters are written."""
    return Table.objects.filter(code=code.upper()).values_list("pk", flat=True).first()


def rows_after(id: int, seq: int) -> list[Row]:
    """A table's entries after ``seq``, in order."""
    return [
        Row(*row)
        for row in Entry.objects.filter(table_id=id, seq__gt=seq).order_by("seq").values_list(*COLUMNS)
    ]


def load(id: int) -> Replica | None:
    """A table folded from its log."""
    row = Table.objects.filter(pk=id).first()
    if row is None:
        return None
    replica = Replica(row)
    for entry in rows_after(id, 0):
        replica.follow(entry)
    return replica


def tail(id: int, seq: int) -> tuple[Table | None, list[Row]]:
    """A table's row and its entries after ``seq``."""
    return Table.objects.filter(pk=id).first(), rows_after(id, seq)


def heads(ids: list[int]) -> dict[int, tuple[int, Clock]]:
    """The heads and clocks of tables."""
    found = Table.objects.filter(pk__in=ids).values_list("pk", "head", "started_at", "paused_at", "skipped")
    return {pk: (head, Clock(*clock)) for pk, head, *clock in found}


def due(now: int, most: int = 100) -> list[int]:
    """Tables whose wake has come."""
    return list(
        Table.objects.filter(Q(wake_at__lte=now), over_at=None)
        .order_by("wake_at")
        .values_list("pk", flat=True)[:most]
    )


def lease(ids: list[int], driver: str, now: int, until: int) -> set[int]:
    """Take or keep the right to play the bots of tables; those for which it is held."""
    free = Q(driver=driver) | Q(driver_until__lt=now)
    Table.objects.filter(free, pk__in=ids).update(driver=driver, driver_until=until)
    held: Any = Table.objects.filter(pk__in=ids, driver=driver).values_list("pk", flat=True)
    return set(held)
