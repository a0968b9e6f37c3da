"""The services that a URL in the environment names: the database and Redis.

A URL may hold a password, so no message ever repeats a part of one.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SQLITE_FILE = "compendium.sqlite3"
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
    "PRAGMA wal_autocheckpoint=4000;"  # pages: the journal is copied at 16 MB, not at 4
)
SQLITE_PATIENCE = 20  # seconds to wait for the write lock
POSTGRES_POOL = {"min_size": 1, "max_size": 8, "timeout": 10}
POSTGRES_EXAMPLE = "postgres://user:password@host:5432/name"
POSTGRES_OPTIONS = ("sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "application_name")
"""What may follow a question mark."""
REDIS_EXAMPLE = "redis://host:6379/0"


def database(variables: Mapping[str, str], data: Path) -> dict[str, Any]:
    """Django's description of the database. Raises ImproperlyConfigured."""
    url = variables.get("DATABASE_URL", "")
    return _postgres(url) if url else _sqlite(data)


def _sqlite(data: Path) -> dict[str, Any]:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise _unwritable(data, fault.strerror) from fault
    for path in (data, data / SQLITE_FILE):
        if path.exists() and not os.access(path, os.W_OK):
            raise _unwritable(path, "Permission denied")
    options = {"transaction_mode": "IMMEDIATE", "timeout": SQLITE_PATIENCE, "init_command": SQLITE_PRAGMAS}
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": data / SQLITE_FILE, "OPTIONS": options}


def _unwritable(path: Path, why: str | None) -> ImproperlyConfigured:
    return ImproperlyConfigured(
        f"The database cannot be written at {path} ({why}): point COMPENDIUM_DATA to a folder that can be "
        "written, or set DATABASE_URL."
    )


def _postgres(url: str) -> dict[str, Any]:
    parts = _split("DATABASE_URL", url, ("postgres", "postgresql"), POSTGRES_EXAMPLE)
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ImproperlyConfigured(f"DATABASE_URL names no database: {POSTGRES_EXAMPLE}.")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    if unknown := options.keys() - set(POSTGRES_OPTIONS):
        raise ImproperlyConfigured(
            f"DATABASE_URL has an unknown option {min(unknown)!r}; there are {', '.join(POSTGRES_OPTIONS)}."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),  # a socket's folder is written %2Frun%2Fpostgresql
        "PORT": str(parts.port or ""),
        "OPTIONS": {**options, "pool": POSTGRES_POOL},
    }


def redis(variables: Mapping[str, str]) -> str | None:
    """Where Redis is, if there is one. Raises ImproperlyConfigured."""
    url = variables.get("REDIS_URL", "")
    if not url:
        return None
    parts = _split("REDIS_URL", url, ("redis", "rediss", "unix"), REDIS_EXAMPLE)
    if not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ImproperlyConfigured(f"REDIS_URL names no host: {REDIS_EXAMPLE}.")
    number = parts.path.strip("/")
    if parts.scheme != "unix" and number and not number.isdecimal():
        raise ImproperlyConfigured(f"REDIS_URL ends with a database's number: {REDIS_EXAMPLE}.")
    return url


def _split(name: str, url: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (raises ValueError when it is no port)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} cannot be read: it must look like {example}, with %-codes in a password."
        ) from None
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} must look like {example}.")
    return parts
