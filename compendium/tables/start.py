"""Begin: the table is laid out and dealt, and its first entry written."""

from __future__ import annotations

import logging
from typing import Any

from compendium.rules import BadOptions, Game, new_table
from compendium.rules import options as game_options

from . import protocol, seating
from .clock import Clock, wall
from .judge import check
from .models import Entry, Table

log = logging.getLogger(__name__)


def start(table: Table) -> None:
    """Lay out and deal for the people and bots who sit there; free seats are dropped.

    Refuses with ``started``, ``over``, ``unknown_game``, ``too_few`` or ``too_many`` (needs: how many),
    ``bad_options``, ``internal`` where the game itself fails.
    """
    with seating.locked(table, "open", tell=("started", "places")) as (row, there):
        game = seating.game_of(row)
        options = game_options.decode(game, row.options)
        allowed, count = game.seats(options), len(there)
        if count not in allowed:
            raise seating.Refused(
                "too_few" if count < allowed[0] else "too_many", needs=[allowed[0], allowed[-1]]
            )
        try:
            game.check(options, count)
        except BadOptions as bad:
            raise seating.Refused("bad_options", field=bad.field, message=bad.message) from None
        for seat, place in enumerate(sorted(there, key=lambda place: (place.seat, place.n))):
            if place.seat != seat:
                place.seat = seat
                place.save(update_fields=["seat"])
        row.seats, row.head, row.started_at = count, 1, wall()
        first, wake_at = _dealt(game, count, options)
        row.wake_at = Clock(row.started_at).wall(wake_at)
        Entry.objects.create(table=row, seq=1, at=0, move='["@start"]', **first)
        row.save(update_fields=["seats", "head", "started_at", "wake_at"])


def _dealt(game: Game, seats: int, options: Any) -> tuple[dict[str, str], int | None]:
    """What the first entry holds, and when the table wakes first. Refuses with ``internal``."""
    try:
        t = new_table(game, seats, options)
        check(t)
        secret = protocol.encode_text(t.secret) if t.secret else ""
        return {"ops": protocol.encode_text(t.ops), "secret": secret}, t.facts["wake_at"]
    except Exception:
        log.exception("%s cannot begin with %d seats and %s", game.slug, seats, options)
        raise seating.Refused("internal") from None
