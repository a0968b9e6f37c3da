"""What a load counts: moves sent and answered, entries that come, and what must never be."""

from __future__ import annotations

from array import array
from collections import Counter
from time import perf_counter

import msgspec


class Counts:
    """A move's number is its id; ``left``: how many people have not been sent its entry."""

    def __init__(self) -> None:
        self.sent, self.late = array("d"), array("d")
        self.left, self.table, self.seqs = array("b"), array("i"), array("i")
        """By a move's number; ``seqs``: its entry as its player was told it, 0 while it is not accepted."""
        self.own, self.last = array("d"), array("d")
        """Latencies, in seconds, of the moves sent from ``begin`` to ``end``."""
        self.refused = Counter[str]()
        self.begin, self.end = 0.0, float("inf")
        self.accepted = self.bytes = self.entry_bytes = self.views = self.missing = self.doubled = 0
        self.unanswered = self.skipped = self.largest_view = 0
        self.lost = Counter[str]()
        """Sockets that were closed, not by us, by why."""

    def move(self, table: int, players: int, at: float) -> int:
        """A move is being made that was to be made ``at``; its number."""
        number, now = len(self.sent), perf_counter()
        self.sent.append(now)
        self.left.append(players)
        self.table.append(table)
        self.seqs.append(0)
        self.unanswered += 1
        if self.begin <= now < self.end:
            self.late.append(now - at)
        return number

    def entry(self, number: int, seq: int, mine: bool, now: float) -> None:
        """A player has been sent the entry of a move."""
        self.left[number] -= 1
        sent = self.sent[number]
        if mine:
            self.seqs[number] = seq
            self.unanswered -= 1
            self.accepted += self.begin <= now < self.end
            if self.begin <= sent < self.end:
                self.own.append(now - sent)
        if not self.left[number] and self.begin <= sent < self.end:
            self.last.append(now - sent)

    def jumped(self, by: int) -> None:
        """A line was sent an entry that does not follow the last one: some are missing, or it came again."""
        if by > 0:
            self.missing += by
        else:
            self.doubled += 1

    def viewed(self, skipped: int) -> None:
        """A line was sent the whole table in place of entries."""
        self.views += 1
        self.skipped += skipped

    def answered(self, frame: bytes) -> None:
        """A refusal; ``ok`` is never due here, for nobody asks again."""
        kind, id, *rest = msgspec.json.decode(frame)
        self.refused[rest[0] if kind == "no" else kind] += 1
        self.unanswered -= id is not None

    def under_way(self) -> int:
        """How often an accepted move has not reached a player."""
        return sum(left for left, seq in zip(self.left, self.seqs, strict=True) if seq) - self.skipped

    def faults(self) -> list[str]:
        """What must never be, however late the server is."""
        counted = {
            "missing": max(self.missing, self.under_way()),
            "doubled": self.doubled,
            "unanswered": self.unanswered,
            "views in place of entries": self.views,
            **self.lost,
        }
        return [f"{what} {times}" for what, times in counted.items() if times]
