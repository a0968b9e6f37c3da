"""What a process has counted since it began; read when somebody asks (``compendium.operating.metrics``).

Counting is a plain addition on the hot path, and a histogram is fed once a flush, never once a socket.
Everything here is touched on the event loop only.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

MOST_CODES = 40
"""Codes of refusals that are counted apart: games name their own, and each is a time series."""
CODE = re.compile(r"[a-z][a-z0-9_]{0,31}\Z")
OTHER = "other"

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds: bounds for what should take milliseconds."""
LONG = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds: bounds for what may take a while."""
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Histogram:
    """How many values were at most each bound (and beyond the last), and their sum."""

    __slots__ = ("bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def see(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Tally:
    """One in a process, whatever hubs it has had."""

    def __init__(self) -> None:
        self.accepted = 0
        """Moves of people and bots that became entries."""
        self.wakes = 0
        """Moves of time that became entries."""
        self.refused: Counter[str] = Counter()
        """Refusals told, by code."""
        self.entries_in_flush = Histogram(SIZES)
        self.flush_seconds = Histogram(SHORT)
        """From taking the waiting moves to having told what was committed."""
        self.wait_seconds = Histogram(SHORT)
        """From a move's receipt to its being told: of the one that waited longest in each flush."""
        self.failed_flushes = 0
        self.broken_tables = 0
        """Put out of service because they failed again and again."""
        self.found_behind = 0
        """Heads that had moved without a hint, found by polling."""
        self.skipped = 0
        """Clients too far behind to be told entry by entry."""
        self.hints_sent = self.hints_lost = self.hints_heard = 0
        self.thinking_seconds = Histogram(LONG)
        """Of bots, their wait for a process included."""
        self.bots_at_random = 0
        """Bots that moved without thinking: too many wait, or the game's bot failed."""
        self.loop_lag = Histogram(SHORT)

    def refuse(self, code: str) -> None:
        """Count a refusal; there is a bound to how many codes are told apart."""
        if code in self.refused or (len(self.refused) < MOST_CODES and CODE.match(code)):
            self.refused[code] += 1
        else:
            self.refused[OTHER] += 1


tally = Tally()
