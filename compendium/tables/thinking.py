"""What runs in the bots' own processes: a view goes in, a move comes out. Imports games, and nothing of the
platform.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from time import monotonic
from typing import Any, TypeVar

from compendium.rules import Game, Move, View, registry

T = TypeVar("T")

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


def decide(
    slug: str, v: View, legal: list[Move], level: str, seed: int, hurry: float = math.inf
) -> tuple[Move, float, bool]:
    """A bot's move, the seconds it seems to think, and whether it had waited too long to think as it can.

    From ``hurry`` on (seconds of the machine's monotonic clock) its quick level answers, if there is one.
    Raises LookupError where the game is not installed, TimeoutError where the bot does not come to an end,
    and what the bot raises.
    """
    game = _game(slug)
    late = bool(game.quick_level) and monotonic() > hurry
    chosen = game.quick_level if late else level
    move, seconds = _bounded(lambda: game.bot(v, legal, random.Random(seed), chosen))
    return move, seconds, late


def advise(slug: str, v: View, legal: list[Move]) -> tuple[Move, str] | None:
    """The game's advice to a seat. Raises as ``decide`` does."""
    game = _game(slug)
    return _bounded(lambda: game.advice(v, legal))


def weigh(slug: str, asked: list[tuple[View, list[Move]]], seed: int) -> list[list[tuple[Move, float]]]:
    """What the moves of some positions are worth; of those that there is no time for: nothing.

    Raises as ``decide`` does.
    """
    game = _game(slug)
    found: list[list[tuple[Move, float]]] = [[] for _ in asked]

    def all_() -> None:
        for place, (v, legal) in enumerate(asked):
            values = game.values(v, legal, random.Random(f"{seed} {place}"))
            found[place] = [(move, float(value)) for move, value in values.items()]

    with suppress(TimeoutError):
        _bounded(all_)
    return found


def _game(slug: str) -> Game:
    game = registry.get(slug)
    if game is None:
        raise LookupError(slug)
    return game


def _bounded(think: Callable[[], T]) -> T:
    bounded = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not bounded:
        return think()
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        return think()
    except SystemExit as error:  # it would end whoever hears of it
        raise RuntimeError("the bot ends its process") from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_long(*_: Any) -> None:
    raise TimeoutError("the bot does not come to an end")
