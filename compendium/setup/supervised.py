"""A worker process as its supervisor has it: begun, watched until it ends, dismissed."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable
from pathlib import Path

from .worker import LONGEST_STOP, READY

log = logging.getLogger(__name__)

LONGEST_START = 60.0
"""Seconds for a worker to be ready; then it is killed."""
ROOT = Path(__file__).resolve().parents[2]
"""Where the package lies that the supervisor runs, and its workers too."""

Command = Callable[[int, int, int], list[str]]
"""A program and its arguments, from a worker's number and two descriptors: the listening socket, the line."""


class Supervised:
    """A worker at the place `number`, which its replacements take over."""

    def __init__(self, number: int, process: Process, line: socket.socket) -> None:
        self.number, self.process, self.line = number, process, line
        self.begun = time.monotonic()
        self.ready = self.leaving = False
        self.settled = asyncio.Event()
        """It is ready, or never going to be."""
        self.gone = asyncio.Event()

    def __str__(self) -> str:
        return f"worker {self.number} (process {self.process.pid})"

    @property
    def age(self) -> float:
        """Seconds."""
        return time.monotonic() - self.begun

    async def settle(self) -> None:
        """Returns when it is ready, or will never be."""
        try:
            async with asyncio.timeout(LONGEST_START):
                self.ready = await asyncio.get_running_loop().sock_recv(self.line, len(READY)) == READY
        except TimeoutError:
            log.error("%s is not ready after %.0f s", self, LONGEST_START)
            self.process.kill()
        except OSError:  # it went without having read its line
            pass
        self.settled.set()

    async def depart(self) -> None:
        """Returns when the process has ended."""
        await self.process.wait()
        self.line.close()
        self.gone.set()

    async def dismiss(self) -> None:
        """Ask it to end, and see to it that it does."""
        self.leaving = True
        if self.gone.is_set():
            return
        self.process.terminate()
        try:
            await asyncio.wait_for(self.gone.wait(), LONGEST_STOP)
        except TimeoutError:
            log.warning("%s does not end, and is killed", self)
            self.process.kill()
            await self.gone.wait()

    @property
    def end(self) -> str:
        """How it ended, in words."""
        status = self.process.returncode or 0
        return f"exit status {status}" if status >= 0 else f"killed by {signal.Signals(-status).name}"


async def begin(number: int, command: Command, listener: socket.socket) -> Supervised:
    """Start a worker; it serves before `settled`, or not at all."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with theirs:
        process = await asyncio.create_subprocess_exec(
            *command(number, listener.fileno(), theirs.fileno()),
            stdin=DEVNULL,
            pass_fds=(listener.fileno(), theirs.fileno()),
            process_group=0,  # Ctrl+C is the supervisor's to pass on
            env=environment(),
        )
    return Supervised(number, process, ours)


def environment() -> dict[str, str]:
    """Of a process that runs the same code."""
    places = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
