"""Whose turn it is at many tables, read off the ends of their logs: no rules run and no table is opened."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import F

from . import protocol
from .models import Entry, Place, Table

LAST = 12
"""Entries from a log's end that are read first: a game of turns says whose it is in nearly each."""
MOST = 200
"""Tables by days looked at in one go."""


class Turn(NamedTuple):
    """What a log says last: ``seat`` (None: nobody, or everybody), since which entry, and who is ``late``."""

    seat: int | None = None
    since: int = 0
    late: int | None = None

    def is_on(self, place: Place) -> bool:
        """Whether this place's player is to move: there, not late already, and nobody plays for them."""
        mine = self.seat == place.seat and self.late is None
        return mine and place.left_at is None and not place.stand_in


def turns(tables: Iterable[Table]) -> dict[int, Turn]:
    """Whose turn it is, by the tables' ids; those that have not begun are left out. One query, as a rule."""
    ids = [table.pk for table in tables if table.head]
    ends = Entry.objects.filter(table__in=ids, seq__gt=F("table__head") - LAST)
    found = _read(ends)
    for id in ids:
        if id not in found:  # votes, or people who come and go, have pushed it up
            found |= _read(Entry.objects.filter(table=id)) or {id: Turn()}
    return found


def _read(entries: Any) -> dict[int, Turn]:
    """The last word on the turn in these entries; tables about whose turn they say nothing are left out."""
    found: dict[int, Turn] = {}
    late: dict[int, int | None] = {}
    for id, seq, ops in entries.order_by("table", "seq").values_list("table", "seq", "ops"):
        for op in protocol.decode_text(ops):
            if op[0] != "s":
                continue
            late[id] = op[1].get("late", late.get(id))
            if "turn" in op[1]:
                found[id] = Turn(op[1]["turn"], seq)
    return {id: turn._replace(late=late[id]) for id, turn in found.items()}


def undriven(after: int, now: int) -> tuple[list[int], int | None]:
    """Tables by days at which a bot is to move and nobody drives it, among those with ids beyond ``after``.

    Also how far that went, None at the end. A bot moves on its seat, for who has left, and for who is late.
    """
    running = Table.objects.filter(by_days=True, over_at=None, paused_at=None, started_at__isnull=False)
    rows = list(running.filter(pk__gt=after).order_by("pk")[:MOST])
    free = {row.pk for row in rows if row.driver_until < now}
    played = set(
        Place.objects.filter(table__in=free).exclude(bot="", stand_in="").values_list("table", "seat")
    )
    found = turns(row for row in rows if row.pk in free)
    waiting = [id for id, turn in found.items() if turn.late is not None or (id, turn.seat) in played]
    return waiting, rows[-1].pk if len(rows) == MOST else None


class Awaited(NamedTuple):
    """A table at which it is a person's turn, their place there, and since which entry that is so."""

    table: Table
    place: Place
    since: int


def awaited(players: Collection[int], *, by_days: bool = False) -> list[Awaited]:
    """The tables at which it is one of these people's turn, those that run out first first.

    Whoever is late already, and whom a bot plays for, is not waited for. With ``by_days`` only such tables.
    """
    theirs = Place.objects.filter(player__in=players)
    running = theirs.filter(table__started_at__isnull=False, table__over_at=None, table__paused_at=None)
    asked = running.filter(table__by_days=True) if by_days else running
    places = list(asked.select_related("table").prefetch_related("table__places"))
    says = turns(place.table for place in places)
    mine = [place for place in places if says.get(place.table_id, Turn()).is_on(place)]
    found = [Awaited(place.table, place, says[place.table_id].since) for place in mine]
    return sorted(found, key=lambda one: (one.table.wake_at is None, one.table.wake_at, one.table.pk))
