"""Tables as they are listed: open ones to join, running ones to watch, and the asker's own.

Each list costs one query; who sits there is read for all lists together, and whose turn it is at one's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from compendium.accounts.models import Player
from compendium.tables import seating, turns
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.places import players_of

from .catalogue import name_of
from .models import Listing
from .spans import span

LONGEST = 50
MINE = 5
OVERDUE = 30_000  # ms after a table was to be looked at
MINUTE = 60_000  # ms
SHOWN_BY_DAYS = 30 * 24 * 60 * MINUTE
"""ms for which a table by days is shown to everybody."""
WAY_BACK = 60 * MINUTE
"""ms for which a table that one has left is still called one's own."""


@dataclass(frozen=True)
class Row:
    """A line of a list."""

    code: str
    game: str
    game_name: str
    host_name: str
    places: list[dict[str, Any]]
    free: int
    note: str
    by_days: bool = False
    mine: bool = False
    barred: bool = False
    """Whether the reader has a seat there, or has been sent away from there."""
    turn: bool = False
    """Whether it is the reader's turn there."""
    until: int | None = None
    """wall, ms: when that turn runs out."""

    @property
    def left(self) -> str:
        """How much time the reader has, in words."""
        return "" if self.until is None else span(self.until - wall())


def open_tables(reader: Player | None) -> QuerySet[Table]:
    """Public tables that wait for people, the oldest first; none that everybody has left alone."""
    return _alive(reader).filter(started_at=None, over_at=None).order_by("created")[:LONGEST]


def running_tables(reader: Player | None) -> QuerySet[Table]:
    """Public tables that may be watched, the newest first."""
    return _alive(reader).filter(started_at__isnull=False, over_at=None).order_by("-started_at")[:LONGEST]


def tables_of(player: Player) -> QuerySet[Table]:
    """Tables where this person has a seat, or left one lately, and that are not over: those by days, then the
    newest first.
    """
    there = Q(left_at=None) | Q(left_at__gt=wall() - WAY_BACK)
    mine = Place.objects.filter(there, player=player).values("table")
    return Table.objects.filter(pk__in=mine, over_at=None).order_by("-by_days", "-created")[:LONGEST]


def own(rows: list[Row]) -> list[Row]:
    """A person's own tables as they are shown: where it is their turn first, what runs out first before all.

    Of those that are not by days only the newest; others were left lying.
    """
    live = [row for row in rows if not row.by_days][:MINE]
    shown = [row for row in rows if row.by_days or row in live]
    return sorted(shown, key=lambda row: (not row.turn, row.until is None, row.until))


def rows(reader: Player | None, *lists: QuerySet[Table]) -> list[list[Row]]:
    """The lists as they are shown to a reader, with who sits there."""
    read = [list(each) for each in lists]
    tables = [table for each in read for table in each]
    prefetch_related_objects(tables, "places")
    said = turns.turns({table for table in tables if table.state == "running" and place_of(table, reader)})
    return [[row(table, reader, said.get(table.pk)) for table in each] for each in read]


def place_of(table: Table, reader: Player | None) -> Place | None:
    """The reader's place at a table whose places are read."""
    return next((p for p in table.places.all() if reader is not None and p.player_id == reader.pk), None)


def row(table: Table, reader: Player | None = None, said: turns.Turn | None = None) -> Row:
    """A table as a line of a list; ``said``: whose turn it is there."""
    there = seating.told(table.places.all())
    mine = place_of(table, reader)
    turn = mine is not None and said is not None and not table.paused_at and said.is_on(mine)
    host = next((place["name"] for place in there if place["host"]), "")
    free = table.seats * players_of(table) - len(there)
    return Row(
        code=table.code,
        game=table.game,
        game_name=name_of(table.game),
        host_name=host,
        places=there,
        free=free,
        note=_note(table, host, free),
        by_days=table.by_days,
        mine=mine is not None,
        turn=turn,
        until=table.wake_at if turn else None,
        barred=getattr(table, "barred", False),
    )


def _alive(reader: Player | None) -> QuerySet[Table]:
    """Public tables with somebody there, or by days; ``barred``: whether the reader has been sent away.

    These are looked at soon; what is overdue nobody has looked at since all processes stopped.
    """
    now = wall()
    soon = Table.objects.filter(look_at__range=(now - OVERDUE, now + seating.EMPTY_AFTER)).values("pk")
    by_days = Table.objects.filter(by_days=True, over_at=None, created__gt=now - SHOWN_BY_DAYS).values("pk")
    barred = Listing.barred.through.objects.filter(listing__table=OuterRef("pk"), player=reader)
    alive = Table.objects.filter(pk__in=soon.union(by_days), listing__public=True)  # each by its own index
    return alive.annotate(barred=Exists(barred))


def _note(table: Table, host: str, free: int) -> str:
    if table.state == "open":
        seats = ngettext("%(n)d seat free", "%(n)d seats free", free) % {"n": free} if free else _("full")
        said = f"{host}, {seats}" if host else seats
        return _("%(table)s, by days") % {"table": said} if table.by_days else said
    if table.paused_at:
        return _("paused")
    if table.by_days:
        return _("by days")
    minutes = (wall() - (table.started_at or 0)) // MINUTE
    since = ngettext("began %(n)d minute ago", "began %(n)d minutes ago", minutes) % {"n": minutes}
    return since if minutes else _("just begun")
