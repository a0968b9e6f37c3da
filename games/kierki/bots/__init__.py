"""Bots: each is given the view of its seat and its legal moves, and nothing else.

``normal`` plays by rules and counts cards; ``beginner`` does so half of the time, and forgets everything in
the other half. ``hard`` and ``expert`` play out what may be: for 50 ms and for 200 ms of computing; in the
lottery, where that tells nothing, they wait better.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from compendium.rules import Move, View

from ..deals import DEALS
from ..tricks import HAND
from . import avoid, blocking, greedy, memory, search, win

Policy = Callable[[View, list[Move], random.Random], Move]

LEVELS = {"beginner": "Beginner", "normal": "Normal", "hard": "Hard", "expert": "Expert"}
DEFAULT = QUICK = "normal"
BUDGETS = {"hard": search.Budget(250, seconds=0.05), "expert": search.Budget(1000, seconds=0.2)}
LEVEL_WORDS = {
    "beginner": "Forgets what was played half of the time",
    "normal": "Counts the cards",
    **{level: f"Counts, and looks ahead for {budget.seconds:g} s" for level, budget in BUDGETS.items()},
}
THINKING = (0.6, 1.4)
"""Seconds that every move seems to take, also where there is no choice: nobody is to see that."""
READING = (1.0, 2.0)
"""Seconds that a bot looks at the score before it is ready for the next deal."""


def bot(v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
    """A move, and the seconds it seems to take. What is certain is claimed: people need not sit it out."""
    seconds = rng.uniform(*(READING if v.turn is None else THINKING))
    if legal[-1] == ("claim",):
        return legal[-1], seconds
    return POLICIES[level](v, legal, rng), seconds


def rule(v: View, legal: list[Move], rng: random.Random) -> Move:
    """What the rules of good play say; no luck is drawn."""
    if len(legal) == 1:
        return legal[0]
    verb = legal[0][0]
    choice = [str(move[1]) for move in legal]
    if verb == "trump":
        return verb, win.name_trump(v[HAND[v.turn]], choice)
    if verb == "lay":
        return verb, blocking.choose(v, choice)
    play = win if DEALS[v.deal].trump else avoid
    return verb, play.choose(memory.recall(v), choice)


def beginner(v: View, legal: list[Move], rng: random.Random) -> Move:
    """Half of the time as good as the rules, half of the time without memory."""
    return (rule if rng.random() < 0.5 else greedy.move)(v, legal, rng)


def looking(level: str, budget: search.Budget | None = None) -> Policy:
    """A level that looks ahead, for as long as it does or for another while."""

    def move(v: View, legal: list[Move], rng: random.Random) -> Move:
        if legal[0][0] == "lay":
            return "lay", blocking.waiting(v, [str(move[1]) for move in legal])
        return search.choose(v, legal, rng, rule, budget or BUDGETS[level])

    return move


POLICIES: dict[str, Policy] = {
    "beginner": beginner,
    "normal": rule,
    **{level: looking(level) for level in BUDGETS},
}
