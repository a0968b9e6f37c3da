"""A WebSocket client made by hand: fast, able to say what no library lets one say, and to read nothing."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import struct
from typing import Any, Self

from tests.servers import Server

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 60.0
HANDSHAKE = (
    "GET /ws/{code} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: compendium.1\r\nAuthorization: Bearer {key}\r\n\r\n"
)


def frame(
    payload: bytes, opcode: int = TEXT, *, last: bool = True, masked: bool = True, rsv: int = 0
) -> bytes:
    """A client's frame, or what looks like one."""
    head = bytes([opcode | 0x80 * last | rsv << 4])
    length, bit = len(payload), 0x80 * masked
    if length < 126:
        head += bytes([bit | length])
    elif length < 1 << 16:
        head += bytes([bit | 126]) + struct.pack("!H", length)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", length)
    if not masked:
        return head + payload
    key = os.urandom(4)
    mask = int.from_bytes((key * (length // 4 + 1))[:length])
    return head + key + (int.from_bytes(payload) ^ mask).to_bytes(length)


def text(*words: Any) -> bytes:
    """A frame of the protocol's."""
    return frame(json.dumps(words).encode())


class Raw:
    """``await Raw.open(server, code, key)``; what is read is read when it is asked for."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, server: Server, code: str, key: str, buffer: int | None = None) -> Self:
        """``buffer``: bytes that the system keeps for a client that does not read."""
        line = socket.socket()
        line.setblocking(False)
        if buffer is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        async with asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
            reader, writer = await asyncio.open_connection(sock=line, limit=buffer or 2**16)
            writer.write(HANDSHAKE.format(code=code, port=server.port, key=key).encode())
            status = await reader.readuntil(b"\r\n\r\n")
        assert status.startswith(b"HTTP/1.1 101"), status[:200]
        return cls(reader, writer)

    def send(self, *frames: bytes) -> None:
        self.writer.write(b"".join(frames))

    async def read(self) -> tuple[int, bytes]:
        """The next frame of the server's: opcode and payload. Raises IncompleteReadError where it hung up."""
        async with asyncio.timeout(PATIENCE):
            first, length = await self.reader.readexactly(2)
            if length >= 126:
                length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8))
            return first & 0x0F, await self.reader.readexactly(length)

    async def hear(self, *kinds: str) -> list[Any]:
        """The next text of some kinds. A ping is answered, by who has been silent for long."""
        while True:
            opcode, payload = await self.read()
            assert opcode != CLOSE, f"closed: {int.from_bytes(payload[:2])}"
            if opcode == PING:
                self.send(frame(payload, PONG))
            if opcode == TEXT and (heard := json.loads(payload))[0] in kinds:
                return list(heard)

    async def closed(self) -> int | None:
        """Read until the end: the code of the close, None where the line was cut without one."""
        try:
            while True:
                opcode, payload = await self.read()
                if opcode == CLOSE:
                    return int.from_bytes(payload[:2])
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def cut(self) -> None:
        """The line breaks without a word."""
        self.writer.transport.abort()
