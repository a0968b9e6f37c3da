"""The short cut past autobahn: what it takes autobahn would have taken, and the rest is left to it."""

import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from compendium.testing.programs import dies_with_us

PROGRAM = Path(__file__).with_name("direct_echo.py")


@pytest.fixture(scope="module", params=["direct", "documented", "asgi"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """An echo, with either line and without; what it answers begins with the way a text came."""
    program = subprocess.Popen(
        [sys.executable, PROGRAM, request.param],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=dies_with_us(signal.SIGKILL),
    )
    assert program.stdout
    yield int(program.stdout.readline())
    program.kill()
    program.communicate()


@pytest.fixture
def way(request: pytest.FixtureRequest) -> str:
    return request.node.callspec.params["port"]


class Raw:
    """A socket whose frames are made by hand."""

    def __init__(self, port: int, reads: int = 0) -> None:
        """``reads``: bytes that the system takes for it beforehand; 0: as many as usual."""
        self.socket = socket.socket()
        if reads:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
        self.socket.settimeout(40)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.socket.recv(4096)
        self.rest = self.rest.split(b"\r\n\r\n", 1)[1]

    def _take(self, count: int) -> bytes:
        while len(self.rest) < count:
            more = self.socket.recv(65536)
            assert more, "the line was cut"
            self.rest += more
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def frame(self) -> tuple[int, bytes]:
        """The next frame: its first byte and its payload."""
        first, length = self._take(2)
        if length == 126:
            (length,) = struct.unpack("!H", self._take(2))
        return first, self._take(length)

    def heard(self) -> str:
        first, payload = self.frame()
        assert first == 0x81
        return payload.decode()


def masked(payload: bytes, first: int = 0x81) -> bytes:
    key = os.urandom(4)
    body = bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))
    short = len(payload) < 126
    head = bytes((first, 0x80 | len(payload))) if short else struct.pack("!BBH", first, 0xFE, len(payload))
    return head + key + body


@pytest.mark.parametrize("text", ["a", "ż" * 31, "x" * 125, "x" * 126, "ł" * 400, "x" * 16_000])
def test_texts_of_all_lengths_come_and_go(port: int, way: str, text: str) -> None:
    with connect(f"ws://127.0.0.1:{port}") as line:
        line.send(text)
        assert line.recv(40) == f"{way}:{text}"


def test_the_order_is_kept_however_the_bytes_are_cut(port: int, way: str) -> None:
    luck = random.Random(7)
    texts = [f"{i}:" + "y" * luck.choice((3, 40, 118, 126, 700)) for i in range(60)]
    bytes_ = b"".join(masked(text.encode()) for text in texts)
    raw = Raw(port)
    while bytes_:
        cut = luck.choice((1, 2, 5, 9, 46, 200, 900))
        raw.socket.sendall(bytes_[:cut])
        bytes_ = bytes_[cut:]
    assert [raw.heard() for _ in texts] == [f"{way}:{text}" for text in texts]


def test_a_text_in_pieces_with_a_ping_between(port: int, way: str) -> None:
    raw = Raw(port)
    for frame in (masked(b"one ", 0x01), masked(b"?", 0x89), masked(b"two", 0x80), masked(b"three")):
        raw.socket.sendall(frame)
    assert raw.frame() == (0x8A, b"?")
    assert [raw.heard(), raw.heard()] == [f"{way}:one two", f"{way}:three"]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([masked(b"\xff\xfe")], 1007),  # no UTF-8
        ([masked(b"one ", 0x01), masked(b"two")], 1002),  # a text inside a text
        ([b"\x81\x03abc"], 1002),  # not masked
        ([masked(b"abc", 0xC1)], 1002),  # a bit that nobody agreed on
    ],
)
def test_what_is_no_frame_is_closed_as_autobahn_does(port: int, frames: list[bytes], code: int) -> None:
    raw = Raw(port)
    for frame in frames:
        raw.socket.sendall(frame)
    first, payload = raw.frame()
    assert first == 0x88
    assert struct.unpack("!H", payload[:2]) == (code,)


def test_who_does_not_read_is_known_and_costs_no_more_than_what_waits(port: int, way: str) -> None:
    if way == "asgi":
        return nothing_is_known(port)
    raw = Raw(port, reads=4096)
    for _ in range(40):
        raw.socket.sendall(masked(b"much"))  # 16 KiB each in answer
    with connect(f"ws://127.0.0.1:{port}") as other:  # nobody waits for it
        unread, deadline = [0], time.monotonic() + 40
        while max(unread) <= 100_000 and time.monotonic() < deadline:
            other.send("unread")
            unread = json.loads(str(other.recv(40)).removeprefix(f"{way}:"))
    assert 100_000 < max(unread) <= 40 * (16_384 + 4)
    assert sum(len(raw.heard()) for _ in range(40)) == 40 * 16_384
    raw.socket.sendall(masked(b"still"))
    assert raw.heard() == f"{way}:still"


def nothing_is_known(port: int) -> None:
    """Without the line nothing is known of what waits."""
    with connect(f"ws://127.0.0.1:{port}") as line:
        line.send("unread")
        assert line.recv(40) == "asgi:[]"


def test_a_closed_socket_hears_and_says_nothing(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}") as line:
        line.send("close")
        assert _code(line) == 4000


def _code(line: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(40)
    return closed.value.rcvd.code if closed.value.rcvd else None
