"""What processes have used, from /proc: processor time and memory of one with all its descendants."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
USER, SYSTEM, CHILDRENS_USER, CHILDRENS_SYSTEM = range(11, 15)
"""Places in /proc/<pid>/stat after the process's name."""
WORKING = (1, 2, 3, 6, 7, 8)
"""Places in a line of /proc/stat: user, nice, system, interrupts of both kinds, stolen; not idle, waiting."""


def family(pid: int) -> list[int]:
    """A process and its descendants that run now; nothing where it has ended."""
    found = []
    try:
        for thread in (PROC / f"{pid}" / "task").iterdir():
            for child in (thread / "children").read_text().split():
                found += family(int(child))
    except OSError:
        return found
    return [pid, *found]


def processor(pid: int) -> float:
    """Seconds of processor, user and system, that a process and its descendants have used so far.

    Those that have ended count if they were waited for.
    """
    return sum(map(_ticks, family(pid))) / TICKS


def busy(cores: Collection[int]) -> float:
    """Seconds that these processors have worked so far, for whomever, or were lent to other machines."""
    names = {f"cpu{core}" for core in cores}
    lines = (line.split() for line in (PROC / "stat").read_text().splitlines()) if names else ()
    return sum(int(parts[place]) for parts in lines if parts[0] in names for place in WORKING) / TICKS


def memory(pid: int) -> float:
    """MB that a process and its descendants hold in memory; what they share counts for each."""
    return sum(map(_resident, family(pid))) / 1024


def _ticks(pid: int) -> int:
    try:
        line = (PROC / f"{pid}" / "stat").read_text()
    except OSError:
        return 0
    parts = line[line.rindex(")") + 2 :].split()
    return sum(int(parts[place]) for place in (USER, SYSTEM, CHILDRENS_USER, CHILDRENS_SYSTEM))


def _resident(pid: int) -> int:
    """kB."""
    try:
        lines = (PROC / f"{pid}" / "status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)
