"""Tests and time. They run in several processes on a machine that may be busy with other things, and a test
that fails for that holds everybody up. What a test says of time is therefore, the first that will do:

1. nothing: it waits for a condition or a count, generously, or says what comes before what;
2. something of a clock that the test sets itself (``limits.time``, ``clock.wall``, a loop that runs ahead);
3. something of the log's own times, or of seconds of processor (``Server.processor``, ``time.thread_time``);
4. a ratio, to what the same thing takes while nothing is wrong (``Others.quick``);
5. the best of some tries (``fastest``): one that nothing else held up is enough;
6. a number of seconds in a test marked ``alone``: it waits until no test runs in any other process, and the
   next ones wait for it, which costs everybody's time.

Where two ends are lawful, since two processes or the machine decide which one comes, both are asserted, each
with all that must be true of it. A line is slow or held (``SlowLine.hold``) where something must come late.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_SH, flock
from pathlib import Path

FOLDER = "TESTS_TAKE_TURNS_IN"
"""Variable: where the locks are that a run's processes share."""


def worker() -> str:
    """The name of this process among those that share a run; empty where there is one."""
    return os.environ.get("PYTEST_XDIST_WORKER", "")


def open_in(folder: str) -> None:
    """The processes started from here on take turns."""
    for name in ("door", "machine"):
        (Path(folder) / name).touch()
    os.environ[FOLDER] = folder


def fastest(deed: Callable[[], object], enough: float, tries: int = 5) -> float:
    """Seconds that a deed takes: the least of so many tries, or of fewer where one is below ``enough``."""
    least = float("inf")
    for _ in range(tries):
        begin = time.monotonic()
        deed()
        if (least := min(least, time.monotonic() - begin)) < enough:
            break
    return least


@contextmanager
def turn(alone: bool) -> Iterator[None]:
    """A test's turn. Whoever waits to be alone holds the door meanwhile, so that it gets its turn."""
    folder = os.environ.get(FOLDER)
    if not folder or not worker():
        yield
        return
    with open(Path(folder) / "machine") as machine:
        with open(Path(folder) / "door") as door:
            flock(door, LOCK_EX)
            flock(machine, LOCK_EX if alone else LOCK_SH)
        yield
