"""What runs in the bots' own processes: a view goes in, a move comes out. Imports games, and nothing of the
platform.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import threading
from multiprocessing.connection import wait

from compendium.rules import Move, View, registry


def ready() -> None:
    """Load the games, and end when the process that asked for this one does, however it dies."""
    registry.find()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def decide(slug: str, v: View, legal: list[Move], level: str, seed: int) -> tuple[Move, float]:
    """A bot's move and the seconds it seems to think. Raises LookupError where the game is not installed."""
    game = registry.get(slug)
    if game is None:
        raise LookupError(slug)
    return game.bot(v, legal, random.Random(seed), level)
