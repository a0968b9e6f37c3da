"""Warnings of what may happen many times a second while a service is away: each is said once in a while."""

from __future__ import annotations

import logging
import time
from typing import Any

EVERY = 10.0
"""Seconds between two warnings of the same kind."""


class Seldom:
    """Says how often a thing was not said since the last time."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._said: dict[str, tuple[float, int]] = {}

    def warning(self, text: str, *args: Any) -> None:
        """Warn, unless the same text (with whatever arguments) was said just now. Any thread may."""
        now = time.monotonic()
        when, kept = self._said.get(text, (-EVERY, 0))
        if now < when + EVERY:
            self._said[text] = when, kept + 1
            return
        self._said[text] = now, 0
        self._log.warning(text + (" (and %d times before)" if kept else ""), *args, *([kept] if kept else []))


class Rarely(logging.Filter):
    """The same for another package's logger: one record in a while, without its traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is told."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + EVERY
        if record.exc_info and record.exc_info[1] is not None:
            record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", None
        record.exc_info = None
        return True
