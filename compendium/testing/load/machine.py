"""What the numbers were measured on, in a few lines that stand above each table."""

from __future__ import annotations

import os
import platform
import sqlite3
import sysconfig
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("Django", "channels", "daphne", "twisted", "autobahn", "uvloop", "msgspec")


class Cores(NamedTuple):
    """Processors for the server, and for the load and the database; none: each runs where it likes."""

    server: list[int]
    load: list[int]


def lines(services: str, workers: int) -> Iterator[str]:
    """Machine, Python, packages, services and where all of them run."""
    shared = share(workers)
    yield f"{processor()}, {len(_cores())} cores, {platform.system()} {platform.release()}"
    yield f"{platform.python_implementation()} {platform.python_version()} ({python_build()})"
    yield ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    where = ("core " + ", ".join(map(str, part)) if part else "any core" for part in shared)
    yield "{}; server in {} on {}, load and database on {}".format(
        services, "1 process" if workers == 1 else f"{workers} processes", *where
    )


def share(workers: int) -> Cores:
    """A processor for each process of the server, the others for what loads it; where there are enough."""
    cores = _cores()
    if len(cores) <= workers or not hasattr(os, "sched_setaffinity"):
        return Cores([], [])
    return Cores(cores[:workers], cores[workers:])


def _cores() -> list[int]:
    """The processors that this process may use."""
    return (
        sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [*range(os.cpu_count() or 1)]
    )


def processor() -> str:
    """The processor's name, as the system tells it."""
    try:
        told = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        told = []
    names = (line.partition(":")[2].strip() for line in told if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def python_build() -> str:
    """Whether the interpreter was built with profile-guided optimisation, which is worth 20 to 60 %."""
    how = sysconfig.get_config_var("CONFIG_ARGS") or ""
    return "PGO build" if "--enable-optimizations" in how else "plain build, no PGO"


def sqlite() -> str:
    """Its version, and how the site uses it."""
    return f"SQLite {sqlite3.sqlite_version}, WAL, synchronous=FULL"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
