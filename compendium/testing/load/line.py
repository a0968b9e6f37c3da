"""A client's WebSocket, as little of it as a table's player needs: thousands of them fit on one processor."""

from __future__ import annotations

import asyncio
import base64
import os
import random
from time import perf_counter
from typing import TYPE_CHECKING, cast

from compendium.tables.protocol import SUBPROTOCOL

if TYPE_CHECKING:
    from .counts import Counts

ENTRY, HEAD, VIEW, OK, NO = b'["e"', b'["he', b'["vi', b'["ok', b'["no'
"""How frames begin; notes begin as refusals do, and the next character tells them apart."""
QUOTE = 34
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
LONGEST_SHORT = 125
PING_EVERY = 5.0
"""Seconds after which a client to which nothing has happened says how far it is all the same."""


def masked(payload: bytes, opcode: int = TEXT) -> bytes:
    """A client's frame. Raises ValueError for one that is too long for a short header."""
    size = len(payload)
    if size > LONGEST_SHORT:
        raise ValueError(f"{size} bytes are no short frame")
    mask = random.getrandbits(32).to_bytes(4)
    key = (mask * (size // 4 + 1))[:size]
    covered = (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(size)
    return bytes((opcode, 0x80 | size)) + mask + covered


class Line(asyncio.Protocol):
    """One socket. ``seq``: how far it has come."""

    def __init__(self, counts: Counts, seat: int, table: int = 0, players: int = 0) -> None:
        self.counts = counts
        self.table, self.players = table, players
        self.seat = b"%d" % seat
        self.transport: asyncio.Transport | None = None
        self.joined: asyncio.Future[None] | None = None
        self.rest = b""
        self.open = False
        self.seq = -1
        self.told = 0
        self.asked = self.pinged = 0.0
        self.trip: int | None = None
        self.closed: str | None = None

    async def connect(self, host: str, port: int, code: str, key: str) -> None:
        """Open it, join, and wait for the table. Raises OSError."""
        loop = asyncio.get_running_loop()
        self.joined = loop.create_future()
        await loop.create_connection(lambda: self, host, port)
        self.write(_handshake(host, port, code, key))
        await self.joined

    def shut(self) -> None:
        """Close it, as a browser does that leaves the page."""
        if self.transport is not None and not self.transport.is_closing():
            self.closed = "shut"
            self.write(masked((1001).to_bytes(2), CLOSE))
            self.transport.close()

    def write(self, data: bytes) -> None:
        if self.transport is not None:
            self.transport.write(data)

    def say_seen(self, now: float) -> None:
        """Say how far it has come, if that is news or was long ago, and the last one was answered."""
        if self.asked or (self.seq == self.told and now - self.pinged < PING_EVERY):
            return
        self.told, self.asked, self.pinged = self.seq, now, now
        trip = b"" if self.trip is None else b",%d" % self.trip
        self.write(masked(b'["seen",%d%b]' % (self.seq, trip)))

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self.closed is None:
            self.closed = f"line broken: {exc}" if exc else "line broken"
        if self.closed != "shut":
            self.counts.lost[self.closed] += 1
        if self.joined is not None and not self.joined.done():
            self.joined.set_exception(OSError(self.closed))

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        if self.rest:
            data = self.rest + data
        if not self.open:
            opened = self._opened(data)
            if opened is None:
                return
            data = opened
        at, end = 0, len(data)
        while end - at >= 2:
            size, header = data[at + 1], 2
            if size > LONGEST_SHORT:
                header = 4 if size == 126 else 10
                size = int.from_bytes(data[at + 2 : at + header])
            start = at + header
            if start + size > end:
                break
            if data[at] == TEXT:
                self._text(data, start, start + size, start + size - at, now)
            else:
                self._control(data[at], data[start : start + size])
            at = start + size
        self.rest = data[at:]

    def _opened(self, data: bytes) -> bytes | None:
        """What follows the answer to the handshake; None where that has not come whole or is a refusal."""
        head, found, rest = data.partition(b"\r\n\r\n")
        if not found:
            self.rest = data
            return None
        if not head.startswith(b"HTTP/1.1 101"):
            self.closed = head.split(b"\r\n")[0].decode("latin-1")
            if self.transport is not None:
                self.transport.close()
            return None
        self.open = True
        self.write(masked(b'["join",{}]'))
        return rest

    def _text(self, data: bytes, start: int, end: int, size: int, now: float) -> None:
        """A frame between two places; its ``size`` is that with its header."""
        counts, kind = self.counts, data[start : start + 4]
        counts.bytes += size
        if kind == ENTRY:
            counts.entry_bytes += size
            seq, _, seat, id = data[start + 5 : start + 80].split(b",", 4)[:4]
            self._entry(int(seq), seat, id, now)
        elif kind == HEAD:
            if self.asked:
                self.trip, self.asked = round((now - self.asked) * 1000), 0.0
        elif kind == VIEW:
            counts.largest_view = max(size, counts.largest_view)
            self._view(int(data[start + 8 : start + 30].split(b",", 1)[0]))
        elif kind == OK or (kind == NO and data[start + 4] == QUOTE):
            counts.answered(data[start:end])

    def _entry(self, seq: int, seat: bytes, id: bytes, now: float) -> None:
        counts = self.counts
        if seq != self.seq + 1:
            counts.jumped(seq - self.seq - 1)
        self.seq = max(seq, self.seq)
        if id[0] == QUOTE and id[1:2].isdigit():  # else it is nobody's, or a bot's
            counts.entry(int(id[1:9]), seq, seat == self.seat, now)

    def _view(self, seq: int) -> None:
        if self.seq >= 0:
            self.counts.viewed(max(0, seq - self.seq))
        self.seq = seq
        if self.joined is not None and not self.joined.done():
            self.joined.set_result(None)

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self.write(masked(payload, PONG))
        elif opcode == CLOSE:
            self.closed = f"closed: {int.from_bytes(payload[:2])} {payload[2:].decode('latin-1')}"


def _handshake(host: str, port: int, code: str, key: str) -> bytes:
    nonce = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws/{code} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n"
        f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\nCookie: sessionid={key}\r\n\r\n"
    ).encode()
