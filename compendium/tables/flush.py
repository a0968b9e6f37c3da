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
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, connection

from compendium.rules import Audience, Illegal, Move, Table, play

from . import house, protocol
from .append import Head, Job, Writer
from .clock import wall
from .replica import Replica, Row
from .socket import Socket

log = logging.getLogger(__name__)

SLOW_RULES = 0.050
"""Seconds of game code for one move that are reported; it cannot be interrupted."""
MOST_FAILURES = 3
RETRY = 0.1
"""Seconds before a failed transaction is tried again, times the failures so far."""
SQLITE_GAP = 0.003
"""Seconds between flushes on SQLite, whose commits cost the same however many rows they hold."""


@dataclass(slots=True, eq=False)
class Request:
    """A move that waits: a person's, a bot's, or one of the table's own (``seat`` and ``id`` may be
    missing).
    """

    replica: Replica
    move: Move
    seat: int | None = None
    player: str = ""
    id: str = ""
    received: int = field(default_factory=wall)
    stand_in: tuple[int, str] | None = None
    answer: Callable[[str, dict[str, Any]], None] | None = None
    """Called with code and args when it is refused."""


@dataclass(slots=True)
class Outcome:
    """What became of a request on the drafts: an entry to be, a refusal, or (neither) nothing to do."""

    request: Request
    before: Table
    after: Table | None = None
    seq: int = 0
    refusal: Illegal | None = None
    frames: dict[Audience, str] | None = None


class Flusher:
    """Takes requests, one flush at a time. Everything but the commit runs on the event loop."""

    def __init__(
        self,
        told: Callable[[list[tuple[Replica, list[Row]]]], None],
        stale: Callable[[Replica], None],
        broken: Callable[[Replica], None],
    ) -> None:
        """``told`` hears of committed rows; ``stale`` must catch the replica up and then call
        ``resume``; ``broken`` must let go of it.
        """
        self.loop = asyncio.get_running_loop()
        self.writer = Writer()
        self.gap = SQLITE_GAP if connection.vendor == "sqlite" else 0.0
        self._told, self._stale, self._broken = told, stale, broken
        self._one_by_one = 0
        self._waiting: list[Request] = []
        self._busy = self._armed = False
        self._last = 0.0

    def submit(self, request: Request) -> None:
        """Queue a move."""
        if request.id:
            request.replica.waiting.add((request.player, request.id))
        self._waiting.append(request)
        self._arm()

    def resume(self) -> None:
        """Moves held back may be judged now."""
        self._arm()

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
        self._armed, self._last = False, self.loop.time()
        batch = [request for request in self._waiting if not request.replica.catching_up]
        if not batch:
            return
        if self._one_by_one:
            self._one_by_one -= 1
            batch = [request for request in batch if request.replica is batch[0].replica]
        taken = set(map(id, batch))
        self._waiting = [request for request in self._waiting if id(request) not in taken]
        outcomes = [self._judge(request) for request in batch]
        job = _job(outcomes)
        if not job.heads:
            return self._finish(outcomes, job, set())
        self._busy = True
        for outcome in outcomes:
            outcome.request.replica.in_flight = True
        self._submit(outcomes, job)
        for outcome in outcomes:
            _encode(outcome)

    def _submit(self, outcomes: list[Outcome], job: Job) -> None:
        def done(result: set[int] | Exception) -> None:
            self.loop.call_soon_threadsafe(self._done, outcomes, job, result)

        self.writer.submit(job, done)

    def _judge(self, request: Request) -> Outcome:
        replica = request.replica
        outcome = Outcome(request, replica.ahead)
        started = time.perf_counter()
        try:
            outcome.after = judge(request)
        except Illegal as refusal:
            outcome.refusal = refusal
        except Exception:
            log.exception("the rules of %s failed on table %s: %s", replica.slug, replica.code, request.move)
            outcome.refusal = Illegal("internal")
        took = time.perf_counter() - started
        if took > SLOW_RULES:
            log.warning("%s took %.0f ms for %s", replica.slug, took * 1000, request.move)
        if outcome.after is not None:
            replica.ahead = outcome.after
            replica.ahead_head += 1
            outcome.seq = replica.ahead_head
        return outcome

    def _done(self, outcomes: list[Outcome], job: Job, result: set[int] | Exception) -> None:
        self._busy = False
        if isinstance(result, Exception):
            self._failed(outcomes, job, result)
        else:
            self._finish(outcomes, job, result)
        self._arm()

    def _failed(self, outcomes: list[Outcome], job: Job, error: Exception) -> None:
        """One table's failure must not be another's: try again table by table; a table that fails alone goes
        away.
        """
        replicas = list(
            {outcome.request.replica.id: outcome.request.replica for outcome in outcomes}.values()
        )
        log.warning("a flush of %d tables failed: %s", len(job.heads), error)
        for replica in replicas:
            replica.in_flight = False
            replica.rewind()
        self._waiting[:0] = [outcome.request for outcome in outcomes]
        if len(replicas) > 1:
            self._one_by_one = len(replicas)
            return
        replica = replicas[0]
        replica.failures += 1
        if replica.failures >= MOST_FAILURES:
            log.error("table %s is put out of service", replica.code)
            self._waiting = [request for request in self._waiting if request.replica is not replica]
            self._broken(replica)
        else:
            replica.catching_up = True
            delay = 0 if isinstance(error, IntegrityError) else RETRY * replica.failures
            self.loop.call_later(delay, self._stale, replica)

    def _back(self, replica: Replica, requests: list[Request]) -> None:
        """The replica reads the log's tail; then its moves are judged again."""
        replica.catching_up = True
        self._waiting[:0] = requests
        self._stale(replica)

    def _finish(self, outcomes: list[Outcome], job: Job, left: set[int]) -> None:
        by_replica: dict[int, list[Outcome]] = {}
        for outcome in outcomes:
            by_replica.setdefault(outcome.request.replica.id, []).append(outcome)
        for id, mine in by_replica.items():
            replica = mine[0].request.replica
            replica.in_flight = False
            if id in left:
                replica.rewind()
                self._back(replica, [outcome.request for outcome in mine])
                continue
            replica.failures = 0
            for outcome in mine:
                _settle(outcome)
            replica.clock = replica.ahead_clock
            if replica.behind:
                self._back(replica, [])
        told = [(by_replica[id][0].request.replica, rows) for id, rows in job.rows.items() if id not in left]
        if told:
            self._told(told)


def judge(request: Request) -> Table | None:
    """The draft a request leads to, on what is ahead of its replica. Raises Illegal."""
    replica, t = request.replica, request.replica.ahead
    known = replica.ids.get((request.player, request.id)) if request.id else None
    if known is not None:
        raise Accepted(known)
    now = max(t.now, replica.ahead_clock.at(request.received))
    if isinstance(request.move[0], str) and request.move[0].startswith("@"):
        return house.judge(request, now)
    if replica.head == 0:
        raise Illegal("not_started")
    if replica.game is None:
        raise Illegal("not_installed")
    if t.facts.get("paused"):
        raise Illegal("paused")
    assert request.seat is not None
    return play(replica.game, t, request.seat, request.move, now=now)


class Accepted(Illegal):
    """Not a refusal: the same move was accepted before, as the entry ``seq``."""

    def __init__(self, seq: int) -> None:
        super().__init__("accepted", seq=seq)


def _job(outcomes: list[Outcome]) -> Job:
    rows: dict[int, list[Row]] = {}
    replicas: dict[int, Replica] = {}
    stand_ins: list[tuple[int, int, str]] = []
    for outcome in outcomes:
        if outcome.after is None:
            continue
        request = outcome.request
        replicas[request.replica.id] = request.replica
        rows.setdefault(request.replica.id, []).append(_row(outcome.after, outcome.seq, request))
        if request.stand_in is not None:
            stand_ins.append((request.replica.id, *request.stand_in))
    return Job([_head(replicas[id]) for id in sorted(replicas)], rows, stand_ins)


def _row(after: Table, seq: int, request: Request) -> Row:
    secret = protocol.encode_text(after.secret) if after.secret else ""
    move, ops = protocol.encode_text(request.move), protocol.encode_text(after.ops)
    return Row(seq, after.now, request.seat, request.player, request.id, move, ops, secret)


def _head(replica: Replica) -> Head:
    t, clock = replica.ahead, replica.ahead_clock
    over = t.over is not None
    wake_at = None if over else clock.wall(t.wake_at)
    over_at = wall() if over else None
    score = list(t.score) if over else None
    return Head(
        replica.id, replica.head, replica.ahead_head, wake_at, over_at, clock.paused_at, clock.skipped, score
    )


def _encode(outcome: Outcome) -> None:
    if outcome.after is not None:
        request = outcome.request
        id = None if request.move == house.LOST else request.id or None
        outcome.frames = request.replica.encode(outcome.before, outcome.after, outcome.seq, request.seat, id)


def _settle(outcome: Outcome) -> None:
    """What was written is the state now; tell it, or the refusal."""
    request, replica = outcome.request, outcome.request.replica
    replica.waiting.discard((request.player, request.id))
    if outcome.after is not None and outcome.frames is not None:
        replica.table, replica.head = outcome.after, outcome.seq
        replica.remember(request.player, request.id, outcome.seq)
        replica.tell(outcome.seq, outcome.frames)
        if request.move == house.LOST:
            outcome.refusal = Illegal("lost")
    if outcome.refusal is not None and request.answer is not None:
        request.answer(outcome.refusal.code, outcome.refusal.args_)


def tell_player(replica: Replica, player: str, id: str) -> Callable[[str, dict[str, Any]], None]:
    """An answer to every socket of one player at a table."""

    def answer(code: str, args: dict[str, Any]) -> None:
        frame = (
            protocol.ok_frame(id, args["seq"]) if code == "accepted" else protocol.no_frame(id, code, args)
        )
        targets: list[Socket] = [socket for socket in replica.sockets if socket.player == player]
        for socket in targets:
            socket.send(frame)

    return answer
