"""The settings that come from environment variables, read and checked in one place.

Every fault raises ImproperlyConfigured with the variable's name and what it should hold.
"""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

CLONE = Path(__file__).resolve().parents[2]
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SHORTEST_SECRET = 32

SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
SQLITE_PATIENCE = 20  # seconds to wait for the write lock
POSTGRES_POOL = {"min_size": 1, "max_size": 8, "timeout": 10}


@dataclass(frozen=True)
class Environment:
    """What the environment says. `data` holds the SQLite file, the secret and the collected static files."""

    data: Path
    debug: bool
    https: bool
    hosts: list[str]
    pace: float
    secret: str
    database: dict[str, Any]
    redis: str | None


def read(variables: Mapping[str, str]) -> Environment:
    data = Path(variables.get("COMPENDIUM_DATA") or _home() / ".data").expanduser().resolve()
    return Environment(
        data=data,
        debug=_flag(variables, "COMPENDIUM_DEBUG"),
        https=_flag(variables, "COMPENDIUM_HTTPS"),
        hosts=_hosts(variables),
        pace=_pace(variables),
        secret=_secret(variables, data),
        database=_database(variables, data),
        redis=_redis(variables),
    )


def _home() -> Path:
    """The clone; where the package is installed, the folder it is started in."""
    return CLONE if (CLONE / "manage.py").is_file() else Path.cwd()


def _flag(variables: Mapping[str, str], name: str) -> bool:
    value = variables.get(name, "").strip().lower()
    if value in ("", "0", "false", "no", "off"):
        return False
    if value in ("1", "true", "yes", "on"):
        return True
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def _hosts(variables: Mapping[str, str]) -> list[str]:
    named = [host.strip() for host in variables.get("COMPENDIUM_HOSTS", "").split(",")]
    for host in named:
        if "/" in host:
            raise ImproperlyConfigured(
                f"COMPENDIUM_HOSTS takes host names separated by commas, without http:// or path: {host!r}."
            )
    return [*LOOPBACK, *filter(None, named)]


def _pace(variables: Mapping[str, str]) -> float:
    value = variables.get("COMPENDIUM_PACE") or "1"
    try:
        pace = float(value)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= 100:
        raise ImproperlyConfigured(f"COMPENDIUM_PACE must be a number from 0 to 100, not {value!r}.")
    return pace


def _secret(variables: Mapping[str, str], data: Path) -> str:
    """The secret key: given, or kept in a file that only its owner can read."""
    given = variables.get("COMPENDIUM_SECRET_KEY", "")
    if given:
        if len(given) < SHORTEST_SECRET:
            raise ImproperlyConfigured(
                f"COMPENDIUM_SECRET_KEY must have at least {SHORTEST_SECRET} characters."
            )
        return given
    path = data / "secret"
    try:
        data.mkdir(parents=True, exist_ok=True)
        return _read_or_make(path)
    except OSError as fault:
        raise ImproperlyConfigured(
            f"Cannot keep the secret in {path} ({fault.strerror}): point COMPENDIUM_DATA to a folder that "
            "can be written, or set COMPENDIUM_SECRET_KEY."
        ) from fault


def _read_or_make(path: Path) -> str:
    if not path.exists():
        # Two processes may start at once: the file appears whole, and the first one wins.
        draft = path.with_name(f"secret.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def _database(variables: Mapping[str, str], data: Path) -> dict[str, Any]:
    url = variables.get("DATABASE_URL", "")
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": data / "compendium.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": SQLITE_PATIENCE,
                "init_command": SQLITE_PRAGMAS,
            },
        }
    parts = _split("DATABASE_URL", url, ("postgres", "postgresql"), "postgres://user:password@host:5432/name")
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no database: postgres://user:password@host:5432/name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": {"pool": POSTGRES_POOL},
    }


def _redis(variables: Mapping[str, str]) -> str | None:
    url = variables.get("REDIS_URL", "")
    if url:
        _split("REDIS_URL", url, ("redis", "rediss", "unix"), "redis://host:6379/0")
    return url or None


def _split(name: str, url: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (raises ValueError when it is no port)
    except ValueError as fault:
        raise ImproperlyConfigured(f"{name} cannot be read ({fault}): {example}.") from fault
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} must look like {example}.")
    return parts
