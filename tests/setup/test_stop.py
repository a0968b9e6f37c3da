"""The server tells its sockets when it stops, and waits for them, but not for ever."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from compendium.testing.programs import dies_with_us

ECHO = Path(__file__).with_name("echo.py")


def takes_signals() -> Callable[[], None]:
    """For `preexec_fn`: a shell that begins the tests in the background has SIGINT ignored by all of them."""
    dies = dies_with_us(signal.SIGKILL)

    def begin() -> None:
        if dies is not None:
            dies()
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return begin


class Echo:
    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, ECHO, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=takes_signals(),
        )

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def ready(self) -> str:
        """The address of its sockets."""
        assert self.line() == "started"
        return f"ws://127.0.0.1:{self.line().removeprefix('port ')}"

    def rest(self) -> list[str]:
        """What it prints until it ends."""
        return self.process.communicate(timeout=40)[0].splitlines()


@pytest.fixture
def echo() -> Iterator[Echo]:
    program = Echo()
    yield program
    program.process.kill()
    program.process.communicate()


def closed_with(socket: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=40)
    return closed.value.rcvd.code if closed.value.rcvd else None


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_closes_sockets_with_service_restart(echo: Echo, how: signal.Signals) -> None:
    with connect(echo.ready()) as socket:
        socket.send("hello")
        assert socket.recv(timeout=40) == "hello"
        echo.process.send_signal(how)
        assert closed_with(socket) == 1012
    assert echo.rest() == ["left 1012", "stopped"]
    assert echo.process.returncode == 0


def test_a_stop_waits_five_seconds_for_what_does_not_end(echo: Echo) -> None:
    with connect(echo.ready() + "/stuck") as socket:
        begin = time.monotonic()
        echo.process.terminate()
        assert closed_with(socket) == 1012
        assert echo.rest() == ["stopped"]
        assert time.monotonic() - begin > 4, "and it ends: what is stuck would take ten minutes"


def test_a_frame_over_16_kib_ends_its_socket_only(echo: Echo) -> None:
    url = echo.ready()
    with connect(url) as small, connect(url) as large:
        large.send("x" * (16 * 1024 + 1))
        assert closed_with(large) == 1009
        small.send("x" * 16 * 1024)
        assert len(small.recv(timeout=40)) == 16 * 1024


def test_an_application_that_cannot_start_ends_the_server_with_its_error() -> None:
    program = Echo("broken")
    told = program.rest()
    assert program.process.returncode == 1
    assert told[0] == "started"
    assert told[-1] == "RuntimeError: broken on purpose"
