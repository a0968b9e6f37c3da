"""Slow lines between browsers and a server: what Chromium's own network emulation cannot do to WebSockets."""

from __future__ import annotations

import asyncio
import random
import threading
from contextlib import suppress

CHUNK = 65536
LINGER = 30.0  # seconds for the loop to do what it is asked


class SlowLine:
    """A proxy on a random port: `url` leads to the server on `port`, through `ms` there and back.

    Half of it is spent each way, and up to `jitter` ms more; what was sent first still arrives first. A
    thread of its own carries it, so that tests may wait for their pages meanwhile. `hold` lets nothing
    arrive until `let_go`: for what is to come later than something else, however slow this machine is.
    """

    url: str

    def __init__(self, port: int, ms: float, *, jitter: float = 0, seed: int = 1) -> None:
        self.port, self.half, self.jitter = port, ms / 2000, jitter / 1000
        self.rng = random.Random(seed)
        self.carrying: set[asyncio.Task[None]] = set()
        self.open = asyncio.Event()
        self.open.set()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name=f"line of {ms} ms", daemon=True)
        self.thread.start()
        opening = asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.server = asyncio.run_coroutine_threadsafe(opening, self.loop).result(LINGER)
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    def hold(self) -> None:
        """From now on nothing arrives at either end."""
        asyncio.run_coroutine_threadsafe(self._opens(False), self.loop).result(LINGER)

    def let_go(self) -> None:
        """Everything held arrives, and what is sent from now on arrives in its time."""
        asyncio.run_coroutine_threadsafe(self._opens(True), self.loop).result(LINGER)

    async def _opens(self, opens: bool) -> None:
        self.open.set() if opens else self.open.clear()

    def close(self) -> None:
        """Cut every connection."""
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result(LINGER)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(LINGER)
        self.loop.close()

    async def _end(self) -> None:
        self.server.close()
        for task in self.carrying:
            task.cancel()
        await asyncio.gather(*self.carrying, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self.loop.create_task(self._connect(reader, writer))
        self.carrying.add(task)
        task.add_done_callback(self.carrying.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Both ways of a connection, to the end of both."""
        there: asyncio.StreamWriter | None = None
        try:
            with suppress(OSError):
                back, there = await asyncio.open_connection("127.0.0.1", self.port)
                async with asyncio.TaskGroup() as ways:
                    ways.create_task(self._carry(reader, there))
                    ways.create_task(self._carry(back, writer))
        finally:
            for end in (writer, there):
                if end:
                    end.close()

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """One way: everything arrives half of the time later than it came, the end of it as well."""
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._collect(source, under_way))
            group.create_task(self._deliver(under_way, target))

    async def _collect(
        self, source: asyncio.StreamReader, under_way: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        last, data = 0.0, b"?"
        while data:
            try:
                data = await source.read(CHUNK)
            except OSError:
                data = b""
            last = max(last, self.loop.time() + self.half + self.rng.uniform(0, self.jitter))
            under_way.put_nowait((last, data))

    async def _deliver(
        self, under_way: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter
    ) -> None:
        while True:
            due, data = await under_way.get()
            await asyncio.sleep(due - self.loop.time())
            await self.open.wait()
            with suppress(OSError):
                if data:
                    target.write(data)
                    await target.drain()
                else:
                    target.write_eof()
            if not data:
                return
