"""A program for test_stop: an echo application on the real server, which prints what happens to it."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from compendium.setup.lifespan import Lifespan
from compendium.setup.server import GracefulServer

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


def tell(line: str) -> None:
    print(line, flush=True)


async def start() -> None:
    tell("started")
    if "broken" in sys.argv:
        raise RuntimeError("broken on purpose")


async def stop() -> None:
    tell("stopped")


lifespan = Lifespan(start=[start], stop=[stop])


async def application(scope: Any, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(scope, receive, send)
        return
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await send({"type": "websocket.send", "text": message["text"]})
    if scope["path"] == "/stuck":
        await asyncio.sleep(600)
    tell(f"left {message['code']}")


if __name__ == "__main__":
    GracefulServer(application, ("127.0.0.1", 0), lambda port: tell(f"port {port}")).run()
