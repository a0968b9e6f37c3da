"""`manage.py serve`: everything from a fresh clone to a running site, in one command."""

import asyncio
import os
import sys
import tempfile
import webbrowser
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.checks import run_checks
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import DatabaseError, OperationalError

from compendium.setup import addresses
from compendium.setup.alone import Served, alone
from compendium.setup.checks import BROKEN_GAME

ANOTHER_PORT = "Another port: --port 0 takes a free one."
MOST_WORKERS = 256
MIGRATING = 20261130  # any number, the same in every process


class Command(BaseCommand):
    help = "Prepares what is missing and serves the site until Ctrl+C."
    requires_system_checks = ()  # a broken game, which is one of them, must not stop the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=_port, default=8000, help="0 takes a free one (default: 8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 for the whole network (default: 127.0.0.1)"
        )
        parser.add_argument(
            "--workers", type=_workers, default=1, help="processes that serve; auto: one a core (default: 1)"
        )
        parser.add_argument("--open", action="store_true", help="open the site in your browser")
        parser.add_argument("--prepare", action="store_true", help="prepare what is missing, and end")

    def handle(
        self, *_: Any, host: str, port: int, workers: int, open: bool, prepare: bool, **__: Any
    ) -> None:
        if workers > 1:
            self._may_be_several()
        self._check()
        with self._alone():
            self._migrate()
            if not prepare:
                self._serve(host, port, workers, open)

    def _may_be_several(self) -> None:
        if sys.platform == "win32":
            raise CommandError("Windows knows no inherited sockets: serve with --workers 1.")
        if not settings.SEVERAL_PROCESSES or connection.vendor == "sqlite":
            raise CommandError(
                "Several workers need a PostgreSQL and a Redis between them: set DATABASE_URL and REDIS_URL, "
                "or serve with --workers 1."
            )

    def _check(self) -> None:
        """Tells what the system checks found; raises CommandError if it is more than a broken game."""
        found = run_checks()
        for message in found:
            self.stderr.write(self.style.ERROR(str(message)))
        if any(message.is_serious() and message.id != BROKEN_GAME for message in found):
            raise CommandError("The site cannot run like this.")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Without Redis no second process may serve the same tables; raises CommandError if this is one."""
        if settings.SEVERAL_PROCESSES:
            yield
            return
        if connection.vendor != "sqlite":
            self._tell("Only one process may serve this database: REDIS_URL is not set.")
        try:
            with alone(settings.DATA_FOLDER):
                yield
        except Served as fault:
            raise CommandError(str(fault)) from fault

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _migrate(self) -> None:
        try:
            with _one_at_a_time():
                executor = MigrationExecutor(connection)
                if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                    self._tell("Preparing the database …")
                    call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as fault:
            raise CommandError(f"The database cannot be opened: {fault}") from fault
        except DatabaseError as fault:  # a role that may not create tables, for one
            raise CommandError(f"The database cannot be prepared: {fault}") from fault
        finally:
            connection.close()

    def _serve(self, host: str, port: int, workers: int, open_browser: bool) -> None:
        names = addresses.names(host)

        def ready(port: int) -> None:
            url = f"http://{names[0]}:{port}"
            self._tell(self.style.SUCCESS(f"Compendium is ready: {url}") + "  (Ctrl+C stops it)")
            if open_browser:
                webbrowser.open(url)

        if workers > 1:
            self._supervise(host, port, workers, ready)
            return
        from channels.routing import get_default_application

        from compendium.setup.server import GracefulServer, NotListening

        settings.ALLOWED_HOSTS.extend(names)
        try:
            GracefulServer(get_default_application(), (host, port), ready, settings.LINE).run()
        except NotListening as fault:
            raise CommandError(f"{fault} {ANOTHER_PORT}") from fault

    def _supervise(self, host: str, port: int, workers: int, ready: Callable[[int], None]) -> None:
        from compendium.setup.supervisor import PREPARE, GivesUp, Supervisor, listen, worker_of

        connection.close_pool()  # it has threads and a connection, and is not used any more
        try:
            listener = listen(host, port)
        except OSError as fault:
            raise CommandError(f"Cannot listen on {host}:{port}: {fault.strerror}. {ANOTHER_PORT}") from fault
        port = listener.getsockname()[1]
        with tempfile.TemporaryDirectory(prefix="compendium-workers-") as folder:
            worker = worker_of(host, workers, folder)
            try:
                asyncio.run(Supervisor(listener, workers, lambda: ready(port), worker, PREPARE).run())
            except GivesUp as fault:
                raise CommandError(f"{fault} What they said is above.") from fault


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65_535:
        raise ArgumentTypeError("a number from 0 to 65535")
    return port


def _workers(text: str) -> int:
    """How many processes; `auto` is one for each core this process may use."""
    if text == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not text.isdecimal() or not 1 <= int(text) <= MOST_WORKERS:
        raise ArgumentTypeError(f"a number from 1 to {MOST_WORKERS}, or auto, not {text!r}")
    return int(text)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Processes of one site may start together; the first migrates, the others find it done."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
