"""The settings that come from environment variables, read and checked in one place.

Every fault raises ImproperlyConfigured with the variable's name and what it should hold. What may be secret
is never repeated.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from compendium.setup import addressed, outgoing, secret
from compendium.setup.proxies import Network, networks

CLONE = Path(__file__).resolve().parents[2]
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
HOST = re.compile(r"(\.?[\w-]+(\.[\w-]+)*|\[[0-9a-f:.]+\])\Z", re.IGNORECASE)
SHORTEST_TOKEN = 16
PREFIX = "COMPENDIUM_"
NO_SETTINGS = frozenset({"COMPENDIUM_SEED"})
"""Read by the tests: the luck of a run that is to be repeated."""
SECOND, DAY = 1_000, 86_400_000  # ms
SHORTEST_AWAY = 3  # seconds: signs of life are a second apart at most


@dataclass(frozen=True)
class Environment:
    """What the environment says. `data` holds the SQLite file, the secret and what processes share.

    `away` to `unstarted_close` are ms without a sign of life: see the README's table.
    """

    data: Path
    debug: bool
    line: str
    https: bool
    hosts: list[str]
    pace: float
    away: int
    sit_in: int
    empty: int
    close: int
    unstarted_close: int
    secret: str
    database: dict[str, Any]
    redis: str | None
    proxies: list[Network]
    """Believed when they say whom they speak for."""
    metrics: str
    """Who may read the metrics: "loopback", "off", or whoever has this token."""
    log: str
    """"text" or "json"."""
    log_level: str
    outgoing: outgoing.Outgoing


class _Asked(dict[str, str]):
    """Variables that remember which of them anybody asked for."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        super().__init__(variables)
        self.asked: set[str] = set()

    def get(self, name: str, usual: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, usual)


def read(variables: Mapping[str, str]) -> Environment:
    """All settings. Raises ImproperlyConfigured, also for a name that is none: nobody would notice a typo."""
    known = _Asked(variables)
    found = _read(known)
    for name in sorted(variables):
        if name.startswith(PREFIX) and name not in known.asked | NO_SETTINGS:
            names = [one.removeprefix(PREFIX) for one in sorted(known.asked)]
            near = get_close_matches(name.removeprefix(PREFIX), names, 1, 0.7)
            meant = f": is {PREFIX}{near[0]} meant?" if near else "; README.md lists all there are."
            raise ImproperlyConfigured(f"There is no setting {name}{meant}")
    return found


def _read(variables: Mapping[str, str]) -> Environment:
    data = Path(variables.get("COMPENDIUM_DATA") or _home() / ".data").expanduser().resolve()
    return Environment(
        data=data,
        debug=flag(variables, "COMPENDIUM_DEBUG"),
        line=choice(variables, "COMPENDIUM_DIRECT", ("1", "0", "asgi")),
        https=flag(variables, "COMPENDIUM_HTTPS"),
        hosts=_hosts(variables),
        pace=number(variables, "COMPENDIUM_PACE", 1, 0, 100),
        **_absence(variables),
        proxies=_proxies(variables),
        metrics=_metrics(variables),
        log=choice(variables, "COMPENDIUM_LOG", ("text", "json")),
        log_level=choice(variables, "COMPENDIUM_LOG_LEVEL", ("info", "debug", "warning", "error")).upper(),
        redis=addressed.redis(variables),
        database=addressed.database(variables, data),
        secret=secret.read(variables, data),
        outgoing=outgoing.read(variables, data, flag(variables, "COMPENDIUM_PUSH", usual="1")),
    )


def _home() -> Path:
    """The clone; where the package is installed, the folder it is started in."""
    return CLONE if (CLONE / "manage.py").is_file() else Path.cwd()


def flag(variables: Mapping[str, str], name: str, usual: str = "0") -> bool:
    """On or off, `usual` where it is not set. Raises ImproperlyConfigured."""
    value = variables.get(name, "").strip().lower() or usual
    if value in ("0", "false", "no", "off"):
        return False
    if value in ("1", "true", "yes", "on"):
        return True
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def choice(variables: Mapping[str, str], name: str, words: tuple[str, ...]) -> str:
    """One of some words, the first where it is not set. Raises ImproperlyConfigured."""
    value = variables.get(name, "").strip().lower() or words[0]
    if value not in words:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(words)}, not {value!r}.")
    return value


def number(variables: Mapping[str, str], name: str, usual: float, least: float, most: float) -> float:
    """A number within bounds, `usual` where it is not set. Raises ImproperlyConfigured."""
    text = variables.get(name, "").strip() or f"{usual}"
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise ImproperlyConfigured(f"{name} must be a number from {least:g} to {most:g}, not {text!r}.")
    return value


def _hosts(variables: Mapping[str, str]) -> list[str]:
    named = [host.strip() for host in variables.get("COMPENDIUM_HOSTS", "").split(",")]
    for host in filter(None, named):
        if not (host == "*" or HOST.match(host)):
            raise ImproperlyConfigured(
                "COMPENDIUM_HOSTS takes host names separated by commas, without http://, port or path: "
                f"{host!r}."
            )
    return [*LOOPBACK, *filter(None, named)]


def _absence(variables: Mapping[str, str]) -> dict[str, int]:
    away = number(variables, "COMPENDIUM_AWAY_SECONDS", 10, SHORTEST_AWAY, 3600)
    sit_in = number(variables, "COMPENDIUM_SIT_IN_SECONDS", 20, 0, 86_400)
    empty = number(variables, "COMPENDIUM_EMPTY_SECONDS", max(60, away), away, 86_400)
    close = number(variables, "COMPENDIUM_CLOSE_DAYS", 7, 0, 36_500)
    unstarted = number(variables, "COMPENDIUM_UNSTARTED_CLOSE_DAYS", 1, 0, 36_500)
    return {
        "away": round(away * SECOND),
        "sit_in": round(sit_in * SECOND),
        "empty": round(empty * SECOND),
        "close": round(close * DAY),
        "unstarted_close": round(unstarted * DAY),
    }


def _proxies(variables: Mapping[str, str]) -> list[Network]:
    try:
        return networks(variables.get("COMPENDIUM_PROXIES", ""))
    except ValueError as fault:
        raise ImproperlyConfigured(
            f"COMPENDIUM_PROXIES takes addresses and networks separated by commas: {fault}."
        ) from fault


def _metrics(variables: Mapping[str, str]) -> str:
    value = variables.get("COMPENDIUM_METRICS", "").strip() or "loopback"
    if value not in ("loopback", "off") and len(value) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(
            f"COMPENDIUM_METRICS must be loopback, off, or a token of at least {SHORTEST_TOKEN} characters."
        )
    return value
