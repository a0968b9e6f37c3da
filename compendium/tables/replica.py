"""A process's copy of one table: the fold of its log, the drafts ahead of it, and the sockets that watch it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium.rules import Audience, Chance, Game, Move, Table, audiences, fold, redact, registry, view
from compendium.rules.options import decode as decode_options

from . import models, protocol
from .clock import Clock, wall

if TYPE_CHECKING:
    from .socket import Socket

KEPT_FRAMES = 200
"""Entries kept encoded, so that a client that was away for a moment gets the tail and not the whole table."""


class Row(NamedTuple):
    """An entry as stored; ``move``, ``ops`` and ``secret`` are JSON text."""

    seq: int
    at: int
    seat: int | None
    player: str
    move_id: str
    move: str
    ops: str
    secret: str


class Replica:
    """``table`` is committed at ``head``; ``ahead`` is where the moves being written will lead, at
    ``ahead_head``.
    """

    def __init__(self, row: models.Table) -> None:
        self.id = row.pk
        self.code = row.code
        self.slug = row.game
        self.seats = row.seats
        self.raw_options = row.options
        self.game: Game | None = registry.get(row.game)
        self.clock = self.ahead_clock = Clock(row.started_at, row.paused_at, row.skipped)
        self.table = self.ahead = Table(row.seats, self._options(), Chance())
        self.head = self.ahead_head = 0
        self.ids: dict[tuple[str, str], int] = {}
        self.waiting: set[tuple[str, str]] = set()
        self.frames: deque[tuple[int, dict[Audience, str]]] = deque(maxlen=KEPT_FRAMES)
        self.sockets: list[Socket] = []
        self.places: list[dict[str, Any]] = []
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.catching_up = False
        self.in_flight = False
        self.behind = False
        self.failures = 0
        self.leased_until = 0

    def _options(self) -> Any:
        if self.game is None:
            return self.raw_options
        return decode_options(self.game, self.raw_options)

    def refresh(self, row: models.Table) -> None:
        """Take over what another transaction wrote in the table's row."""
        self.seats, self.raw_options = row.seats, row.options
        self.clock = self.ahead_clock = Clock(row.started_at, row.paused_at, row.skipped)
        if self.head == 0:
            self.table = self.ahead = Table(row.seats, self._options(), Chance())

    def now(self, when: int | None = None) -> int:
        """The time on the table's clock, never before its last entry's."""
        return max(self.table.now, self.clock.at(wall() if when is None else when))

    # Folding.

    def follow(self, row: Row) -> Table:
        """Fold a stored entry onto the committed table and return what it was before."""
        before, after = self.table, self.table.draft(row.at)
        for op in protocol.decode_text(row.ops):
            fold(after, op)
            after.ops.append(tuple(op))
        if row.secret:
            after.kept = {**after.kept, **protocol.decode_text(row.secret)}
        self.advance(after, row.seq)
        self.remember(row.player, row.move_id, row.seq)
        return before

    def advance(self, after: Table, seq: int) -> None:
        """The committed table is now this one. Never while a job of this table is being written."""
        self.table, self.head = after, seq
        self.rewind()

    def rewind(self) -> None:
        """Drop all drafts."""
        self.ahead, self.ahead_head, self.ahead_clock = self.table, self.head, self.clock

    def remember(self, player: str, move_id: str, seq: int) -> None:
        """A move's outcome can be asked for as long as the table is held."""
        if move_id:
            self.ids[player, move_id] = seq

    # What to tell.

    def legal(self, t: Table, seat: int) -> list[Move] | None:
        """A seat's legal moves, in games of turns while one is being played; None where they are not sent."""
        game = self.game
        if game is None or game.realtime or t.over is not None or t.facts.get("paused"):
            return None
        return list(game.legal(t, seat))

    def view(self, audience: Audience, you: tuple[int, int] | None) -> str:
        """The frame that gives a socket the whole table."""
        if self.head == 0:
            return protocol.view_frame(0, 0, you, self.slug, self.raw_options, None, None)
        legal = None if audience is None else self.legal(self.table, audience)
        return protocol.view_frame(
            self.head, self.now(), you, self.slug, self.raw_options, view(self.table, audience), legal
        )

    def encode(
        self, before: Table, after: Table, seq: int, seat: int | None, id: str | None
    ) -> dict[Audience, str]:
        """One frame for each audience that must be told apart; all others share that of ``None``."""
        turns = self.game is not None and not self.game.realtime
        movers = set() if not turns else {after.turn} if after.turn is not None else set(after.seats)
        apart = audiences(before, after)
        frames: dict[Audience, str] = {}
        for audience in apart | movers:
            legal = self.legal(after, audience) if audience in movers and audience is not None else None
            if legal or audience in apart:
                told = redact(before, after, audience)
                frames[audience] = protocol.entry_frame(seq, after.now, seat, id, told, legal or None)
        return frames

    def tail(self, since: int, audience: Audience) -> list[str] | None:
        """The frames after ``since``, or None where they are no longer kept."""
        if since > self.head or (since < self.head and (not self.frames or self.frames[0][0] > since + 1)):
            return None
        return [frames.get(audience, frames[None]) for seq, frames in self.frames if seq > since]

    def tell(self, seq: int, frames: dict[Audience, str]) -> None:
        """Send an entry to every socket of the table."""
        self.frames.append((seq, frames))
        shared = frames[None]
        for socket in self.sockets:
            socket.entry(seq, frames.get(socket.seat, shared))
