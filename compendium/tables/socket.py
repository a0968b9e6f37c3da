"""One client's connection to one table, as the hub sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from . import protocol
from .clock import wall
from .limits import NOTES_BURST, NOTES_RATE, Bucket
from .tally import tally

if TYPE_CHECKING:
    from .replica import Replica

MOST_BEHIND = 400
"""Entries a client may be behind (by its ``seen``) before it is skipped and later given one view."""
MOST_NOTES = 1_000
"""Notes a client is sent between two of its ``seen``: one that reads nothing does not fill the memory."""
MOST_REFUSED = 64
"""Moves refused last whose copies are known; copies follow the first one closely, if a line makes any."""
MOST_UNREAD = 64 * 1024
"""Bytes that wait for a client to read before it is skipped like one that is too many entries behind."""
FAR_TOO_MUCH = 256 * 1024
"""Bytes, answers to its own frames for the most part, that wait before it is cut off."""
READ_NOTHING = 4408
"""Close code: the client does not read."""


class Socket:
    """Sends text without waiting; knows whom it speaks for (``seat`` None: a watcher).

    ``say`` returns how many bytes wait for the client to read, as far as known.
    """

    __slots__ = (
        "bucket",
        "carried",
        "close",
        "held",
        "joined_at",
        "lagging",
        "n",
        "noted",
        "notes",
        "place",
        "player",
        "read_only",
        "refused",
        "replica",
        "say",
        "seat",
        "seen",
        "told",
        "trip",
        "wanted",
    )

    def __init__(self, say: Callable[..., int], close: Callable[[int], None], player: str) -> None:
        self.say = say
        self.close = close
        self.player = player
        self.replica: Replica | None = None
        self.wanted: tuple[int, int] | Literal["watch"] | None = None
        self.place: int | None = None
        self.seat: int | None = None
        self.n = 0
        self.bucket = Bucket()
        self.notes = Bucket(NOTES_RATE, NOTES_BURST)
        self.carried: Callable[[], None] | None = None
        """Tells the others that the card this client carries is put down; None: it carries none."""
        self.held: list[str] = []
        """Notes that go with the next frame, or soon alone: it is calls that cost, not bytes."""
        self.noted = 0
        self.trip: int | None = None
        """ms of a frame to and fro, as the client measures it; None: unknown."""
        self.joined_at = 0
        self.read_only = False
        self.refused: dict[str, None] = {}
        """The ids of the last moves refused here, oldest first: what may still come of them are copies."""
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
        now = own or (None, None, 0)
        if now == (self.place, self.seat, self.n):
            return False
        self.put_down()
        self.place, self.seat, self.n = now
        return True

    def send(self, frame: str) -> None:
        """Send a frame; a client that reads too little gets no more entries, and in the end nothing."""
        if (unread := self._say(frame)) > MOST_UNREAD:
            self._skip()
            if unread > FAR_TOO_MUCH:
                self.close(READ_NOTHING)

    def _say(self, frame: str) -> int:
        if not self.held:
            return self.say(frame)
        held, self.held = self.held, []
        return self.say(*held, frame)

    def _skip(self) -> None:
        if not self.lagging:
            self.lagging = True
            tally.skipped += 1

    def entry(self, seq: int, frame: str) -> None:
        """Tell an entry, unless the client is too far behind to want it."""
        if self.lagging:
            return
        if seq - self.seen > MOST_BEHIND:
            return self._skip()
        self.told = seq
        if self._say(frame) > MOST_UNREAD:
            self._skip()

    def whole(self) -> None:
        """Tell the whole table, and which of the player's moves are in what was skipped."""
        assert self.replica is not None
        skipped = self.told if self.lagging else None
        self.lagging = False
        self.seen = self.told = self.replica.head
        self.send(self.replica.view(self.seat, self.you))
        if skipped is not None:
            for id, seq in self.replica.accepted(self.player, skipped):
                self.send(protocol.ok_frame(id, seq))

    def note(self, frame: str) -> None:
        """Hold a frame that may as well be lost for the next ``release``, unless the client is behind."""
        if not self.lagging and self.noted < MOST_NOTES:
            self.noted += 1
            self.held.append(frame)

    def release(self) -> None:
        """Send what is held."""
        if self.held:
            self.send(self.held.pop())

    def put_down(self) -> None:
        """The client carries no card any more; whoever was told that it does is told."""
        if self.carried is not None:
            tell, self.carried = self.carried, None
            tell()

    def saw(self, seq: int, trip: int | None) -> None:
        """The client has come so far; ``trip``: ms of a frame to and fro, if it says."""
        self.noted = 0
        self.trip = self.trip if trip is None else trip
        self.seen = max(self.seen, min(seq, self.told))
        if self.lagging and self.seen >= self.told:
            self.whole()

    def yields(self) -> None:
        """The same person plays in a newer tab: say so, and only watch."""
        if not self.read_only:
            self.read_only = True
            self.put_down()
            self.send(protocol.note_frame({"k": "taken_over"}))

    def refuse(self, id: str | None, code: str) -> None:
        """Tell a refusal of the platform's own."""
        tally.refuse(code)
        self.no(id, protocol.no_frame(id, code))

    def no(self, id: str | None, frame: str) -> None:
        """Tell a refusal."""
        if id is not None:
            if len(self.refused) >= MOST_REFUSED:
                del self.refused[next(iter(self.refused))]
            self.refused[id] = None
        self.send(frame)
