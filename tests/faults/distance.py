"""A line to somebody far away: every byte takes its time, to the server and back, and the order is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.servers import Server

CHUNK = 65536


@asynccontextmanager
async def far_from(server: Server, seconds: float) -> AsyncIterator[str]:
    """The ``ws://`` address of a server that is so many seconds away, one way."""
    lines: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, there = await asyncio.open_connection("127.0.0.1", server.port)
        for way in (_carry(reader, there, seconds), _carry(answers, writer, seconds)):
            task = asyncio.create_task(way)
            lines.add(task)
            task.add_done_callback(lines.discard)

    listener = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        for task in list(lines):
            task.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Whatever is read is written so much later; what comes meanwhile does not wait for it."""
    clock = asyncio.get_running_loop()
    on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        while (part := await on_the_way.get())[1]:
            await asyncio.sleep(part[0] - clock.time())
            writer.write(part[1])
            await writer.drain()

    arriving = asyncio.create_task(arrive())
    try:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                on_the_way.put_nowait((clock.time() + seconds, data))
        on_the_way.put_nowait((0, b""))
        with suppress(OSError):
            await arriving
    finally:
        arriving.cancel()
        writer.close()
