"""The processes of a site on one machine: each has a number, and tells the others its metrics.

Behind one listening socket nobody can say which process answers a scrape, so any answers for all. What they
share is the data folder: a lock file by number (the lowest that is free, so that a process which is started
again carries on the time series of the one that ended) and a Unix socket beside it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

log = logging.getLogger(__name__)

FOLDER = "processes"
MOST = 256
"""Processes on one machine."""
LONGEST = 1.0
"""Seconds for a process to tell; one that does not is hung."""
LARGEST = 2**20
"""Bytes that one tells."""
LONGEST_PATH = 100
"""Bytes of a Unix socket's path, by and large."""


class Peers:
    """This process among them. ``tell`` makes what the others are given when they ask."""

    def __init__(self, data: Path, tell: Callable[[], bytes]) -> None:
        self.folder = data / FOLDER
        self.name = str(os.getpid())
        """Its number; its process id where there is no folder to share."""
        self._tell = tell
        self._lock: int | None = None
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Take a number and listen. Where that cannot be, the process stands alone and says so."""
        try:
            self._lock = self._take()
            await self._listen()
        except OSError as error:
            log.warning("metrics are of process %s alone: %s", self.name, error)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._path(self.name).unlink(missing_ok=True)
        if self._lock is not None:
            os.close(self._lock)

    async def ask(self) -> dict[str, bytes | None]:
        """What all others tell, by name; None of one that does not answer."""
        if self._server is None:
            return {}
        names = [path.stem for path in self.folder.glob("*.sock") if path.stem != self.name]
        told = await asyncio.gather(*map(self._ask, names))
        return {name: said for name, said in zip(names, told, strict=True) if said != b""}

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.sock"

    def _take(self) -> int:
        if sys.platform == "win32":
            raise OSError("this system has no locks")
        if len(os.fsencode(self._path(str(MOST)))) > LONGEST_PATH:
            raise OSError("the data folder's path is too long")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in map(str, range(MOST)):
            file = os.open(self.folder / f"{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
            else:
                self.name = number
                return file
        raise OSError(f"there are {MOST} processes already")

    async def _listen(self) -> None:
        self._server = await asyncio.start_unix_server(self._answer, self._path(self.name))

    async def _answer(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(self._tell())
            await writer.drain()
        writer.close()

    async def _ask(self, name: str) -> bytes | None:
        """Empty: there is no such process any more."""
        try:
            async with asyncio.timeout(LONGEST):
                reader, writer = await asyncio.open_unix_connection(self._path(name), limit=LARGEST)
                try:
                    return await reader.read() or None
                finally:
                    writer.close()
        except (ConnectionRefusedError, FileNotFoundError):
            return b""
        except OSError:  # TimeoutError is one
            return None
