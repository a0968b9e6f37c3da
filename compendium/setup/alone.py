"""One process to a data folder where no Redis joins several: two hubs would each tell half of a game."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

LOCK = "serving"


class Served(Exception):
    """Another process serves this data folder; the text says which, and what to do."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Holds the folder until the process ends, however it ends. Raises Served.

    A folder that cannot be written is let be: SQLite says so itself, and PostgreSQL needs none.
    """
    file = _open(folder)
    if file is None:
        yield
        return
    with file:
        _lock(file, folder)
        yield


def _open(folder: Path) -> IO[str] | None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return open(folder / LOCK, "a+")
    except OSError:
        return None


def _lock(file: IO[str], folder: Path) -> None:
    if sys.platform == "win32":
        return  # it has no such locks
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        raise Served(
            f"{folder} is already served by process {file.read().strip() or 'unknown'}; another port does "
            "not help. For several processes set DATABASE_URL and REDIS_URL."
        ) from None
    except OSError:  # a file system without locks
        return
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
