"""What is no frame, or too much of one, over real sockets: the right close code, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from tests.faults.others import Others, sitting
from tests.faults.raw import BINARY, CLOSE, PING, Raw, frame, text
from tests.people import Person, table_of
from tests.servers import Server

Pair = tuple[Server, Server]
SEEN = json.dumps(["seen", 1]).encode()
FLOOD = 4.0
"""Seconds."""
MOST_MEMORY = 8 * 1024
"""KiB that somebody's pings may cost a server."""


@pytest.fixture
async def code(reckless: Pair, crowd: list[Person]) -> str:
    return await asyncio.to_thread(table_of, crowd, "reckless")


@pytest.fixture
async def others(reckless: Pair, crowd: list[Person], code: str) -> AsyncIterator[Others]:
    """Three at the table where the fourth sends nonsense."""
    async with sitting([*reckless, reckless[0]], crowd[:3], code) as tabs, Others(*tabs) as others:
        yield others


async def _raw(server: Server, code: str, person: Person) -> Raw:
    raw = await Raw.open(server, code, person.key)
    raw.send(text("join", {}))
    await raw.hear("view")
    return raw


BROKEN: list[tuple[list[bytes], int | None]] = [
    ([frame(b"x" * 16_385)], 1009),
    ([frame(b"x" * 9_000, last=False), frame(b"x" * 9_000, 0)], 1009),
    ([frame(b"x" * 16_384, last=False), frame(b"x", 0)], 1009),
    ([b"\x81\xff" + (2**40).to_bytes(8) + b"mask"], 1009),
    ([b"\x81\xff" + (2**63 + 9).to_bytes(8) + b"mask"], 1002),
    ([frame(SEEN, masked=False)], 1002),
    ([frame(SEEN, rsv=4)], 1002),
    ([frame(SEEN, 3)], 1002),
    ([frame(b"x" * 126, PING)], 1002),
    ([frame(b"x", PING, last=False)], 1002),
    ([frame(SEEN, 0)], 1002),
    ([frame(SEEN[:4], last=False), frame(SEEN)], 1002),
    ([frame(b'["seen",\xff]')], 1007),
    ([frame((1005).to_bytes(2), CLOSE)], None),
]
"""What is no frame, or too much of one, and the code that its socket is closed with (None: hung up on)."""
ODD: dict[str, tuple[list[bytes], str]] = {
    "in pieces": ([frame(SEEN[:4], last=False), frame(b"", PING), frame(SEEN[4:], 0)], "head"),
    "an empty piece": ([frame(SEEN, last=False), frame(b"", 0)], "head"),
    "binary": ([frame(SEEN, BINARY)], "no"),
    "empty": ([frame(b"")], "no"),
    "16 KiB": ([frame(b"[" * 16_384)], "no"),
}


async def test_what_is_no_frame_ends_its_socket_only(
    reckless: Pair, crowd: list[Person], code: str, others: Others
) -> None:
    for frames, close in BROKEN:
        raw = await _raw(reckless[0], code, crowd[3])
        raw.send(*frames)
        assert await raw.closed() == close, frames
        raw.cut()
    raw = await _raw(reckless[0], code, crowd[3])
    raw.send(text("m", "again123", 3, ["step"]))
    while (await raw.hear("e"))[4] != "again123":
        pass
    raw.cut()
    assert await others.usual() < others.quick


async def test_what_is_odd_is_answered(reckless: Pair, crowd: list[Person], code: str) -> None:
    for what, (frames, answer) in ODD.items():
        raw = await _raw(reckless[0], code, crowd[3])
        await raw.hear("note")
        together = b"".join(frames)
        for octet in together[:20]:  # the first of them byte for byte
            raw.send(bytes([octet]))
            await asyncio.sleep(0.001)
        raw.send(together[20:])
        assert (await raw.hear(answer))[0] == answer, what
        raw.cut()


@pytest.mark.parametrize("joined", [True, False])
async def test_whoever_pings_and_reads_nothing(
    reckless: Pair, crowd: list[Person], code: str, others: Others, joined: bool
) -> None:
    """The answers to a flood of pings are not kept for ever."""
    server = reckless[0]
    before = memory(server)
    raw = await Raw.open(server, code, crowd[3].key, buffer=4096)
    if joined:
        raw.send(text("join", {}))
        await raw.hear("view")
    raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    flood = frame(b"x" * 125, PING) * 100
    with suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(FLOOD):
            while True:
                raw.send(flood)
                await raw.writer.drain()
                await asyncio.sleep(0)
    grown = memory(server) - before
    raw.cut()
    assert await others.usual() < others.quick
    assert grown < MOST_MEMORY


def memory(server: Server) -> int:
    """KiB that a process holds."""
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
