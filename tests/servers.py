"""Real server processes for the tests: `manage.py serve` on random ports, to be killed at any moment."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Protocol

from compendium.testing.programs import Redis, dies_with_us
from tests import services

ROOT = Path(__file__).resolve().parents[1]
READY = re.compile(r"ready: (http://127\.0\.0\.1:(\d+))")
PATIENCE = 120.0  # seconds for a server to be ready
LONGEST_STOP = 40.0  # seconds; the drain takes up to 5
TICKS = os.sysconf("SC_CLK_TCK")


class Reached(Protocol):
    """Where people find a site: a server, or what stands in front of several."""

    url: str
    ws: str


class Site:
    """What the processes of one site share: a data folder, or a database and a Redis of their own."""

    def __init__(
        self, *, postgres: bool, pace: float, environment: dict[str, str], arguments: Sequence[str] = ()
    ) -> None:
        self.arguments = arguments
        self.folder = Path(tempfile.mkdtemp(prefix="compendium-site-"))
        self.redis = Redis() if postgres else None
        self.servers: list[Server] = []
        self.numbers = count()
        self.environment = {
            **{
                name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
            },
            "COMPENDIUM_DATA": str(self.folder),
            "COMPENDIUM_PACE": str(pace),
        }
        if self.redis:
            self.redis.start()
            self.environment["REDIS_URL"] = self.redis.url
            self.environment["DATABASE_URL"] = services.postgres.create(self.folder.name)
        self.environment |= environment

    def start(self) -> "Server":
        server = Server(self)
        self.servers.append(server)
        server.start()
        return server

    def close(self) -> None:
        for server in self.servers:
            server.kill()
        if self.redis:
            self.redis.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """One process: `url` (http://127.0.0.1:port), `ws` (the same for sockets), `log` (what it printed)."""

    url = ws = ""
    port = 0  # a random one at first, the same again after a restart
    process: subprocess.Popen[bytes]

    def __init__(self, site: Site) -> None:
        self.site = site
        self.log = site.folder / f"server-{next(site.numbers)}.log"

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def processor(self) -> float:
        """Seconds of processor that it has taken so far: they are as many on a busy machine."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def start(self) -> None:
        """Returns once it serves. Raises RuntimeError with the end of its log."""
        begin = self.log.stat().st_size if self.log.exists() else 0
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port), *self.site.arguments],
                cwd=ROOT,
                env=self.site.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=dies_with_us(signal.SIGKILL),
            )
        deadline = time.monotonic() + PATIENCE
        while not (ready := READY.search(self.log.read_text()[begin:])):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.02)
        self.url, self.port = ready[1], int(ready[2])
        self.ws = self.url.replace("http", "ws", 1)

    def another(self) -> "Server":
        """A second process of the same site (on PostgreSQL and Redis; SQLite has one process)."""
        return self.site.start()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM, and wait; the exit code."""
        self.process.terminate()
        return self.process.wait(LONGEST_STOP)

    def restart(self) -> None:
        """Start it again on its port, after `kill` or `stop` (or stopping it now)."""
        if self.process.poll() is None:
            self.stop()
        self.start()
