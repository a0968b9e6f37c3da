"""`manage.py serve`: everything from a fresh clone to a running site, in one command."""

import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.checks import run_checks
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError

from compendium.setup import addresses
from compendium.setup.alone import Served, alone
from compendium.setup.checks import BROKEN_GAME

MIGRATING = 20261130  # any number, the same in every process


class Command(BaseCommand):
    help = "Prepares what is missing and serves the site until Ctrl+C."
    requires_system_checks = ()  # a broken game, which is one of them, must not stop the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="0 takes a free one (default: 8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 for the whole network (default: 127.0.0.1)"
        )
        parser.add_argument("--open", action="store_true", help="open the site in your browser")

    def handle(self, *_: Any, host: str, port: int, open: bool, **__: Any) -> None:
        self._check()
        with self._alone():
            self._migrate()
            self._serve(host, port, open)

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
        finally:
            connection.close()

    def _serve(self, host: str, port: int, open_browser: bool) -> None:
        from channels.routing import get_default_application

        from compendium.setup.server import GracefulServer, NotListening

        names = addresses.names(host)
        settings.ALLOWED_HOSTS.extend(names)

        def ready(port: int) -> None:
            url = f"http://{names[0]}:{port}"
            self._tell(self.style.SUCCESS(f"Compendium is ready: {url}") + "  (Ctrl+C stops it)")
            if open_browser:
                webbrowser.open(url)

        try:
            GracefulServer(get_default_application(), host, port, ready).run()
        except NotListening as fault:
            raise CommandError(f"{fault} Another port: --port 0 takes a free one.") from fault


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
