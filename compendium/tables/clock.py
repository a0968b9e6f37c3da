"""Time: the wall's, in milliseconds since 1970, and a table's own clock, which stands still while it is
paused.
"""

from __future__ import annotations

import time
from typing import NamedTuple


def wall() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


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
