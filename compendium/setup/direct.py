"""The short cut of the frames that matter: whole short texts, thousands a second, in and out.

Autobahn parses and builds each frame through some forty calls, and Twisted waits for the loop before it sends
one. Here whole, short, masked text frames are read where they come in, and texts are written where they go
out; the rest is left to autobahn. This is the only module that knows the insides of Twisted and autobahn;
``COMPENDIUM_DIRECT=0`` does without.
"""

from __future__ import annotations

import asyncio
import logging
import time

from compendium.setup.line import KERNEL_BUFFER, SHORT, TEXT, LineProtocol, framed

log = logging.getLogger(__name__)

MOST_READ = 4096
"""Bytes read at once: some ninety moves."""
MASKED = 0x80


class DirectProtocol(LineProtocol):
    """The line by what Twisted and autobahn do not document."""

    _reads = False

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        transport = self.transport
        while not hasattr(transport, "socket"):
            transport = transport.transport
        self._tcp = transport
        self._send, self._receive = transport.socket.send, transport.socket.recv

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """Whole, short, masked text frames are read here; from the first other byte on autobahn reads."""
        if (hear := self.hear) is None or self.state != self.STATE_OPEN:
            return super().dataReceived(data)
        if not self._reads:
            self._read_alone()
        if self.data or self.inside_message or self.current_frame:
            return super().dataReceived(data)
        at, end = 0, len(data)
        while end - at > 6 and data[at] == TEXT:
            length = data[at + 1] - MASKED
            if not 0 < length < SHORT or at + 6 + length > end:
                break
            mask = int.from_bytes((data[at + 2 : at + 6] * 32)[:length], "big")
            payload = int.from_bytes(data[at + 6 : at + 6 + length], "big") ^ mask
            try:
                text = payload.to_bytes(length, "big").decode()
            except UnicodeDecodeError:
                break  # which autobahn answers as the RFC wants
            at += 6 + length
            hear(text)
        if at:
            self.last_ping = time.time()  # Daphne asks whoever was silent whether the line lives
        if at < end:
            super().dataReceived(data[at:])

    def _read_alone(self) -> None:
        """From now on the loop calls here: a read passes seven calls on its way through Twisted. What Twisted
        does to its reader (to pause it, to take it away) it still does to this one.
        """
        self._reads = True
        asyncio.get_running_loop().add_reader(self._tcp.fileno(), self._read)

    def _read(self) -> None:
        try:
            data = self._receive(MOST_READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:  # the end, which is Twisted's to meet: it reads it again
            return self._tcp.reactor._readOrWrite(self._tcp, True)
        try:
            self.dataReceived(data)
        except Exception:
            log.exception("a socket could not be read")
            self.dropConnection(abort=True)

    def say(self, *texts: str) -> int:
        """Send texts, straight into the system's buffer where nothing waits before them. Returns how many
        bytes wait, beside that buffer, for the client to read.
        """
        if self.state != self.STATE_OPEN:
            return 0
        frame = framed(texts)
        tcp = self._tcp
        if not (tcp.dataBuffer or tcp._tempDataBuffer):
            try:
                sent = self._send(frame)
            except BlockingIOError:
                sent = 0
            except OSError:
                return 0  # the reader's side will hear of it
            if sent == len(frame):
                return 0
            frame = frame[sent:]
        tcp.write(frame)
        return self._unread()

    def _unread(self) -> int:
        return len(self._tcp.dataBuffer) - self._tcp.offset + self._tcp._tempDataLen

    def onPing(self, payload: bytes) -> None:  # noqa: N802
        """Answered, unless the answers before it wait to be read: whoever sends pings only is cut off."""
        if self._unread() > KERNEL_BUFFER:
            self.dropConnection(abort=True)
        else:
            super().onPing(payload)
