"""A program for test_direct: an echo on the real server, over a line or plain ASGI; it prints its port."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from compendium.setup.lifespan import Lifespan
from compendium.setup.line import LINE
from compendium.setup.server import GracefulServer

way = sys.argv[1]
lifespan = Lifespan(start=[], stop=[])
WAYS = {"direct": "1", "documented": "0", "asgi": "asgi"}
unread: list[int] = []
closing: list[asyncio.Future[None]] = []


def answer(text: str) -> str:
    if text == "much":
        return "x" * 16_384
    return json.dumps(unread) if text == "unread" else text


async def application(
    scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    if scope["type"] == "lifespan":
        return await lifespan(scope, receive, send)
    line = scope.get("extensions", {}).get(LINE)

    def hear(text: str) -> None:
        if text == "close":
            closing.append(asyncio.ensure_future(send({"type": "websocket.close", "code": 4000})))
        else:
            unread.append(line.say(answer(text) if text == "much" else f"{way}:{answer(text)}"))

    if line is not None:
        line.hear = hear
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        elif message["text"] == "close":
            await send({"type": "websocket.close", "code": 4000})
        else:
            await send({"type": "websocket.send", "text": f"{way}:{answer(message['text'])}"})
    if line is not None:
        assert line.say("too late") == 0


def ready(port: int) -> None:
    print(port, flush=True)


if __name__ == "__main__":
    GracefulServer(application, ("127.0.0.1", 0), ready, WAYS[way]).run()
