"""A server of Compendium for a measurement: on loopback, on a free port, with data that is thrown away."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from .programs import dies_with_us

SERVE = "from compendium.setup.command import main; main()"
READY = re.compile(r"ready: (http://127\.0\.0\.1:\d+)")
PATIENCE = 120.0
"""Seconds until it is ready: it may have to build the front end first."""
LONGEST_STOP = 15.0
SHARED = ("DATABASE_URL", "REDIS_URL", "COMPENDIUM_HOSTS", "COMPENDIUM_HTTPS")
"""Settings of the running site, which this one must not touch."""


class OwnServer(NamedTuple):
    """Its address, its main process, and the environment that programs need which use its database."""

    url: str
    pid: int
    environment: dict[str, str]


@contextmanager
def own_server(
    pace: float,
    *,
    database: str = "",
    options: Sequence[str] = (),
    settings: Mapping[str, str] = MappingProxyType({}),
    cores: Collection[int] = (),
) -> Iterator[OwnServer]:
    """A server while it is needed; ``pace`` multiplies the time that bots take.

    ``database``: a URL, else it has a SQLite file of its own. ``options`` are those of ``serve``,
    ``settings`` environment variables. It stays on the processors ``cores``, if any are
    given. Raises RuntimeError with the end of its log where it does not start.
    """
    with tempfile.TemporaryDirectory(prefix="compendium-bench-") as folder:
        log = Path(folder) / "log"
        environment = {name: value for name, value in os.environ.items() if name not in SHARED}
        environment |= {"COMPENDIUM_DATA": folder, "COMPENDIUM_PACE": str(pace), **settings}
        if database:
            environment["DATABASE_URL"] = database
        with log.open("wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-c", SERVE, "serve", "--port", "0", *options],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl+C is for the measurement, which then stops the server
                preexec_fn=dies_with_us(signal.SIGTERM),
            )
        try:
            stay(process.pid, cores)
            yield OwnServer(_ready(process, log), process.pid, environment)
        finally:
            _stop(process)


def stay(pid: int, cores: Collection[int]) -> None:
    """Keep a process that has just begun, and all that it will start, on processors, if any are given."""
    if cores:
        os.sched_setaffinity(pid, cores)


def _ready(process: subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while not (ready := READY.search(log.read_text())):
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the server did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.05)
    return ready[1]


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(LONGEST_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
