"""Whether this process can serve players: the database answers, all migrations are applied, Redis answers.

Nothing here holds up the event loop, or an answer for longer than ``LONGEST``, however the services hang. A
look is shared by all who ask at the same time and good for a moment: asking often costs nothing.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import cache
from typing import Any, cast
from urllib.parse import quote

import redis.asyncio
from django.conf import settings
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.utils import load_backend

from . import draining

LONGEST = 1.5
"""Seconds until a service that does not answer counts as failing."""
FRESH = 1.0
"""Seconds for which a look is good."""
IMPATIENT = {
    "connect_timeout": 2,
    "tcp_user_timeout": 2000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
"""PostgreSQL's own limits: a look at a machine that is gone does not hang for a quarter of an hour."""
RECORD = "django_migrations"


class Look:
    """One thing that is looked at, never twice at once; ``look`` returns the names of what fails."""

    def __init__(self, name: str, look: Callable[[], Awaitable[set[str]]]) -> None:
        self.name = name
        self._look = look
        self._task: asyncio.Task[set[str]] | None = None

    async def failing(self) -> set[str]:
        """The names of what fails; a look that raises or takes too long fails by its own name."""
        if self._task is None or self._task.get_loop() is not asyncio.get_running_loop():
            self._task = asyncio.create_task(self._run())
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._task), LONGEST)
        return {self.name}

    async def _run(self) -> set[str]:
        try:
            found = await self._look()
        except Exception:
            found = {self.name}
        asyncio.get_running_loop().call_later(FRESH, self._forget)
        return found

    def _forget(self) -> None:
        self._task = None


async def failing(exclude: set[str]) -> list[str]:
    """What fails of ``database``, ``migrations``, ``redis`` and ``draining``, but for those excluded."""
    looks = [DATABASE, REDIS] if settings.REDIS_URL else [DATABASE]
    found = set[str]().union(*await asyncio.gather(*(look.failing() for look in looks)))
    if draining.begun():
        found.add("draining")
    return sorted(found - exclude)


async def _look_at_redis() -> set[str]:
    async with redis.asyncio.from_url(settings.REDIS_URL, socket_timeout=LONGEST) as client:
        await cast(Awaitable[bool], client.ping())
    return set()


async def _look_at_database() -> set[str]:
    applied = await _in_a_thread(_applied)
    return {"migrations"} if _known() - applied else set()


def _applied() -> set[tuple[str, str]]:
    with closing(_own_connection()) as connection, connection.cursor() as cursor:
        if RECORD not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute(f"select app, name from {RECORD}")
        return set(cursor.fetchall())


@cache
def _known() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).graph.nodes)


def _own_connection() -> Any:
    """Not one of the pool's, which players' moves need, and which waits long."""
    database = {**connections.settings["default"]}
    if database["ENGINE"].endswith("sqlite3"):
        database["NAME"] = f"file:{quote(str(database['NAME']))}?mode=ro"  # else a look would make the file
        database["OPTIONS"] = {"timeout": 1}
    else:
        options = {name: value for name, value in database["OPTIONS"].items() if name != "pool"}
        database["OPTIONS"] = {**options, **IMPATIENT}
    return load_backend(database["ENGINE"]).DatabaseWrapper(database, "readiness")


def _in_a_thread(function: Callable[[], Any]) -> asyncio.Future[Any]:
    """Not an executor's thread: one that hangs must not keep the process from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(set_: Callable[[Any], None], what: Any) -> None:
        if not future.done():
            set_(what)

    def run() -> None:
        try:
            told = (future.set_result, function())
        except Exception as error:
            told = (future.set_exception, error)
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, *told)

    threading.Thread(target=run, name="readiness", daemon=True).start()
    return future


DATABASE = Look("database", _look_at_database)
REDIS = Look("redis", _look_at_redis)
