"""One client's connection to one table, as the hub sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import protocol
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
    )

    def __init__(self, send: Callable[[str], None], close: Callable[[int], None], player: str) -> None:
        self.send = send
        self.close = close
        self.player = player
        self.replica: Replica | None = None
        self.place: int | None = None
        self.seat: int | None = None
        self.n = 0
        self.bucket = Bucket()
        self.read_only = False
        self.lagging = False
        self.seen = self.told = 0

    @property
    def you(self) -> tuple[int, int] | None:
        """Seat and place as the client is told."""
        return None if self.seat is None else (self.seat, self.n)

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

    def refuse(self, id: str | None, code: str) -> None:
        """Tell a refusal of the platform's own."""
        self.send(protocol.no_frame(id, code))
