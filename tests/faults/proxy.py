"""A line that fails: between clients and a server it doubles, swaps, tears and cuts the clients' frames.

Which frame meets what is drawn from a seed. What the server says is passed on as it comes, until the line
is cut.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple, Self

from tests.servers import Server

PATIENCE = 0.03
"""Seconds that a frame waits for another one to be swapped with."""
TEXT = 1


class Mischief(NamedTuple):
    """How likely each of these meets a frame of text."""

    double: float = 0.15
    swap: float = 0.15
    cut: float = 0.01
    """The line breaks in place of the frame."""
    tear: float = 0.01
    """The line breaks in the middle of the frame."""
    deaf: float = 0.01
    """The frame arrives, and the line breaks before its answer."""


class Proxy:
    """``async with Proxy(server, seed) as way``: clients go to ``way.ws``. ``done`` counts what was done."""

    def __init__(self, server: Server, seed: object, mischief: Mischief | None = None) -> None:
        self.server, self.seed, self.mischief = server, seed, mischief or Mischief()
        self.done: Counter[str] = Counter()
        self._lines: set[asyncio.Task[None]] = set()
        self._count = 0

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.ws = f"ws://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        for task in list(self._lines):
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count += 1
        rng = random.Random(f"{self.seed}/{self._count}")
        task = asyncio.create_task(self._carry(reader, writer, rng))
        self._lines.add(task)
        task.add_done_callback(self._lines.discard)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, rng: random.Random
    ) -> None:
        try:
            answers, server = await asyncio.open_connection("127.0.0.1", self.server.port)
        except OSError:
            return writer.transport.abort()
        back = asyncio.create_task(_pass_on(answers, writer))
        try:
            with suppress(asyncio.IncompleteReadError, OSError):
                server.write(await reader.readuntil(b"\r\n\r\n"))
                await self._frames(reader, server, rng)
        finally:
            back.cancel()
            writer.transport.abort()
            server.transport.abort()

    async def _frames(
        self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, rng: random.Random
    ) -> None:
        """Pass frames on until the line breaks, of itself or by mischief."""
        held = b""
        coming = asyncio.ensure_future(read_frame(reader))
        try:
            while True:
                if held and not (await asyncio.wait([coming], timeout=PATIENCE))[0]:
                    server.write(held)  # there is none to swap it with
                    held = b""
                frame = await coming
                if server.transport.is_closing():
                    return
                coming = asyncio.ensure_future(read_frame(reader))
                fate = self._fate(rng) if frame[0] & 0x0F == TEXT else ""
                self.done[fate or "passed"] += 1
                if fate == "swap" and not held:
                    held = frame
                elif fate in ("cut", "tear"):
                    server.write(frame[: len(frame) // 2] if fate == "tear" else b"")
                    await asyncio.sleep(0.01 * (fate == "tear"))
                    return
                else:
                    server.write(frame * 2 if fate == "double" else frame)
                    server.write(held)
                    held = b""
                    if fate == "deaf":
                        await server.drain()
                        return
        finally:
            coming.cancel()

    def _fate(self, rng: random.Random) -> str:
        at = rng.random()
        for fate, likely in self.mischief._asdict().items():
            if at < likely:
                return fate
            at -= likely
        return ""


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    """One frame of a client's, as it is. Raises IncompleteReadError at the end."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        head, length = head + more, int.from_bytes(more)
    mask = 4 if head[1] & 0x80 else 0
    return head + await reader.readexactly(mask + length)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
    finally:
        writer.close()
