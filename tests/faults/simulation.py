"""Time and a database for a simulation: all in one thread, and drawn from one seed.

The loop does not wait, so that hours take seconds; the database is a few dictionaries.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Collection
from typing import Any

from django.db import IntegrityError

from compendium.rules import Game, new_table
from compendium.tables import protocol, seating
from compendium.tables.append import Job
from compendium.tables.clock import Clock
from compendium.tables.models import Place, Table
from compendium.tables.replica import Replica, Row
from compendium.tables.store import Sitting, Tail, _seats

START = 1_800_000_000_000
"""Wall time at the beginning, ms."""


class Loop(asyncio.SelectorEventLoop):
    """Nobody waits: when nothing is to be done, time goes on to where something is."""

    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Jump(self))

    def time(self) -> float:
        return self.now


class _Jump(selectors.DefaultSelector):
    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self.loop = loop

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "everybody waits for ever"
        self.loop.now += max(0.0, timeout)
        return super().select(0)


class Database:
    """Tables by id: their row, log and places."""

    UNIQUE = True
    """No player's id of a move is in a log twice."""

    def __init__(self) -> None:
        self.rows: dict[int, Table] = {}
        self.logs: dict[int, list[Row]] = {}
        self.places: dict[int, list[Place]] = {}

    def begin(self, game: Game, people: list[int], bots: int, options: Any, now: int) -> int:
        """A table that begins at once; its id."""
        id, seats = len(self.rows) + 1, len(people) + bots
        self.places[id] = [
            Place(pk=100 * id + seat, table_id=id, seat=seat, player_id=person, name="x", seen_at=now)
            for seat, person in enumerate([*people, *[None] * bots])
        ]
        for place in self.places[id][len(people) :]:
            place.bot = game.default_level
        t = new_table(game, seats, options)
        ops, secret = protocol.encode_text(t.ops), protocol.encode_text(t.secret) if t.secret else ""
        self.logs[id] = [Row(1, 0, None, "", "", '["@start"]', ops, secret)]
        row = Table(
            pk=id, code=f"TABLE{id}", game=game.slug, seats=seats, created=now, started_at=now, head=1
        )
        row.options = protocol.decode_text(protocol.encode_text(options))
        row.wake_at = Clock(now).wall(t.facts["wake_at"])
        self.rows[id] = row
        return id

    def commit(self, job: Job, locked: Collection[int]) -> set[int]:
        """What ``append.commit`` does; rows in ``locked`` are somebody else's for the moment."""
        heads = [h for h in job.heads if h.id not in locked and self.rows[h.id].head == h.was]
        for head in heads:
            log = self.logs[head.id]
            ids = {(row.player, row.move_id) for row in log if row.move_id}
            for n, row in enumerate(job.rows[head.id], len(log) + 1):
                if row.seq != n or (self.UNIQUE and row.move_id and (row.player, row.move_id) in ids):
                    raise IntegrityError(f"{row}")
                ids.add((row.player, row.move_id))
        for head in heads:
            row = self.rows[head.id]
            self.logs[head.id] += job.rows[head.id]
            row.head, row.wake_at = head.head, head.wake_at
            row.paused_at, row.skipped = head.paused_at, head.skipped
            row.over_at = row.over_at or head.over_at
        for id, seat, level in job.stand_ins:
            if id in {head.id for head in heads}:
                self.places[id][seat].stand_in = level
        return {head.id for head in job.heads} - {head.id for head in heads}

    # What hubs ask, by the names of the functions they ask with.

    def clock(self) -> tuple[int, int, int]:
        now = int(asyncio.get_running_loop().time() * 1e9)
        return START * 1_000_000 + now, now, now

    def load(self, id: int) -> Replica:
        replica = Replica(self.rows[id])
        for row in self.logs[id]:
            replica.follow(row)
        return replica

    def tail(self, id: int, seq: int) -> Tail:
        return Tail(self.rows[id], self.logs[id][seq:], self.sitting(id))

    def head(self, id: int) -> int:
        return self.rows[id].head

    def heads(self, ids: Collection[int]) -> dict[int, tuple[int, Clock]]:
        rows = [self.rows[id] for id in ids]
        return {row.pk: (row.head, Clock(row.started_at, row.paused_at, row.skipped)) for row in rows}

    def waiting(self, ids: Collection[int]) -> dict[int, Any]:
        return {}

    def sitting(self, id: int) -> Sitting:
        return Sitting(seating.told(self.places[id]), _seats(self.places[id]))

    def sittings(self, ids: Collection[int]) -> dict[int, Sitting]:
        return {id: self.sitting(id) for id in ids}

    def has_sat(self, id: int, player: str) -> bool:
        return any(str(place.player_id) == player for place in self.places[id])

    def due(self, now: int, games: Collection[str], without: Collection[int]) -> list[tuple[int, int]]:
        due = [(row.pk, row.wake_at) for row in self.rows.values() if row.wake_at is not None]
        return [(id, at) for id, at in due if at <= now and id not in without and not self.rows[id].over_at]

    def lease(self, ids: Collection[int], driver: str, now: int, until: int) -> set[int]:
        held = {id for id in ids if self.rows[id].driver == driver or self.rows[id].driver_until < now}
        for id in held:
            self.rows[id].driver, self.rows[id].driver_until = driver, until
        return held

    def stay(self, place_ids: Collection[int], when: int) -> None:
        for places in self.places.values():
            for place in places:
                if place.pk in place_ids:
                    place.seen_at = when

    def arrived(self, place_ids: Collection[int], when: int) -> None:
        self.stay(place_ids, when)

    def look(self, here: Collection[int], now: int) -> None:
        """Nobody is away for long enough that it matters."""

    def reclaim_place(self, place_id: int) -> bool:
        place = next(p for places in self.places.values() for p in places if p.pk == place_id)
        was, place.stand_in = place.stand_in, ""
        return bool(was)
