"""Begin: the table is laid out and dealt, and its first entry written."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any

from compendium.rules import BadOptions, Chance, Game, new_table
from compendium.rules import Table as State
from compendium.rules import options as game_options

from . import protocol, seating
from .clock import Clock, wall
from .judge import check
from .luck import chance
from .models import Entry, Table

log = logging.getLogger(__name__)


def start(table: Table) -> None:
    """Lay out and deal for the people and bots who sit there; free seats are dropped.

    Refuses with ``started``, ``over``, ``unknown_game``, ``too_few`` or ``too_many`` (needs: how many),
    ``no_partner`` (seat) where one of two partners is missing, ``bad_options``, ``internal`` where the game
    itself fails.
    """
    with seating.locked(table, "open", tell=("started", "places")) as (row, there):
        game = seating.game_of(row)
        options = game_options.decode(game, row.options)
        allowed, taken = game.seats(options), Counter(place.seat for place in there)
        count = len(taken)
        if count not in allowed:
            raise seating.Refused(
                "too_few" if count < allowed[0] else "too_many", needs=[allowed[0], allowed[-1]]
            )
        alone = next((seat for seat in sorted(taken) if taken[seat] < game.players(options)), None)
        if alone is not None:
            raise seating.Refused("no_partner", seat=alone)
        try:
            game.check(options, count)
        except BadOptions as bad:
            raise seating.Refused("bad_options", field=bad.field, message=bad.message) from None
        numbers = {old: seat for seat, old in enumerate(sorted(taken))}
        for place in sorted(there, key=lambda place: place.seat):  # each goes to a seat that is free by then
            if place.seat != numbers[place.seat]:
                place.seat = numbers[place.seat]
                place.save(update_fields=["seat"])
        row.seats, row.head, row.started_at = count, 1, wall()
        first, wake_at = _dealt(game, count, options, chance(row.luck, 1))
        row.wake_at = Clock(row.started_at).wall(wake_at)
        row.look_at = None if row.by_days else row.started_at + seating.EMPTY_AFTER
        Entry.objects.create(table=row, seq=1, at=0, move='["@start"]', **first)
        row.save(update_fields=["seats", "head", "started_at", "wake_at", "look_at"])


def _dealt(game: Game, seats: int, options: Any, chance: Chance | None) -> tuple[dict[str, str], int | None]:
    """What the first entry holds, and when the table wakes first. Refuses with ``internal``."""
    try:
        t = new_table(game, seats, options, chance)
        check(t)
        return written(t), t.facts["wake_at"]
    except (Exception, SystemExit):
        log.exception("%s cannot begin with %d seats and %s", game.slug, seats, options)
        raise seating.Refused("internal") from None


def written(t: State) -> dict[str, str]:
    """The fields of an entry that keep what a draft has come to."""
    secret = protocol.encode_text(t.secret) if t.secret else ""
    return {"ops": protocol.encode_text(t.ops), "secret": secret}
