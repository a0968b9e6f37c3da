"""How many tables one server holds, and how soon everybody has a move (``bench tables``).

Each run has a server and a database of its own, as people run them, and its load comes from another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

import msgspec

from .apart import Server
from .plan import Found, Tables

P99_MS = 50.0
HELD = 0.98
"""A server holds so many tables if the last player has 99 of 100 moves within this time, and this part of the
asked moves is accepted."""
DISTURBED = 0.1
"""Of the server's processors, used by somebody else: what is measured then is worth little."""
BUSY = 0.85
"""The generator's share of its processor from which on its own lateness may be in the numbers."""

TITLES = (
    *("tables", "run", "asked/s", "held %", "p50", "p95", "p99", "max"),
    *("own p50", "own p95", "own p99", "cpu ms/move", "db ms/move", "server %", "others %", "MB"),
    *("entry B", "all B", "load %", "late p99", "refused", "faults"),
)


def rows(server: Server, plan: Tables, counts: Sequence[int], repeat: int) -> Iterator[Sequence[Any]]:
    """The titles, a row for each run, and what they come to for each number of tables. Raises Unable."""
    yield TITLES
    for tables in counts:
        yield from _measured(server, plan, tables, repeat)[0]


def ramp(server: Server, plan: Tables, first: int, step: int, repeat: int) -> Iterator[Sequence[Any]]:
    """The same with more and more tables, until the server does not hold them. Raises Unable."""
    yield TITLES
    tables, held = first, 0
    while True:
        found, holds = _measured(server, plan, tables, repeat)
        yield from found
        if not holds:
            break
        tables, held = tables + step, tables
    yield ("held", held, *[""] * (len(TITLES) - 2))


def _measured(server: Server, plan: Tables, tables: int, repeat: int) -> tuple[list[Sequence[Any]], bool]:
    """The rows of one number of tables, and whether it was held, in the median."""
    runs, out = list[Found](), list[Sequence[Any]]()
    for number in range(1, repeat + 1):
        (found,) = server.load(msgspec.structs.replace(plan, tables=tables))
        assert isinstance(found, Found)
        runs.append(found)
        out.append((tables, number, *map(cell, _numbers(plan, found)), *_words(found)))
        server.say(f"{tables} tables, run {number}: p99 {found.last[2]:.1f} ms")
        if found.others / found.window > DISTURBED:
            server.say("Something else ran on the server's core.")
        if found.generator / found.window > BUSY:
            server.say("The load generator was busy: what is measured here is partly its own lateness.")
    columns = list(zip(*(_numbers(plan, found) for found in runs), strict=True))
    middle = [median(column) for column in columns]
    if repeat > 1:
        out.append((tables, "median", *map(cell, middle), "", ""))
        out.append((tables, "range", *(f"{cell(min(c))}-{cell(max(c))}" for c in columns), "", ""))
    faulty = any(found.faults for found in runs)
    return out, bool(not faulty and middle[1] >= 100 * HELD and middle[4] <= P99_MS)


def _numbers(plan: Tables, found: Found) -> list[float]:
    moves, window = max(1, found.accepted), found.window
    recipients = moves * plan.players
    return [
        found.sent / window,
        100 * found.accepted / max(1, found.sent),
        *found.last,
        *found.own[:3],
        1000 * found.server / moves,
        1000 * found.database / moves,
        100 * found.server / window,
        100 * found.others / window,
        found.memory,
        found.entry_bytes / recipients,
        found.bytes / recipients,
        100 * found.generator / window,
        found.late,
    ]


def cell(number: float) -> str:
    """A number with three digits that matter."""
    return f"{number:.3f}" if abs(number) < 1 else f"{number:.1f}" if abs(number) < 100 else f"{number:.0f}"


def _words(found: Found) -> tuple[str, str]:
    return counted(found.refused), "; ".join(found.faults) or "none"


def counted(refused: Mapping[str, int]) -> str:
    """Moves refused, by code."""
    return ", ".join(f"{code} {times}" for code, times in refused.items()) or "none"
