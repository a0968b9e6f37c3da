"""Time: the wall's, in milliseconds since 1970, and a table's own clock, which stands still while it is
paused.

The wall clock of a process never goes back. Between looks at a better one it goes on with the machine's
monotonic clock: it follows at once what is set forward, and slowly what is set back. Where several processes
share a site, the database's clock is the better one, so that they agree whatever their machines say.
"""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

LOOK_AGAIN = 1_000_000
"""Nanoseconds."""
SLOWLY = 10
"""A clock that is ahead goes slower by one part in so many, until it is right."""


class Wall:
    """Nanoseconds since 1970 that never decrease, from any thread."""

    def __init__(self, look_again: int = LOOK_AGAIN) -> None:
        self._look_again = look_again
        self._lock = threading.Lock()
        self._asked = time.monotonic_ns()
        self._offset = time.time_ns() - self._asked
        self._measured: int | None = None

    def now(self) -> int:
        """The time, set right once in ``look_again`` ns: that costs ten times what it takes to tell it."""
        now = time.monotonic_ns()
        if now - self._asked < self._look_again:
            return now + self._offset  # an offset that falls meanwhile falls slower than time goes on
        with self._lock:
            now = time.monotonic_ns()
            right = time.time_ns() - now if self._measured is None else self._measured
            self._offset = max(right, self._offset - (now - self._asked) // SLOWLY)
            self._asked = now
            return now + self._offset

    def follow(self, there: int, asked: int, answered: int) -> None:
        """Another clock showed ``there`` at some time between two of ``time.monotonic_ns()``.

        The first one that is followed is taken over at once, for nobody has been told the time before.
        """
        with self._lock:
            first = self._measured is None
            before = self._offset if self._measured is None else self._measured
            self._measured = min(max(before, there - answered), there - asked)
            if first:
                self._offset = self._measured


_wall = Wall()
follow = _wall.follow


def wall() -> int:
    """Milliseconds since 1970, never fewer than before."""
    return _wall.now() // 1_000_000


class Clock(NamedTuple):
    """A table's clock: wall time since its start, pauses left out. All in ms."""

    started_at: int | None = None
    paused_at: int | None = None
    skipped: int = 0

    def at(self, when: int) -> int:
        """The table's time at a wall time."""
        if self.started_at is None:
            return 0
        return max(0, (when if self.paused_at is None else self.paused_at) - self.started_at - self.skipped)

    def wall(self, at: int | None) -> int | None:
        """The wall time of a table's time; None while the clock stands still."""
        if at is None or self.started_at is None or self.paused_at is not None:
            return None
        return at + self.started_at + self.skipped

    def pause(self, when: int) -> Clock:
        """The clock stopped."""
        return self if self.paused_at is not None else self._replace(paused_at=when)

    def resume(self, when: int) -> Clock:
        """The clock going on from where it stopped."""
        if self.paused_at is None:
            return self
        return self._replace(paused_at=None, skipped=self.skipped + max(0, when - self.paused_at))
