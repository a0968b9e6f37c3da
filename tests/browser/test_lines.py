"""The slow line itself: how late things come through it, and that nothing changes on the way."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.browser.lines import SlowLine

MS = 120
TURNS = 5
SLACK = 0.25  # seconds that the machine may take on top, in the best of the turns


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()


@asynccontextmanager
async def _through(
    ms: float, jitter: float = 0
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection through a line to a server that sends everything back."""
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    line = SlowLine(server.sockets[0].getsockname()[1], ms, jitter=jitter)
    reader, writer = await _connected(line)
    try:
        yield reader, writer
    finally:
        writer.close()
        await asyncio.to_thread(line.close)
        server.close()


async def _connected(line: SlowLine) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(line.url.rsplit(":", 1)[1]))


async def test_there_and_back_takes_its_time() -> None:
    took = []
    async with _through(MS) as (reader, writer):
        for _ in range(TURNS):
            begin = time.monotonic()
            writer.write(b"ping")
            assert await reader.readexactly(4) == b"ping"
            took.append(time.monotonic() - begin)
    assert MS / 1000 <= min(took) < MS / 1000 + SLACK


async def test_it_delays_and_does_not_slow_down() -> None:
    """What is sent close together arrives close together, in order, though each piece has its own jitter."""
    pieces = [f"{i:04}".encode() for i in range(500)]
    async with _through(MS, jitter=40) as (reader, writer):
        begin = time.monotonic()
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
        assert await reader.readexactly(4 * len(pieces)) == b"".join(pieces)
        assert MS / 1000 <= time.monotonic() - begin < len(pieces) * MS / 1000 / 10


async def test_what_is_held_arrives_once_it_is_let_go() -> None:
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    line = SlowLine(server.sockets[0].getsockname()[1], 0)
    reader, writer = await _connected(line)
    line.hold()
    for piece in (b"one ", b"two ", b"three"):
        writer.write(piece)
        await writer.drain()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.2)
    line.let_go()
    assert await reader.readexactly(13) == b"one two three"
    writer.close()
    await asyncio.to_thread(line.close)
    server.close()


async def test_the_end_comes_through_as_well() -> None:
    async with _through(MS) as (reader, writer):
        begin = time.monotonic()
        writer.write(b"last")
        writer.write_eof()
        assert await reader.read() == b"last"
        assert time.monotonic() - begin >= MS / 1000


async def test_a_server_that_is_not_there_ends_the_connection() -> None:
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    line = SlowLine(port, MS)
    reader, writer = await _connected(line)
    assert await reader.read() == b""
    writer.close()
    await asyncio.to_thread(line.close)
