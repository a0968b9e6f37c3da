"""A process's copy of one table: the fold of its log, the drafts ahead of it, the sockets that watch it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium.rules import (
    Audience,
    BadOptions,
    Chance,
    Game,
    Move,
    Table,
    audiences,
    fold,
    redact,
    registry,
    view,
)
from compendium.rules.options import decode as decode_options

from . import luck, models, protocol
from .clock import Clock, wall
from .limits import Bucket

if TYPE_CHECKING:
    from .socket import Socket

log = logging.getLogger(__name__)

KEPT_FRAMES = 200
"""Entries kept encoded, so that a client that was away for a moment gets the tail and not the whole table."""


Frames = dict[Audience, str]
"""An entry encoded, by audience; whoever is not named gets that of ``None``."""

LOST = 0
"""Instead of a seq: the move with this id can no longer be accepted."""
LOST_MOVE = '["@lost"]'


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
        self.named = {"table": row.code}
        """What log records of this table carry."""
        self.game: Game | None = None
        """None where it is not installed, or no longer knows the table's options: the table can be viewed."""
        self.by_days = False
        """A turn takes days: nobody need be there."""
        self.head = self.ahead_head = 0
        self.refresh(row)
        self.ids: dict[tuple[str, str], int] = {}
        """(player, move id) -> its entry's seq, or LOST."""
        self.waiting: set[tuple[str, str]] = set()
        """Moves that are judged or written."""
        self.frames: deque[tuple[int, Frames]] = deque(maxlen=KEPT_FRAMES)
        self.sockets: list[Socket] = []
        self.places: list[dict[str, Any]] = []
        self.seated = 0
        """Counts how often it was looked up who sits where."""
        self.thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        """The bots that think, by place: seat and n."""
        self.timer: asyncio.TimerHandle | None = None
        self.timer_at = 0
        """For which wake it was set (wall ms). (watch.py)"""
        self.noting: asyncio.TimerHandle | None = None
        """When the notes held for its sockets are sent. (carry.py)"""
        self.asides: dict[str, Bucket] = {}
        """How much each player may still say to a partner. (asides.py)"""
        self.leased_until = self.asked_at = 0
        self.woken_at = 0.0
        # How its writing goes. (flush.py, hub.py)
        self.in_flight = False
        """A job of its moves is with the writer."""
        self.held = False
        """Its moves wait until the log's tail has been read."""
        self.reading = False
        """The tail is being read."""
        self.behind = False
        """The tail is to be read, as soon as it can be."""
        self.suspect = False
        """The last flush it was in failed."""
        self.failures = self.tries = 0
        """Flushes that failed for it alone, and that did not get its row, in a row."""

    def refresh(self, row: models.Table) -> None:
        """Take over what another transaction wrote in the table's row."""
        self.seats, self.raw_options, self.by_days = row.seats, row.options, row.by_days
        self.clock = self.ahead_clock = Clock(row.started_at, row.paused_at, row.skipped)
        if self.head == 0:
            self.table = self.ahead = Table(row.seats, self._options(), Chance())
            self.luck = row.luck

    def _options(self) -> Any:
        self.game = registry.get(self.slug)
        try:
            return self.raw_options if self.game is None else decode_options(self.game, self.raw_options)
        except BadOptions as bad:
            said = (self.slug, self.code, bad.message)
            log.warning("%s no longer knows the options of table %s: %s", *said, extra=self.named)
            self.game = None
            return self.raw_options

    @property
    def chance(self) -> Chance | None:
        """What the next draft draws from; None: what the one before did, the system's luck."""
        return luck.chance(self.luck, self.ahead_head + 1)

    @property
    def runs_on(self) -> bool:
        """Whether its clock cannot be stopped."""
        return bool(self.luck) and self.game is not None and self.game.realtime

    def now(self) -> int:
        """The time on the table's clock, never before its last entry's."""
        return max(self.table.now, self.clock.at(wall()))

    @property
    def trip(self) -> float:
        """Seconds that a frame takes to and fro between here and the people who play: the median of those
        that say so, else 0.
        """
        trips = [
            s.trip for s in self.sockets if s.seat is not None and s.trip is not None and not s.read_only
        ]
        return median(trips) / 1000 if trips else 0.0

    @property
    def in_play(self) -> bool:
        """Whether it has begun, is not over and not paused."""
        facts = self.table.facts
        return self.head > 0 and facts["over"] is None and not facts.get("paused")

    # Folding.

    def follow(self, row: Row) -> Table:
        """Fold the next stored entry onto the committed table and return what it was before.

        Raises ValueError for any other entry than the next.
        """
        if row.seq != self.head + 1:
            raise ValueError(f"entry {row.seq} does not follow {self.head}")
        before, after = self.table, self.table.draft(row.at)
        for op in protocol.decode_text(row.ops):
            fold(after, op)
            after.ops.append(tuple(op))
        if row.secret:
            after.kept = {**after.kept, **protocol.decode_text(row.secret)}
        self.advance(after, row.seq)
        self.remember(row)
        return before

    def replay(self, rows: Sequence[Row]) -> None:
        """Fold many stored entries that nobody need be told, on one draft. Raises ValueError, too."""
        if not rows:
            return
        for seq, row in enumerate(rows, self.head + 1):
            if row.seq != seq:
                raise ValueError(f"entry {row.seq} does not follow {seq - 1}")
            self.remember(row)
        after = self.table.draft(rows[-1].at)
        for ops in protocol.decode_text(f"[{','.join([row.ops for row in rows])}]"):
            for op in ops:
                fold(after, op)
        for row in rows:
            if row.secret:
                after.kept = {**after.kept, **protocol.decode_text(row.secret)}
        self.advance(after, rows[-1].seq)

    def advance(self, after: Table, seq: int) -> None:
        """The committed table is now this one. Never while a job of this table is being written."""
        self.table, self.head = after, seq
        self.rewind()

    def rewind(self) -> None:
        """Drop all drafts."""
        self.ahead, self.ahead_head, self.ahead_clock = self.table, self.head, self.clock

    def remember(self, row: Row) -> None:
        """A move's outcome can be asked for for ever."""
        if row.move_id:
            self.ids[row.player, row.move_id] = LOST if row.move == LOST_MOVE else row.seq

    def accepted(self, player: str, since: int) -> list[tuple[str, int]]:
        """The ids of a player's moves that became entries after ``since``, with these, oldest first."""
        found = []
        for (who, id), seq in reversed(self.ids.items()):
            if LOST != seq <= since:
                break
            if who == player and seq != LOST:
                found.append((id, seq))
        return found[::-1]

    # What to tell.

    def moves(self, t: Table, seat: int) -> list[Move] | None:
        """A seat's legal moves; None where the game cannot say."""
        assert self.game is not None
        try:
            return list(self.game.legal(t, seat))
        except (Exception, SystemExit):
            log.exception("%s cannot say what is legal at table %s", self.slug, self.code, extra=self.named)
            return None

    def allows(self, seat: int, move: Move) -> bool:
        """Whether a seat may move so now; False where the game cannot say."""
        try:
            return self.game is not None and self.game.allows(self.table, seat, move)
        except (Exception, SystemExit):
            log.exception("%s cannot say what is allowed at table %s", self.slug, self.code, extra=self.named)
            return False

    def waits(self, t: Table, seat: int) -> bool:
        """Whether an absent person's seat is kept free of bots; True where the game cannot say."""
        try:
            return self.game is None or self.game.waits(t, seat)
        except (Exception, SystemExit):
            log.exception("%s cannot say whom it waits for", self.slug, extra=self.named)
            return True

    def legal(self, t: Table, seat: int) -> list[Move] | None:
        """The same, in games of turns while one is being played; None where they are not sent."""
        game = self.game
        if game is None or game.realtime or t.over is not None or t.facts.get("paused"):
            return None
        return self.moves(t, seat)

    def view(self, audience: Audience, you: tuple[int, int] | None) -> str:
        """The frame that gives a socket the whole table."""
        if self.head == 0:
            return protocol.view_frame(0, 0, you, self.slug, self.raw_options, None, None)
        legal = None if audience is None else self.legal(self.table, audience)
        told = self.head, self.now(), you, self.slug, self.raw_options, view(self.table, audience)
        try:
            return protocol.view_frame(*told, legal)
        except Exception:
            log.exception("what is legal in %s cannot be told", self.slug, extra=self.named)
            return protocol.view_frame(*told, None)

    def encode(
        self, before: Table, after: Table, seq: int, seat: int | None, id: str | None
    ) -> Frames | None:
        """One frame for each audience that must be told apart; all others share that of ``None``.

        None where a game has made what cannot be told.
        """
        try:
            return self._frames(before, after, seq, seat, id)
        except Exception:
            log.exception("entry %d of table %s cannot be told", seq, self.code, extra=self.named)
            return None

    def _frames(self, before: Table, after: Table, seq: int, seat: int | None, id: str | None) -> Frames:
        turns = self.game is not None and not self.game.realtime
        movers = set() if not turns else {after.turn} if after.turn is not None else set(after.seats)
        apart = audiences(before, after)
        frames: Frames = {}
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

    def tell(self, seq: int, frames: Frames | None) -> None:
        """Send an entry to every socket of the table; where it has no frames, the whole table."""
        if frames is None:
            self.frames.clear()
            for socket in self.sockets:
                socket.lagging = True  # it is told, too, which of its moves are in what it was not told
                socket.whole()
            return
        self.frames.append((seq, frames))
        shared = frames[None]
        for socket in self.sockets:
            socket.entry(seq, frames.get(socket.seat, shared))

    def send(self, frame: str, sockets: Iterable[Socket] | None = None) -> None:
        """Send a frame to every socket of the table, or to some."""
        for socket in list(self.sockets if sockets is None else sockets):
            socket.send(frame)
