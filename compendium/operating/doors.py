"""``/healthz``, ``/readyz`` and ``/metrics``: answered on the event loop, before Django.

No database, session, middleware or host name is asked for: a load balancer calls by address, and while the
database is away too. What they say is the same for everybody, and nothing of it is private; the metrics are
for those whom ``COMPENDIUM_METRICS`` names.
"""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.conf import settings

from . import readiness
from .headers import BARE
from .peers import Peers

log = logging.getLogger(__name__)

LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
FORWARDED = (
    b"forwarded",
    b"via",
    b"x-forwarded-for",
    b"x-forwarded-host",
    b"x-forwarded-proto",
    b"x-real-ip",
)
"""Headers that a proxy adds: whoever it asks for is not on this machine."""


class Answer(NamedTuple):
    status: int
    body: bytes
    type: str = "text/plain; charset=utf-8"
    more: dict[str, str] = {}


class Doors:
    """An ASGI application for HTTP in front of another one."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.peers = Peers(settings.DATA_FOLDER, self._mine)
        self.answers: dict[str, Callable[[Any], Awaitable[Answer]]] = {
            "/healthz": self._healthz,
            "/readyz": self._readyz,
            "/metrics": self._metrics,
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        answer = self.answers.get(scope["path"])
        if answer is None:
            return await self.application(scope, receive, send)
        if scope["method"] not in ("GET", "HEAD"):
            return await _send(send, Answer(405, b"", more={"allow": "GET, HEAD"}))
        await _send(send, await answer(scope), without_body=scope["method"] == "HEAD")

    async def _healthz(self, scope: Any) -> Answer:
        return Answer(200, b"ok\n")

    async def _readyz(self, scope: Any) -> Answer:
        exclude = set(parse_qs(scope["query_string"].decode("latin-1")).get("exclude", ()))
        failing = await readiness.failing(exclude)
        body = json.dumps({"ready": not failing, "failing": failing})
        return Answer(503 if failing else 200, f"{body}\n".encode(), "application/json")

    async def _metrics(self, scope: Any) -> Answer:
        refused = _refused(scope)
        if refused is not None:
            return refused
        from . import metrics

        accept = _header(scope, b"accept")
        mine = metrics.collect(self.peers.name)
        return Answer(200, *metrics.expose(mine, await self.peers.ask(), accept))

    def _mine(self) -> bytes:
        from . import metrics

        return metrics.encode(metrics.collect(self.peers.name))


def _refused(scope: Any) -> Answer | None:
    """The answer to whoever may not read the metrics."""
    if settings.METRICS == "off":
        return Answer(404, b"")
    if settings.METRICS == "loopback":
        return (
            None if _from_here(scope) else Answer(403, b"Metrics are for this machine: COMPENDIUM_METRICS.\n")
        )
    scheme, _, token = _header(scope, b"authorization").partition(" ")
    if scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), settings.METRICS.encode()):
        return None
    return Answer(401, b"", more={"www-authenticate": "Bearer"})


def _from_here(scope: Any) -> bool:
    """A program on this machine asks for this machine, and no proxy asks for somebody else."""
    host = _header(scope, b"host").rpartition(":")
    named = host[0] if host[2].isdigit() and host[1] else "".join(host)
    forwarded = any(name in FORWARDED for name, _ in scope["headers"])
    client = scope.get("client") or ("",)
    return client[0] in LOOPBACK and named in LOCAL_NAMES and not forwarded


def _header(scope: Any, wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")


async def _send(send: Any, answer: Answer, without_body: bool = False) -> None:
    headers = {
        **BARE,
        "cache-control": "no-store",
        "content-type": answer.type,
        "content-length": str(len(answer.body)),
        **answer.more,
    }
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": encoded})
    await send({"type": "http.response.body", "body": b"" if without_body else answer.body})
