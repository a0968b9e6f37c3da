"""`manage.py backup FOLDER`: a copy of a site on SQLite while it is played on, a data folder of its own."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import connection

from compendium.setup import outgoing, secret
from compendium.setup.addressed import SQLITE_FILE


class Command(BaseCommand):
    help = (
        "Copies the database and the secrets into a new folder, while the site goes on. "
        "To restore, point COMPENDIUM_DATA to the folder, or to a copy of it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that does not exist yet")

    def handle(self, *_: Any, folder: Path, **__: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "This is for SQLite. With PostgreSQL: pg_dump --format=custom, and the secrets."
            )
        source = Path(settings.DATABASES["default"]["NAME"])
        if not source.is_file():
            raise CommandError(f"There is no database at {source}.")
        if folder.exists():
            raise CommandError(f"{folder} exists already: a backup goes to a folder of its own.")
        try:
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with TemporaryDirectory(".part", f"{folder.name}.", folder.parent) as made:
                draft = Path(made)
                _copy(source, draft / SQLITE_FILE)
                for name in (secret.FILE, outgoing.FILE):
                    if (kept := settings.DATA_FOLDER / name).is_file():
                        shutil.copy2(kept, draft / name)
                draft.rename(folder)
        except (OSError, sqlite3.Error) as fault:
            raise CommandError(f"The backup failed, and nothing is at {folder}: {fault}") from fault
        self.stdout.write(f"Backed up to {folder}")


def _copy(source: Path, target: Path) -> None:
    """One state of the whole database, whatever is written meanwhile; checked."""
    with closing(sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True, timeout=20)) as database:
        database.execute("vacuum into ?", [str(target)])
    with closing(sqlite3.connect(target)) as copy:
        if (found := copy.execute("pragma integrity_check").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(found)
