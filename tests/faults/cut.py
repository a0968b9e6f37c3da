"""A line to a database that breaks at a given statement, before it arrives or before it is answered."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self


class Cut:
    """``async with Cut(port) as cut``: clients connect to ``cut.port``. ``cuts`` counts broken lines."""

    def __init__(self, there: int) -> None:
        self.there = there
        self.port = self.cuts = 0
        self.away = False
        self._mark, self._after, self._then = b"", False, False
        self._lines: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for task in list(self._lines):
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def at(self, mark: bytes, *, after: bool, away: bool = False) -> None:
        """Break the line that carries these bytes next, once; ``after`` they were answered there.

        ``away``: all other lines break too, and none can be had until that is set to False.
        """
        self._mark, self._after, self._then = mark, after, away

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.away:
            return writer.transport.abort()
        task = asyncio.create_task(self._carry(reader, writer))
        self._lines.add(task)
        task.add_done_callback(self._lines.discard)

    async def _carry(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self.there)
        back = asyncio.create_task(_pass_on(server, to_client))
        try:
            while data := await client.read(1 << 20):
                if self._mark and self._mark in data:
                    self._mark = b""
                    self.cuts += 1
                    back.cancel()
                    if self._after:
                        await asyncio.wait([back])
                        to_server.write(data)
                        await server.read(1 << 20)  # it is done
                    if self._then:
                        self.away = True
                        for line in self._lines - {asyncio.current_task()}:
                            line.cancel()
                    return
                to_server.write(data)
        finally:
            back.cancel()
            for writer in (to_client, to_server):
                writer.transport.abort()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 20):
            writer.write(data)
        writer.close()
