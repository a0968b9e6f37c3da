"""From moves that wait to entries that are told: judge on drafts, commit in one transaction, then tell.

The rules run on the event loop, before any lock, on drafts chained onto each table's replica. While the
writer's thread commits, the frames are encoded. Only what is committed is told, refusals included. A table
whose head moved meanwhile (another process appended) reads the tail and its moves are judged again; one
that keeps failing is put out of service alone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError, connection

from compendium.rules import Illegal

from . import house, protocol
from .append import Head, Job, Writer, in_doubt
from .clock import wall
from .figures import figures_of
from .judge import Outcome, Request, judge
from .replica import Replica, Row
from .seldom import Seldom
from .tally import tally

log = logging.getLogger(__name__)
seldom = Seldom(log)

MOST_FAILURES = 3
RETRY = 0.1
"""Seconds before a failed transaction is tried again, times the failures so far."""
PATIENCE = 5_000
"""ms after which a move that cannot be written is refused ``unavailable``, unless it may have been."""
LONGEST_WAIT = 0.2
"""Seconds between two tries at a row that somebody else holds locked."""
SQLITE_GAP = 0.003
"""Seconds between flushes on SQLite, whose commits cost the same however many rows they hold."""
OUTAGES = (InterfaceError, OperationalError)
"""What is the database's fault and no table's."""


class Flusher:
    """Takes requests, one flush at a time. Everything but the commit runs on the event loop."""

    def __init__(
        self,
        in_use: Callable[[Replica], bool],
        told: Callable[[list[tuple[Replica, list[Row]]]], None],
        stale: Callable[[Replica], None],
        broken: Callable[[Replica], None],
    ) -> None:
        """``in_use``: whether this copy of a table is the one that is kept; ``told`` hears of committed rows;
        ``stale`` must catch the replica up, free it (``held``) and then call ``resume``; ``broken`` must let
        go of it and call ``forget``.
        """
        self.loop = asyncio.get_running_loop()
        self.writer = Writer()
        self.gap = SQLITE_GAP if connection.vendor == "sqlite" else 0.0
        self._in_use, self._told, self._stale, self._broken = in_use, told, stale, broken
        self._waiting: list[Request] = []
        self._busy = self._armed = False
        self._last = self._began = 0.0

    @property
    def waiting(self) -> int:
        """Moves that nobody has looked at yet."""
        return len(self._waiting)

    def submit(self, request: Request) -> None:
        """Queue a move; one that waits already has its answer coming.

        What comes late for a copy that was let go is dropped: the table may be in use again as another copy,
        and two that write in one flush would take the same seqs.
        """
        if not self._in_use(request.replica):
            return
        if request.id:
            key = (request.player, request.id)
            if key in request.replica.waiting:
                return
            request.replica.waiting.add(key)
        self._waiting.append(request)
        self._arm()

    def resume(self) -> None:
        """Moves held back may be judged now."""
        self._arm()

    def holds(self, replica: Replica) -> bool:
        """Whether moves of a table wait here or are being written."""
        return replica.in_flight or any(request.replica is replica for request in self._waiting)

    def forget(self, replica: Replica) -> None:
        """Drop a table's waiting moves; what became of them is told after a rejoin."""
        self._waiting = [request for request in self._waiting if request.replica is not replica]

    def expire(self) -> None:
        """Refuse what has waited too long: the database is away, or full. Time's moves come again anyway."""
        late = wall() - PATIENCE
        old = [r for r in self._waiting if r.received < late and not r.in_doubt and r.move != house.LOST]
        if not old:
            return
        gone = set(map(id, old))
        self._waiting = [request for request in self._waiting if id(request) not in gone]
        for request in old:
            _settle(Outcome(request, request.replica.table, refusal=Illegal("unavailable")))

    def stop(self) -> None:
        """Finish what the writer has; what still waits is answered after a rejoin."""
        self._waiting.clear()
        self.writer.stop()

    def _arm(self) -> None:
        if self._waiting and not self._busy and not self._armed:
            self._armed = True
            delay = self._last + self.gap - self.loop.time() if self.gap else 0
            self.loop.call_later(delay, self._flush) if delay > 0 else self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._armed, self._last, self._began = False, self.loop.time(), time.perf_counter()
        batch = self._batch()
        if not batch:
            return
        taken = set(map(id, batch))
        self._waiting = [request for request in self._waiting if id(request) not in taken]
        busy = time.thread_time()
        outcomes = [judge(request, busy) for request in batch]
        job = _job(outcomes)
        if not job.heads:
            self._finish(outcomes, job, set())
            return self._arm()
        self._busy = True
        for outcome in outcomes:
            outcome.request.replica.in_flight = True

        def done(result: set[int] | Exception) -> None:
            self.loop.call_soon_threadsafe(self._done, outcomes, job, result)

        self.writer.submit(job, done)
        for outcome in outcomes:
            _encode(outcome)

    def _batch(self) -> list[Request]:
        """All moves that can be judged now; of a table whose last flush failed, only its own."""
        ready = [request for request in self._waiting if not request.replica.held]
        alone = next((request.replica for request in ready if request.replica.suspect), None)
        return ready if alone is None else [request for request in ready if request.replica is alone]

    def _done(self, outcomes: list[Outcome], job: Job, result: set[int] | Exception) -> None:
        self._busy = False
        try:
            if isinstance(result, Exception):
                self._failed(outcomes, job, result)
            else:
                self._finish(outcomes, job, result)
        finally:
            self._arm()

    def _failed(self, outcomes: list[Outcome], job: Job, error: Exception) -> None:
        """One table's failure must not be another's: try again table by table; a table that fails alone goes
        away.
        """
        replicas = {outcome.request.replica.id: outcome.request.replica for outcome in outcomes}
        seldom.warning("a flush of %d tables failed: %s", len(job.heads), error)
        if in_doubt(error):
            for outcome in outcomes:
                outcome.request.in_doubt |= outcome.row is not None
        tally.failed_flushes += 1
        for replica in replicas.values():
            replica.in_flight, replica.suspect = False, True
            replica.rewind()
        self._waiting[:0] = [outcome.request for outcome in outcomes]
        self.expire()
        if len(replicas) == 1:
            self._failed_alone(replica, error)

    def _failed_alone(self, replica: Replica, error: Exception) -> None:
        if not isinstance(error, OUTAGES):
            replica.failures += 1
        if replica.failures >= MOST_FAILURES:
            log.error("table %s of %s is put out of service", replica.code, replica.slug, extra=replica.named)
            return self._broken(replica)
        replica.held = True
        delay = 0 if isinstance(error, IntegrityError) else RETRY * max(1, replica.failures)
        self.loop.call_later(delay, self._stale, replica)

    def _finish(self, outcomes: list[Outcome], job: Job, left: set[int]) -> None:
        by_replica: dict[int, list[Outcome]] = {}
        for outcome in outcomes:
            by_replica.setdefault(outcome.request.replica.id, []).append(outcome)
        told: list[tuple[Replica, list[Row]]] = []
        for id, mine in by_replica.items():
            replica = mine[0].request.replica
            replica.in_flight = False
            if id in left:
                self._left(replica, mine)
                continue
            replica.suspect, replica.failures, replica.tries = False, 0, 0
            if id in job.rows:
                told.append((replica, job.rows[id]))
            for outcome in mine:
                try:
                    _settle(outcome)
                except Exception:
                    log.exception("table %s could not be told", replica.code, extra=replica.named)
            replica.clock = replica.ahead_clock
            if replica.behind:
                replica.held = True
                self._stale(replica)
        if told:
            self._told(told)
        self._count(outcomes, told)

    def _count(self, outcomes: list[Outcome], told: list[tuple[Replica, list[Row]]]) -> None:
        tally.flush_seconds.see(time.perf_counter() - self._began)
        tally.wait_seconds.see((wall() - min(outcome.request.received for outcome in outcomes)) / 1000)
        tally.entries_in_flush.see(sum(len(rows) for _, rows in told))

    def _left(self, replica: Replica, outcomes: list[Outcome]) -> None:
        """The head was another one, or somebody holds the row: read the log's tail, then judge again."""
        replica.rewind()
        replica.held = True
        self._waiting[:0] = [outcome.request for outcome in outcomes]
        delay = min(LONGEST_WAIT, 0.001 * 2 ** min(replica.tries, 10)) if replica.tries else 0
        replica.tries += 1
        self.loop.call_later(delay, self._stale, replica)


def _job(outcomes: list[Outcome]) -> Job:
    rows: dict[int, list[Row]] = {}
    replicas: dict[int, Replica] = {}
    stand_ins: list[tuple[int, int, str]] = []
    for outcome in outcomes:
        if outcome.row is None:
            continue
        request, replica = outcome.request, outcome.request.replica
        replicas[replica.id] = replica
        rows.setdefault(replica.id, []).append(outcome.row)
        if request.stand_in is not None:
            stand_ins.append((replica.id, *request.stand_in))
    return Job([_head(replicas[id]) for id in sorted(replicas)], rows, stand_ins)


def _head(replica: Replica) -> Head:
    facts, clock = replica.ahead.facts, replica.ahead_clock
    over = facts["over"] is not None
    wake_at = None if over else clock.wall(facts["wake_at"])
    over_at, score = (wall(), facts["score"]) if over else (None, None)
    figures = figures_of(replica.game, replica.ahead) if over else None
    stands = (clock.paused_at, clock.skipped)
    return Head(replica.id, replica.head, replica.ahead_head, wake_at, over_at, *stands, score, figures)


def _encode(outcome: Outcome) -> None:
    """Make the frames of an entry while it is being written."""
    request, replica = outcome.request, outcome.request.replica
    if outcome.after is None or outcome.row is None:
        return
    id = None if request.move == house.LOST else request.id or None
    outcome.frames = replica.encode(outcome.before, outcome.after, outcome.row.seq, request.seat, id)


def _settle(outcome: Outcome) -> None:
    """What was written is the state now; tell it, or the refusal."""
    request, replica = outcome.request, outcome.request.replica
    replica.waiting.discard((request.player, request.id))
    if outcome.after is not None and outcome.row is not None:
        replica.table, replica.head = outcome.after, outcome.row.seq
        replica.remember(outcome.row)
        replica.tell(outcome.row.seq, outcome.frames)
        if request.seat is not None:
            tally.accepted += 1
        elif request.move == house.WAKE:
            tally.wakes += 1
        if request.move == house.LOST:
            outcome.refusal = Illegal("lost")
    if outcome.refusal is not None and request.answer is not None:
        if outcome.refusal.code != "accepted":
            tally.refuse(outcome.refusal.code)
        request.answer(outcome.refusal.code, outcome.refusal.args_)


def tell_player(replica: Replica, player: str, id: str) -> Callable[[str, dict[str, Any]], None]:
    """An answer to every socket of one player at a table."""

    def answer(code: str, args: dict[str, Any]) -> None:
        sockets = [socket for socket in replica.sockets if socket.player == player]
        if code == "accepted":
            return replica.send(protocol.ok_frame(id, args["seq"]), sockets)
        frame = protocol.no_frame(id, code, args)
        for socket in sockets:
            socket.no(id, frame)

    return answer
