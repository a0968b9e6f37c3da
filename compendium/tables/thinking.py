"""What runs in the bots' own processes: a view goes in, a move comes out. Imports games, and nothing of the
platform.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
from multiprocessing.connection import wait
from typing import Any

from compendium.rules import Move, View, registry

LONGEST = 5.0
"""Seconds a bot may think; one that goes on would keep all others from it."""


def ready() -> None:
    """Load the games, and end when the process that asked for this one does, however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's
    registry.find()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def decide(slug: str, v: View, legal: list[Move], level: str, seed: int) -> tuple[Move, float]:
    """A bot's move and the seconds it seems to think.

    Raises LookupError where the game is not installed, TimeoutError where the bot does not come to an end,
    and what the bot raises.
    """
    game = registry.get(slug)
    if game is None:
        raise LookupError(slug)
    bounded = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not bounded:
        return game.bot(v, legal, random.Random(seed), level)
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        return game.bot(v, legal, random.Random(seed), level)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(*_: Any) -> None:
    raise TimeoutError("the bot does not come to an end")
