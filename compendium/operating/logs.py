"""What log lines look like, as text or as JSON, and what they never say.

A hidden card must not be read in a log: whoever hosts a site plays at it too. What a game's code raises may
name cards (a KeyError of a hand does), and so may a database that quotes the row it refuses. So of an
exception that passed through the tables or the rules a log has the kind and the places, not the words, except
the first line of what databases and sockets say. With COMPENDIUM_DEBUG=1, for authors of games, it has them.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Iterator
from traceback import walk_tb
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from redis.exceptions import RedisError

LONGEST = 300
"""Characters of an exception's words."""
HOLD_CARDS = ("compendium.tables", "compendium.rules", "games")
"""Packages whose exceptions may name cards, and those of what they call."""
OF_SERVICES = (DatabaseError, OSError, RedisError)
"""What is raised by no game; the first line of its words names no content."""

SIGNED = re.compile(r"(/notices/(?:stop|confirm)/)[^\s\"']+")
"""Who has such a link may do what it is for."""
PLACE = re.compile(r'^  File ".*", line \d+, in .*$', re.MULTILINE)


class Discreet(logging.Formatter):
    """A formatter by which exceptions, also those among a message's arguments, are told as above."""

    def message(self, record: logging.LogRecord) -> str:
        """The record's text, without what its exceptions say of cards, and without signed links."""
        return SIGNED.sub(r"\1…", self._text(record))

    def _text(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple):
            args = tuple(told(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
            return str(record.msg) % args if args else str(record.msg)
        return record.getMessage()

    def failure(self, record: logging.LogRecord) -> str:
        """Its exception in several lines; empty where it has none."""
        info = record.exc_info
        return self.formatException(info) if isinstance(info, tuple) and info[0] else record.exc_text or ""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        error = ei[1]
        if settings.DEBUG or not _of_cards(error):
            return super().formatException(ei)
        return "\nwhich led to\n".join(map(_with_places, reversed(list(_chain(error)))))


class Text(Discreet):
    """Time, level, logger, message; an exception in the lines below."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {self.message(record)}"
        failure = self.failure(record)
        return f"{line}\n{failure}" if failure else line


class Json(Discreet):
    """One JSON object to a line: time (UTC), level, logger, message, process, and where there are such table
    and error.
    """

    def format(self, record: logging.LogRecord) -> str:
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "time": f"{seconds}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
            "process": record.process,
        }
        if table := getattr(record, "table", None):
            line["table"] = table
        if failure := self.failure(record):
            line["error"] = failure
        return json.dumps(line, ensure_ascii=False)


def told(error: BaseException) -> str:
    """An exception in one line, as a log may have it."""
    return _line(error, settings.DEBUG or not _of_cards(error))


def _line(error: BaseException, in_words: bool) -> str:
    kind = type(error).__name__
    lines = str(error).strip().splitlines() if in_words or isinstance(error, OF_SERVICES) else []
    return f"{kind}: {lines[0][:LONGEST]}" if lines else kind


def _of_cards(error: BaseException) -> bool:
    """Whether an exception, or what led to it, passed through code that holds cards."""
    return any(
        name == package or name.startswith(f"{package}.")
        for one in _chain(error)
        for name in _modules(one)
        for package in HOLD_CARDS
    )


def _modules(error: BaseException) -> Iterator[str]:
    yield type(error).__module__
    for frame, _ in walk_tb(error.__traceback__):
        yield str(frame.f_globals.get("__name__", ""))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    known: set[int] = set()
    while error is not None and id(error) not in known:
        known.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _with_places(error: BaseException) -> str:
    """Where it passed, without the source lines, and what it is."""
    passed = [(line, frame.f_code) for frame, line in walk_tb(error.__traceback__)]
    places = [f'  File "{code.co_filename}", line {line}, in {code.co_name}' for line, code in passed]
    elsewhere = PLACE.findall(getattr(error, "tb", ""))  # of a bot's process, where it comes from one
    return "\n".join([*places, *elsewhere, _line(error, in_words=False)])


def configuration(how: str, level: str) -> dict[str, Any]:
    """For ``settings.LOGGING``: all goes to stderr, our own from ``level`` on, others' from warnings on."""
    formatter = {"text": Text, "json": Json}[how]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "filters": {"one_line": {"()": "compendium.lobby.hosts.OneLine"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "compendium": {"level": level},
            "django": {"handlers": [], "level": "WARNING"},
            "django.request": {"level": "ERROR"},  # a page that is not found is no news
            "django.security.DisallowedHost": {"filters": ["one_line"]},
        },
    }
