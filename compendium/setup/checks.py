"""System checks of the settings that correctness rests on."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


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
            id="compendium.E001",
        )
    ]
