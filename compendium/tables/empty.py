"""Tables at which nobody is: put to rest after a while, closed in the end.

Only people who have a seat count: a watcher keeps no game going. Each table's row says when to look whether
anybody is there (``look_at``): soon as long as somebody is, after a longer while where nobody is, never again
once it is over, nor by days, for there nobody is expected. So all that is ever looked at are the rows that
are due, by an index, in whichever process comes first, whether or not one holds the table. What is found is
written under the row's lock.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Max, OuterRef, Subquery

from compendium.rules import registry

from . import announce, protocol, seating
from .absence import NOBODY
from .clock import Clock
from .models import Entry, Place, Table

log = logging.getLogger(__name__)

CLOSE_AFTER: int = settings.CLOSE_AFTER
"""ms without anybody until a table in play is closed."""
UNSTARTED_CLOSE_AFTER: int = settings.UNSTARTED_CLOSE_AFTER
"""ms without anybody until a table that never began is closed; by days it has as long as one in play."""
MOST = 100
"""Tables looked at in one go."""
AFTER_FAILURE = 3_600_000
"""ms until a table that could not be written is looked at again."""
ABANDONED = "abandoned"
"""The fact ``over`` of a table that nobody came back to."""


@transaction.atomic
def arrived(place_ids: Collection[int], when: int) -> None:
    """People come to their own places, at a wall time in ms: from now on their tables are looked at soon.

    It waits for the rows: whoever is just putting a table to rest has then written how long it may.
    """
    soon = when + seating.EMPTY_AFTER
    due = Table.objects.filter(pk__in=Place.objects.filter(pk__in=place_ids).values("table"), look_at__gt=0)
    rows = list(due.order_by("pk").select_for_update().values_list("pk", flat=True))
    Table.objects.filter(pk__in=rows, look_at__gt=soon).update(look_at=soon)
    seating.seen(place_ids, when)


def stay(place_ids: Collection[int], when: int) -> None:
    """A sign of life of the people of these places."""
    seating.seen(place_ids, when)
    soon = when + seating.EMPTY_AFTER
    late = Table.objects.filter(places__in=place_ids, look_at__gt=soon).values_list("pk", flat=True)
    for id in set(late):  # none, unless a process was stopped in an arrival
        Table.objects.filter(pk=id, look_at__gt=soon).update(look_at=soon)


def look(here: Collection[int], now: int) -> None:
    """Look at the tables that are due; at those of ``here`` somebody is, whatever the database says."""
    due = list(Table.objects.filter(look_at__lte=now).order_by("look_at").values_list("pk", flat=True)[:MOST])
    if not due:
        return
    try:
        _look(due, here, now)
    except DatabaseError as error:  # one table's fault must not be another's
        log.warning("%d tables could not be looked at together: %s", len(due), error)
        for id in due:
            _look_alone(id, here, now)


def _look_alone(id: int, here: Collection[int], now: int) -> None:
    try:
        _look([id], here, now)
    except DatabaseError as error:
        log.error("table %d could not be looked at: %s", id, error)
        Table.objects.filter(pk=id).update(look_at=now + AFTER_FAILURE)


@transaction.atomic
def _look(ids: list[int], here: Collection[int], now: int) -> None:
    """Rows that somebody has locked, or looked at meanwhile, are left out."""
    last = Entry.objects.filter(table=OuterRef("pk"), seq=OuterRef("head")).values("at")
    due = Table.objects.filter(pk__in=ids, look_at__lte=now).order_by("pk").annotate(last=Subquery(last))
    rows = list(due.select_for_update(skip_locked=True))
    people = Place.objects.filter(table__in=rows, player__isnull=False, left_at=None)
    seen = dict(people.values_list("table").annotate(Max("seen_at")))
    entries = []
    for row in rows:
        since = now if row.pk in here else max(seen.get(row.pk, 0), row.started_at or row.created)
        entry = _settle(row, since, now)
        if entry is not None:
            at = max(Clock(row.started_at, row.paused_at, row.skipped).at(now), row.last or 0)
            row.head += 1
            entries.append(Entry(table=row, seq=row.head, at=at, **entry))
            announce.announce(row.pk, "log")
    Entry.objects.bulk_create(entries)
    Table.objects.bulk_update(rows, ["look_at"])
    changed = [entry.table for entry in entries]
    Table.objects.bulk_update(changed, ["head", "wake_at", "paused_at", "over_at"])


def _settle(row: Table, since: int, now: int) -> dict[str, Any] | None:
    """What becomes of a table at which nobody has been ``since`` then, and the entry that says so."""
    limit = CLOSE_AFTER if row.started_at or row.by_days else UNSTARTED_CLOSE_AFTER
    if row.over_at is not None or (row.by_days and row.started_at is not None):
        row.look_at = None
    elif now < since + seating.EMPTY_AFTER:
        row.look_at = since + seating.EMPTY_AFTER
    elif row.started_at is not None and row.paused_at is None and not _runs_on(row):
        row.paused_at, row.wake_at, row.look_at = now, None, now + limit
        return _entry("@pause", paused=True, paused_why=NOBODY, votes={})
    elif now < since + limit:
        row.look_at = since + limit
    else:
        row.over_at, row.wake_at, row.look_at = now, None, None
        return _entry("@close", over=ABANDONED, turn=None, wake_at=None, late=None, paused=False)
    return None


def _runs_on(row: Table) -> bool:
    """Whether its clock cannot be stopped, as `Replica.runs_on` says of one that is held."""
    game = registry.get(row.game) if row.luck else None
    return game is not None and game.realtime


def _entry(verb: str, **facts: Any) -> dict[str, str]:
    return {"move": protocol.encode_text([verb]), "ops": protocol.encode_text([("s", facts)])}
