"""Sockets' texts: as ASGI messages, or on a line beside ASGI, which spares them the queues and tasks between.

The server offers applications this line as the extension ``LINE`` of a socket's scope; an application that
finds it may ``hear`` and ``say`` texts through it, and leaves the rest (handshake, close) to ASGI. Here it is
made of what Twisted and autobahn document; ``direct`` makes a faster one of what they do not.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, MutableMapping
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

Message = MutableMapping[str, Any]

LINE = "compendium.line"
"""The name of the ASGI extension; its value is a ``LineProtocol``."""
MOST_UNREAD = 256
"""Frames of one client that wait for the application."""
KERNEL_BUFFER = 64 * 1024
"""Bytes that the system keeps for a client that does not read; it would take megabytes."""
FULL = 64 * 1024 + 1
"""Bytes that wait for a client, at least, when Twisted says that its buffer is full."""
FRAMES_KEPT, LONGEST_KEPT = 32, 2000
SHORT = 126
"""A frame's payload is shorter (bytes): its length fits in the second byte."""
TEXT = 0x81
HEADS = [bytes((TEXT, length)) for length in range(SHORT)]


class BoundedProtocol(WebSocketProtocol):
    """Daphne reads what comes, however much waits to be looked at: a flood would fill the memory and keep the
    loop from everybody else. Such a client is dropped.
    """

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        if self.application_queue.qsize() < MOST_UNREAD:
            super().onMessage(payload, isBinary)
        else:
            self.dropConnection(abort=True)

    def handle_reply(self, message: Message) -> None:
        """Daphne passes on the code of a close, and not the reason."""
        if message["type"] == "websocket.close" and message.get("reason") and self.state == self.STATE_OPEN:
            self.sendClose(code=message.get("code", 1000), reason=message["reason"])
        else:
            super().handle_reply(message)


class LineProtocol(BoundedProtocol):
    """The same with the line. ``hear``, once set, is called with each text as it comes and must not raise;
    what is no text is heard as the empty one. To Twisted it is what makes the bytes, which is told when too
    many wait (IPushProducer).
    """

    hear: Callable[[str], None] | None = None
    _more: int | None = None
    """Bytes said since the buffer was full, for as long as it has not been empty; None: few wait."""

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self.transport.unregisterProducer()  # the request that this was
        self.transport.registerProducer(self, True)
        self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)

    def pauseProducing(self) -> None:  # noqa: N802
        self._more = self._more or 0

    def resumeProducing(self) -> None:  # noqa: N802
        self._more = None

    def stopProducing(self) -> None:  # noqa: N802
        """The connection is lost."""

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        if self.hear is None:
            super().onMessage(payload, isBinary)
        else:
            self.last_ping = time.time()  # Daphne asks whoever was silent whether the line lives
            self.hear("" if isBinary else payload.decode())

    def say(self, *texts: str) -> int:
        """Send texts. Returns how many bytes wait for the client to read, as far as known (0: few)."""
        if self.state != self.STATE_OPEN:
            return 0
        frame = framed(texts)
        if self._more is not None:
            self._more += len(frame)
        self.transport.write(frame)  # which may be what fills the buffer
        return 0 if self._more is None else FULL + self._more

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:  # noqa: N802, N803
        self.hear = None  # it leads back here: nothing of a closed socket may wait for the garbage collector
        super().onClose(wasClean, code, reason)


def framed(texts: tuple[str, ...]) -> bytes:
    """Texts as frames."""
    return _framed(texts[0]) if len(texts) == 1 else b"".join([_framed(text) for text in texts])


_frames: dict[str, bytes] = {}
"""The frames made last: what one socket is told others are told next."""


def _framed(text: str) -> bytes:
    frame = _frames.get(text)
    if frame is None and len(text) > LONGEST_KEPT:
        return _frame(text.encode())
    if frame is None:
        if len(_frames) >= FRAMES_KEPT:
            _frames.clear()
        frame = _frames[text] = _frame(text.encode())
    return frame


def _frame(payload: bytes) -> bytes:
    length = len(payload)
    if length < SHORT:
        return HEADS[length] + payload
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, length) + payload
    return struct.pack("!BBQ", TEXT, 127, length) + payload
