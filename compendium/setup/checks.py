"""System checks: of the settings that correctness rests on, and of the games."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from compendium.rules import registry

LATE_LOCKS = "compendium.E001"
BROKEN_GAME = "compendium.E002"


@register
def sqlite_locks_at_begin(**_: Any) -> list[CheckMessage]:
    """SQLite has no row locks: only BEGIN IMMEDIATE keeps a table to one writer."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return []
    if database.get("OPTIONS", {}).get("transaction_mode") == "IMMEDIATE":
        return []
    return [
        Error(
            "SQLite must begin its transactions IMMEDIATE.",
            hint='Set DATABASES["default"]["OPTIONS"]["transaction_mode"] = "IMMEDIATE": '
            "select_for_update does nothing on SQLite.",
            id=LATE_LOCKS,
        )
    ]


@register
def games_load(**_: Any) -> list[CheckMessage]:
    """A broken game is named. `serve` tells it and goes on: its old tables need no rules to be viewed."""
    registry.find()
    return [
        Error(
            f"The game {name} cannot be loaded: {type(fault).__name__}: {fault}",
            hint="The site runs without it. Mend it or uninstall it.",
            id=BROKEN_GAME,
        )
        for name, fault in registry.broken.items()
    ]
