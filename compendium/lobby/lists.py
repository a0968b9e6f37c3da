"""Tables as they are listed: open ones to join, running ones to watch, and the asker's own.

Each list costs one query; who sits there is read for all lists together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from compendium.accounts.models import Player
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.seating import told

from .catalogue import name_of
from .models import Listing

LONGEST = 50
MINE = 5
LISTED_FOR = 120_000  # ms after the last sign of life of a person there
MINUTE = 60_000  # ms


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
    mine: bool = False
    barred: bool = False
    """Whether the reader has a seat there, or has been sent away from there."""


def open_tables(reader: Player | None) -> QuerySet[Table]:
    """Public tables that wait for people, the oldest first; none that everybody has left alone."""
    return _alive(reader).filter(started_at=None).order_by("created")[:LONGEST]


def running_tables(reader: Player | None) -> QuerySet[Table]:
    """Public tables that may be watched, the newest first."""
    return _alive(reader).filter(started_at__isnull=False, over_at=None).order_by("-started_at")[:LONGEST]


def tables_of(player: Player) -> QuerySet[Table]:
    """Tables where this person has a seat and that are not over, the newest first."""
    mine = Place.objects.filter(table=OuterRef("pk"), player=player, left_at=None)
    return Table.objects.filter(Exists(mine), over_at=None).order_by("-created")[:MINE]


def rows(reader: Player | None, *lists: QuerySet[Table]) -> list[list[Row]]:
    """The lists as they are shown to a reader, with who sits there."""
    read = [list(each) for each in lists]
    prefetch_related_objects([table for each in read for table in each], "places")
    return [[row(table, reader) for table in each] for each in read]


def row(table: Table, reader: Player | None = None) -> Row:
    """A table as a line of a list."""
    there = told(table.places.all())
    mine = reader is not None and any(place.player_id == reader.pk for place in table.places.all())
    host = next((place["name"] for place in there if place["host"]), "")
    free = table.seats - len(there)
    return Row(
        code=table.code,
        game=table.game,
        game_name=name_of(table.game),
        host_name=host,
        places=there,
        free=free,
        note=_note(table, host, free),
        mine=mine,
        barred=getattr(table, "barred", False),
    )


def _alive(reader: Player | None) -> QuerySet[Table]:
    """Public tables with somebody there; ``barred`` of each: whether the reader has been sent away."""
    awake = Place.objects.filter(
        table=OuterRef("pk"), player__isnull=False, left_at=None, seen_at__gt=wall() - LISTED_FOR
    )
    barred = Listing.barred.through.objects.filter(listing__table=OuterRef("pk"), player=reader)
    return Table.objects.filter(Exists(awake), listing__public=True).annotate(barred=Exists(barred))


def _note(table: Table, host: str, free: int) -> str:
    if table.state == "open":
        seats = ngettext("%(n)d seat free", "%(n)d seats free", free) % {"n": free} if free else _("full")
        return f"{host}, {seats}" if host else seats
    if table.paused_at:
        return _("paused")
    minutes = (wall() - (table.started_at or 0)) // MINUTE
    since = ngettext("for %(n)d minute", "for %(n)d minutes", minutes) % {"n": minutes}
    return since if minutes else _("just begun")
