"""Tables of people who are about to play, written straight into a server's database before it is measured."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import get_random_string

from compendium.accounts.identity import SESSION_KEY
from compendium.accounts.models import Player
from compendium.rules import Game
from compendium.rules import Table as State
from compendium.rules.options import encode
from compendium.tables.clock import wall
from compendium.tables.models import Entry, Place, Table
from compendium.tables.protocol import encode_text
from compendium.tables.start import written
from compendium.testing.playthrough import Entry as Entered

EXPECTED = 3_600_000
"""ms for which the people of a table count as being there before they are: no bot takes their seats."""
AT_ONCE = 500
"""Rows in one statement, at most."""


class Laid(NamedTuple):
    """A table that has begun: its id and code, and its people's session keys by seat."""

    id: int
    code: str
    keys: list[str]


def lay(game: Game, logs: Sequence[Sequence[Entered]], *, stopped: bool = False) -> list[Laid]:
    """A table for each log, with a person at each seat. Its clock goes on from the last entry, or stands."""
    now = wall()
    tables = Table.objects.bulk_create(
        (_row(game, log[-1].table, len(log), now, stopped) for log in logs), AT_ONCE
    )
    people = Player.objects.bulk_create(
        (Player(name=f"Person {seat + 1}") for table in tables for seat in range(table.seats)), AT_ONCE
    )
    keys, first = _sessions(people), 0
    places, laid = list[Place](), list[Laid]()
    for table, log in zip(tables, logs, strict=True):
        here = people[first : first + table.seats]
        for seat, person in enumerate(here):
            names = {"name": person.name, "host": seat == 0}
            places.append(Place(table=table, seat=seat, player=person, seen_at=now + EXPECTED, **names))
        Entry.objects.bulk_create((_entry(table, entered, here) for entered in log), AT_ONCE)
        laid.append(Laid(table.pk, table.code, keys[first : first + table.seats]))
        first += table.seats
    Place.objects.bulk_create(places, AT_ONCE)
    return laid


def _row(game: Game, t: State, head: int, now: int, stopped: bool) -> Table:
    started, wake_at = now - t.now, t.facts["wake_at"]
    return Table(
        game=game.slug,
        version=game.version,
        options=encode(t.options),
        seats=len(t.seats),
        created=started,
        started_at=started,
        paused_at=now if stopped else None,
        head=head,
        wake_at=None if stopped or wake_at is None else started + wake_at,
    )


def _entry(table: Table, entered: Entered, people: Sequence[Player]) -> Entry:
    seat, move = entered.seat, entered.move or ("@start" if entered.seq == 1 else "@wake",)
    whose = {} if seat is None else {"player": str(people[seat].pk), "move_id": f"laid{entered.seq:04d}"}
    return Entry(
        table=table,
        seq=entered.seq,
        at=entered.at,
        seat=seat,
        move=encode_text(move),
        **whose,
        **written(entered.table),
    )


def _sessions(people: Sequence[Player]) -> list[str]:
    """A browser's session for each of them: the keys in their cookies."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    ends = timezone.now() + timedelta(days=1)
    rows = []
    for person in people:
        key = get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789")
        data = store.encode({SESSION_KEY: person.pk})
        rows.append(Session(session_key=key, session_data=data, expire_date=ends))
    Session.objects.bulk_create(rows, AT_ONCE)
    return [row.session_key for row in rows]
