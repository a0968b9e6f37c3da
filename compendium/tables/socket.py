"""One client's connection to one table, as the hub sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from . import protocol
from .clock import wall
from .limits import Bucket

if TYPE_CHECKING:
    from .replica import Replica

MOST_BEHIND = 400
"""Entries a client may be behind (by its ``seen``) before it is skipped and later given one view."""


class Socket:
    """Sends text without waiting; knows whom it speaks for (``seat`` None: a watcher)."""

    __slots__ = (
        "bucket",
        "close",
        "joined_at",
        "lagging",
        "n",
        "place",
        "player",
        "read_only",
        "replica",
        "seat",
        "seen",
        "send",
        "told",
        "wanted",
    )

    def __init__(self, send: Callable[[str], None], close: Callable[[int], None], player: str) -> None:
        self.send = send
        self.close = close
        self.player = player
        self.replica: Replica | None = None
        self.wanted: tuple[int, int] | Literal["watch"] | None = None
        self.place: int | None = None
        self.seat: int | None = None
        self.n = 0
        self.bucket = Bucket()
        self.joined_at = 0
        self.read_only = False
        self.lagging = False
        self.seen = self.told = 0

    @property
    def you(self) -> tuple[int, int] | None:
        """Seat and place as the client is told."""
        return None if self.seat is None else (self.seat, self.n)

    def enter(self, replica: Replica, wanted: tuple[int, int] | Literal["watch"] | None) -> None:
        """Come to a table, as whoever the client wants to be."""
        self.replica, self.wanted = replica, wanted
        self.joined_at, self.read_only, self.lagging = wall(), False, False

    def sit(self, seats: Mapping[str, tuple[int, int, int]]) -> bool:
        """Take the player's own place, or watch where it has none or wants another; whether that is new."""
        own = seats.get(self.player) if self.player and self.wanted != "watch" else None
        if own is not None and self.wanted is not None and self.wanted != own[1:]:
            own = None
        before = self.place, self.seat, self.n
        self.place, self.seat, self.n = own or (None, None, 0)
        return before != (self.place, self.seat, self.n)

    def entry(self, seq: int, frame: str) -> None:
        """Tell an entry, unless the client is too far behind to want it."""
        if self.lagging:
            return
        if seq - self.seen > MOST_BEHIND:
            self.lagging = True
            return
        self.told = seq
        self.send(frame)

    def whole(self) -> None:
        """Tell the whole table."""
        assert self.replica is not None
        self.lagging = False
        self.seen = self.told = self.replica.head
        self.send(self.replica.view(self.seat, self.you))

    def saw(self, seq: int) -> None:
        """The client has come so far."""
        self.seen = max(self.seen, min(seq, self.told))
        if self.lagging and self.seen >= self.told:
            self.whole()

    def yields(self) -> None:
        """The same person plays in a newer tab: say so, and only watch."""
        if not self.read_only:
            self.read_only = True
            self.send(protocol.note_frame({"k": "taken_over"}))

    def refuse(self, id: str | None, code: str) -> None:
        """Tell a refusal of the platform's own."""
        self.send(protocol.no_frame(id, code))
