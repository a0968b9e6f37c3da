"""Joins of long tables, sockets at rest, soaks: what is printed of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from .apart import Server
from .plan import Idle, Join, Joined, Look, Rested, Soak
from .tables import cell, counted

FLAT = 0.05
"""By what part of itself the memory may be higher in the last third of a soak than in the one before."""


def joins(server: Server, plan: Join) -> Iterator[Sequence[Any]]:
    """ms from a socket's connection to the whole table. Raises Unable."""
    (found,) = server.load(plan)
    assert isinstance(found, Joined)
    yield ("entries", "table is", "joins", "best ms", "median ms", "worst ms", "view B", "to reach")
    for how, took in (("in the log only", found.cold), ("in memory", found.warm)):
        times = map(cell, (min(took), median(took), max(took)))
        yield (plan.entries, how, len(took), *times, found.view, "< 50 ms")


def idle(server: Server, plan: Idle) -> Iterator[Sequence[Any]]:
    """What sockets cost at which little happens. Raises Unable."""
    (found,) = server.load(plan)
    assert isinstance(found, Rested)
    yield (
        "game",
        "sockets",
        "kB/socket",
        "join ms",
        "server %",
        "moves/s",
        "p50",
        "p95",
        "p99",
        "max",
        "faults",
    )
    numbers = (found.memory, found.coming, 100 * found.server, found.moves, *found.last)
    yield (plan.game, found.sockets, *map(cell, numbers), "; ".join(found.faults) or "none")


def soak(server: Server, plan: Soak) -> Iterator[Sequence[Any]]:
    """How it goes on, look by look, and whether the memory is flat. Raises Unable."""
    yield (
        *("s", "asked/s", "moves/s", "p50", "p95", "p99", "max", "cpu ms/move", "server %", "MB"),
        *("tables so far", "refused", "faults"),
    )
    looks, before = list[Look](), 0.0
    for look in server.load(plan):
        assert isinstance(look, Look)
        if look.server:
            looks.append(look)
        seconds = look.at - before if look.server else look.at
        each = 1000 * look.server * seconds / max(1, look.accepted)
        rates = (look.sent / seconds, look.accepted / seconds)
        numbers = (*rates, *look.last, each, 100 * look.server, look.memory)
        server.say(f"{look.at:.0f} s: {look.memory:.0f} MB, p99 {look.last[2]:.1f} ms")
        told = (counted(look.refused), "; ".join(look.faults) or "none")
        yield (round(look.at) if look.server else "all", *map(cell, numbers), look.tables, *told)
        before = look.at
    yield (verdict([look.memory for look in looks]), *[""] * 12)


def verdict(memory: Sequence[float]) -> str:
    """Whether the last third of these MB is as high as the one before."""
    third = len(memory) // 3
    if not third:
        return "too short to say whether it is flat"
    last, former = median(memory[-third:]), median(memory[-2 * third : -third])
    return "flat" if last <= former * (1 + FLAT) else f"NOT flat: {former:.0f} MB, then {last:.0f} MB"
