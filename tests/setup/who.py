"""A program for test_nginx: says who it takes its client for, over HTTP and sockets, behind its proxies."""

import sys
from typing import Any

from compendium.setup.lifespan import Lifespan
from compendium.setup.proxies import BehindProxies, networks
from compendium.setup.server import GracefulServer

lifespan = Lifespan(start=[], stop=[])


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        return await lifespan(scope, receive, send)
    headers = dict(scope["headers"])
    told = f"{scope['client'][0]} {headers.get(b'x-forwarded-proto', b'').decode()}"
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": told.encode()})
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": told})
    await receive()


if __name__ == "__main__":
    GracefulServer(
        BehindProxies(application, networks(sys.argv[1])),
        ("127.0.0.1", 0),
        lambda port: print(f"port {port}", flush=True),
    ).run()
