"""The secret key: given, or kept in a file that only its owner can read."""

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHORTEST = 32
FILE = "secret"


def read(variables: Mapping[str, str], data: Path) -> str:
    """Made at the first start. Raises ImproperlyConfigured."""
    given = variables.get("COMPENDIUM_SECRET_KEY", "")
    if given:
        if len(given) < SHORTEST:
            raise ImproperlyConfigured(f"COMPENDIUM_SECRET_KEY must have at least {SHORTEST} characters.")
        return given
    found = kept(data / FILE, lambda: secrets.token_urlsafe(50), "COMPENDIUM_SECRET_KEY")
    if len(found) < SHORTEST:
        raise ImproperlyConfigured(
            f"{data / FILE} holds no whole secret: restore it from a backup, or remove it for a new one, "
            "with which all guests lose their seats."
        )
    return found


def kept(path: Path, make: Callable[[], str], variable: str) -> str:
    """What a file holds, made at the first start. Raises ImproperlyConfigured: `variable` may hold it too."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _read_or_make(path, make)
    except OSError as fault:
        raise ImproperlyConfigured(
            f"Cannot keep the secret in {path} ({fault.strerror}): point COMPENDIUM_DATA to a folder that "
            f"can be written, or set {variable}."
        ) from fault


def _read_or_make(path: Path, make: Callable[[], str]) -> str:
    if not path.exists():
        # Two processes may start at once: the file appears whole, and the first one wins.
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
