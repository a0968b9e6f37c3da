"""Put on a server's PYTHONPATH: its wall clock is off by what the file $CLOCK_OFF says, in seconds."""

import os
import time
from collections.abc import Callable


def _off(true: Callable[[], int]) -> Callable[[], int]:
    def time_ns() -> int:
        with open(os.environ["CLOCK_OFF"]) as file:
            return true() + int(file.read()) * 1_000_000_000

    return time_ns


time.time_ns = _off(time.time_ns)
time.time = lambda: time.time_ns() / 1e9
