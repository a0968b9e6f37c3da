"""A server of its own and a load from another process, each on a processor of its own where there are two."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field

import msgspec

from compendium.testing.ownserver import own_server, stay
from compendium.testing.programs import (
    Missing,
    Postgres,
    Program,
    Redis,
    dies_with_us,
    find_postgres,
    find_redis,
    version_of,
)

from . import machine
from .plan import Plan, Result

GENERATE = (sys.executable, "-m", "compendium.testing.load.generator")
PLAIN = {"COMPENDIUM_DIRECT": "0"}


class Unable(Exception):
    """It cannot be measured here; the text says why."""


@dataclass
class Server:
    """Which server is measured: its database; ``redis``: whether it tells other processes, as one of many;
    ``workers``: how many processes it is; ``plain``: without the direct line. ``say`` is told how far it is.
    """

    database: str = "sqlite"
    redis: bool = False
    workers: int = 1
    plain: bool = False
    say: Callable[[str], None] = field(default=lambda line: None)

    def header(self) -> Iterator[str]:
        """What it is measured on. Raises Unable."""
        try:
            services = [machine.sqlite()]
            if self.database == "postgresql":
                services = [f"{version_of(find_postgres() / 'postgres')}, durable commits"]
            if self.redis or self.workers > 1:
                services.append(version_of(find_redis()))
        except Missing as error:
            raise Unable(str(error)) from error
        yield from machine.lines("; ".join(services), self.workers)

    def load(self, plan: Plan) -> Iterator[Result]:
        """What is found, as it is found, on a new server that ends with it. Raises Unable."""
        cores = machine.share(self.workers)
        options = () if self.workers == 1 else ("--workers", f"{self.workers}")
        try:
            with ExitStack() as services:
                url, pid, settings = self._services(services, cores.load)
                server = services.enter_context(
                    own_server(1, database=url, options=options, settings=settings, cores=cores.server)
                )
                measured = msgspec.structs.replace(
                    plan, url=server.url, server=server.pid, database=pid, cores=cores.server
                )
                yield from _generate(measured, server.environment, cores.load)
        except (Missing, RuntimeError) as error:
            raise Unable(str(error)) from error

    def _services(self, services: ExitStack, cores: Collection[int]) -> tuple[str, int, dict[str, str]]:
        """A private database's URL and main process (of SQLite none), and the settings of the server."""
        settings = dict(PLAIN if self.plain else {})
        if self.redis or self.workers > 1:
            redis = Redis()
            _start(redis, services, cores)
            settings["REDIS_URL"] = redis.url
        if self.database == "sqlite":
            return "", 0, settings
        postgres = Postgres(durable=True)
        pid = _start(postgres, services, cores)
        return postgres.create("compendium"), pid, settings


def _start(program: Program, services: ExitStack, cores: Collection[int]) -> int:
    """Its process, which ends with the others."""
    services.callback(program.stop)
    program.start()
    assert program.process is not None
    stay(program.process.pid, cores)
    return program.process.pid


def _generate(plan: Plan, environment: Mapping[str, str], cores: Collection[int]) -> Iterator[Result]:
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            GENERATE,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            preexec_fn=dies_with_us(signal.SIGKILL),
        )
        try:
            stay(process.pid, cores)
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(plan))
            process.stdin.close()
            for line in process.stdout:
                yield msgspec.json.decode(line, type=Result)
            if process.wait():
                errors.seek(0)
                raise Unable(f"the load generator failed:\n{errors.read().decode()[-2000:]}")
        finally:
            process.kill()
            process.wait()
