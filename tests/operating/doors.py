"""Asking the doors as a server does, without one."""

from __future__ import annotations

from typing import Any, NamedTuple

from compendium.operating.doors import Doors


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


async def behind(scope: Any, receive: Any, send: Any) -> None:
    """What the doors stand before."""
    raise LookupError(scope["path"])


async def ask(
    path: str,
    headers: dict[str, str] | None = None,
    *,
    client: str = "127.0.0.1",
    method: str = "GET",
    doors: Doors | None = None,
) -> Answer:
    """The answer to a request; raises LookupError where it is for the application behind."""
    path, _, query = path.partition("?")
    headers = {"host": "127.0.0.1:8000", **(headers or {})}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 50_000),
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    await (doors or Doors(behind))(scope, None, send)
    start, body = sent
    told = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], told, body["body"].decode())
