"""The workers of one machine share out the tables: whoever is connected to a socket that another one serves
hands the connection over.

The kernel deals out connections as they come, and a table whose sockets lie in several processes costs each
of them its moves. So a table's code says which worker serves its sockets. It is a hint: whatever hinders
the handing over, the socket is served where it is.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

from daphne.http_protocol import WebRequest
from twisted.internet.error import ConnectionDone
from twisted.python.failure import Failure

TABLES_SOCKET = re.compile(rb"/ws/([^/?]+)")
LARGEST_REQUEST = 64 * 1024
"""Bytes of a handshake; Twisted takes less."""
RETRY, TRIES = 0.01, 50
"""Seconds until a full box is tried again, and how often that is done."""


class Handover:
    """The box of worker `number` of so many, in the folder where each has one."""

    def __init__(self, folder: Path, number: int, workers: int) -> None:
        self.folder, self.number, self.workers = folder, number, workers
        self.box = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.box.setblocking(False)
        self.mine: int | None = None

    def open(self, take: Callable[[socket.socket, bytes], None]) -> None:
        """Take what the others hand over, from now on. Whoever had this place before is given no more."""
        new = self.folder / f"{self.number}.{os.getpid()}"
        self.box.bind(str(new))
        self.mine = new.stat().st_ino
        new.rename(self._path(self.number))
        asyncio.get_running_loop().add_reader(self.box.fileno(), self._receive, take)

    def close(self) -> None:
        """Take no more; what lies in the box is taken."""
        if self.mine is None:
            return
        path = self._path(self.number)
        with suppress(OSError):
            if path.stat().st_ino == self.mine:
                path.unlink()
        self.mine = None

    def owner(self, uri: bytes) -> int | None:
        """The worker, if another one, that serves the sockets of the table in an address."""
        found = TABLES_SOCKET.match(uri)
        number = crc32(found[1]) % self.workers + 1 if found else self.number
        return None if number == self.number else number

    def give(self, number: int, connection: socket.socket, request: bytes) -> bool:
        """Hand a connection over, with what was read from it. False: the other one's box is full.
        Raises OSError where there is none.
        """
        descriptors = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection.fileno()]))]
        try:
            self.box.sendmsg([request], descriptors, 0, str(self._path(number)))
        except BlockingIOError:
            return False
        return True

    def _receive(self, take: Callable[[socket.socket, bytes], None]) -> None:
        while True:
            try:
                request, given, _, _ = socket.recv_fds(self.box, LARGEST_REQUEST, 1)
            except OSError:
                return
            for descriptor in given:
                with socket.socket(fileno=descriptor) as connection:
                    take(connection, request)

    def _path(self, number: int) -> Path:
        return self.folder / str(number)


class HandedRequest(WebRequest):
    """A request that is answered by the worker it belongs to."""

    def process(self) -> Any:
        handover = self.server.handover
        upgrade = self.requestHeaders.hasHeader(b"Upgrade")
        number = handover.owner(self.uri) if handover and upgrade else None
        if number is None:
            return super().process()
        self._hand_over(handover, number, TRIES)

    def _hand_over(self, handover: Handover, number: int, tries: int) -> None:
        if self.channel is None:
            return  # it has gone
        tcp = self.channel.transport
        while not hasattr(tcp, "socket"):
            tcp = tcp.transport
        try:
            given = handover.give(number, tcp.socket, self._as_sent())
        except OSError:
            tries, given = 0, False
        if given:
            tcp.stopReading()
            tcp._shouldShutdown = False  # the connection lives on in the other process
            asyncio.get_running_loop().call_soon(tcp.connectionLost, Failure(ConnectionDone()))
        elif tries:
            again = asyncio.get_running_loop().call_later
            again(RETRY, self._hand_over, handover, number, tries - 1)
        else:
            super().process()

    def _as_sent(self) -> bytes:
        lines = [b"%b %b HTTP/1.1" % (self.method, self.uri)]
        for name, values in self.requestHeaders.getAllRawHeaders():
            lines += [b"%b: %b" % (name, value) for value in values]
        return b"\r\n".join([*lines, b"", b""])
