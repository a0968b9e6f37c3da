"""What has been worked out and is kept for the next decisions, within bounds."""

from __future__ import annotations

from typing import Any

TABLES = 12_000


class Kept:
    """Tables that together hold so many entries at most, if somebody asks whether they are ``full``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.tables: list[dict[Any, Any]] = []

    def table(self) -> dict[Any, Any]:
        """A new table."""
        self.tables.append({})
        return self.tables[-1]

    def full(self) -> bool:
        """Whether there are too many entries, or tables."""
        return len(self.tables) > TABLES or sum(map(len, self.tables)) > self.most

    def clear(self) -> None:
        """Begin all tables anew."""
        for table in self.tables:
            table.clear()
