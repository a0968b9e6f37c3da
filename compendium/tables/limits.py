"""Token buckets for each socket: nobody, by mistake or on purpose, floods a table."""

from __future__ import annotations

import time

RATE = 20.0
"""Frames a second that a socket may send for ever."""
BURST = 40.0
"""Frames it may send at once."""
NOTES_RATE = 12.0
"""Notes a second, which are counted apart from all other frames: a card that is carried costs no move."""
NOTES_BURST = 24.0
"""Notes at once."""
PATIENCE = 200
"""Frames refused, less those that passed, before the socket is closed."""


class Bucket:
    """Refills by itself; ``take`` says whether one more frame is within the limit."""

    __slots__ = ("_burst", "_filled_at", "_left", "_rate", "refused")

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._rate, self._burst = rate, burst
        self._left = burst
        self._filled_at = time.monotonic()
        self.refused = 0

    def take(self) -> bool:
        """Whether one more frame may pass."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._filled_at) * self._rate)
        self._filled_at = now
        if self._left < 1:
            self.refused += 1
            return False
        self._left -= 1
        self.refused = max(0, self.refused - 1)
        return True

    def spend(self, frames: int) -> None:
        """Count a frame that asks for much as so many more; what is not there is owed."""
        self._left -= frames

    @property
    def patient(self) -> bool:
        """Whether the flood is still short enough to wait for its end."""
        return self.refused < PATIENCE
