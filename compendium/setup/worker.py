"""One of the processes that `serve --workers` starts: it serves on the socket that its supervisor opened.

It is prepared for already. The supervisor is at the other end of a line: it is told when the worker is ready,
and when the line breaks, however the supervisor ended, the worker ends too.
"""

import argparse
import os
import shutil
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

READY = b"ready"
LONGEST_STOP = 10.0
"""Seconds for a worker to end after SIGTERM, its drain included; then it is killed."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("number", type=int, help="its place among the workers, from 1")
    parser.add_argument("workers", type=int, help="how many there are")
    parser.add_argument("folder", type=Path, help="where they hand each other connections")
    parser.add_argument("host", help="what is listened on")
    parser.add_argument("listener", type=int, help="descriptor of the listening socket")
    parser.add_argument("line", type=int, help="descriptor of the line")
    given = parser.parse_args()
    line = _own(given.line)
    threading.Thread(target=_end_with, args=(line, given.folder), daemon=True).start()
    _serve(given, _own(given.listener), line)


def _own(descriptor: int) -> socket.socket:
    """An inherited socket, which this process's own children do not inherit."""
    inherited = socket.socket(fileno=descriptor)
    inherited.set_inheritable(False)
    return inherited


def _end_with(line: socket.socket, folder: Path) -> None:
    """Waits in a thread for the supervisor's end: a loop that hangs must not keep the process."""
    with suppress(OSError):  # it may be killed before it has read that this one is ready
        while line.recv(16):
            pass
    shutil.rmtree(folder, ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LONGEST_STOP)
    os._exit(1)


def _serve(given: argparse.Namespace, listener: socket.socket, line: socket.socket) -> None:
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    from compendium.setup import addresses

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
    try:
        settings.ALLOWED_HOSTS.extend(addresses.names(given.host))
        from compendium.asgi import application
    except ImproperlyConfigured as fault:
        sys.exit(f"A worker cannot start: {fault}")
    from compendium.setup.handover import Handover
    from compendium.setup.server import GracefulServer

    handover = Handover(given.folder, given.number, given.workers)
    GracefulServer(application, listener, lambda _: line.sendall(READY), settings.LINE, handover).run()


if __name__ == "__main__":
    main()
