"""How bots play: five levels, which differ in how fast they are and how much they overlook.

Everybody can see what is to be done; who plays well does it sooner. So all levels choose alike: a card of the
Nerts pile or for a foundation, then the waste, then a run that opens something, then a flip.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from compendium.rules import Move, View

from .board import NEXT, TAKES, foundations, stands_for


class Level(NamedTuple):
    """A title, the seconds that a move takes on average, and the chance to overlook a move at a look."""

    title: str
    pace: float
    overlooks: float

    @property
    def words(self) -> str:
        """The same for people."""
        return f"A move every {self.pace:g} s, overlooks {self.overlooks:.0%}"


LEVELS = {
    "beginner": Level("Beginner", 2.3, 0.35),
    "easy": Level("Easy", 1.85, 0.25),
    "normal": Level("Normal", 1.5, 0.15),
    "hard": Level("Hard", 1.2, 0.10),
    "expert": Level("Expert", 0.95, 0.05),
}
"""Weakest first."""
DEFAULT = "normal"

FLIP = 0.65
"""A flip takes that part of a move's time."""
SPREAD = 0.25
"""By what part of itself a time may be longer or shorter."""
READING = (1.0, 2.0)
"""Seconds until a bot is ready, whatever its level."""

FIRST, WASTE, RUN, USELESS = range(4)


def bot(v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
    """A move, and the seconds it takes."""
    how = LEVELS[level]
    move = choose(v, legal, rng, how.overlooks)
    if move[0] == "ready":
        return move, rng.uniform(*READING)
    pace = how.pace * (FLIP if move[0] == "flip" else 1)
    return move, pace * rng.uniform(1 - SPREAD, 1 + SPREAD)


def choose(v: View, legal: list[Move], rng: random.Random, overlooks: float = 0) -> Move:
    """The best move that is not overlooked, else a flip, else a vote."""
    for move in legal:
        if move[0] in ("call", "ready"):
            return move
    plays = _plays(v, legal)
    if noticed := [play for play in plays if rng.random() >= overlooks]:
        return _best(noticed, rng)
    others = {str(move[0]): move for move in legal if move[0] in ("flip", "stuck", "shift")}
    if "shift" in others and not plays:
        return others["shift"]
    if "stuck" in others and not plays and ("flip" not in others or was_in_vain(v)):
        return others["stuck"]
    if "flip" in others:
        return others["flip"]
    return _best(plays, rng) if plays else rng.choice(legal)


def was_in_vain(v: View) -> bool:
    """Whether a pass through the stock is over, and another would bring nothing that goes anywhere."""
    stock, waste = v[f"s{v.seat}"], v[f"v{v.seat}"]
    n = 1 if v.facts["single"] else v.options.flip
    turns_up = stock >= n or (stock and (v.options.leftover == "shown" or stock + len(waste) < n))
    brings_unseen = (stock + len(waste)) // n > len(waste) // n
    if turns_up or brings_unseen:
        return False
    work = [v[f"w{v.seat}.{i}"] for i in range(v.options.piles)]
    return not any(
        _on_foundation(v, card) or any(not pile or card in TAKES[stands_for(v, pile[-1])] for pile in work)
        for card in waste[n - 1 :: n]
    )


class _Play(NamedTuple):
    """What a move is good for, how good its target is, and the move."""

    use: int
    place: int
    move: Move


def _plays(v: View, legal: list[Move]) -> list[_Play]:
    """The moves that are good for anything; an ace has but one foundation to go to."""
    opened = next((name for name in foundations(v) if not v[name]), None)
    plays = []
    for move in legal:
        if move[0] not in ("play", "slide"):
            continue
        verb, source, target, card, *became = map(str, move)
        use = _use(v, verb, source, target, card)
        opens = target[0] == "f" and (became[0] if became else stands_for(v, card))[0] == "A"
        if use != USELESS and (not opens or target == opened):
            plays.append(_Play(use, _place(v, verb, target, opens and card[0] == "*"), move))
    return plays


def _best(plays: list[_Play], rng: random.Random) -> Move:
    """Any card that is good for the most important thing, to its best place."""
    use = min(play.use for play in plays)
    useful = [play for play in plays if play.use == use]
    card = rng.choice(useful).move[3]
    return min((play for play in useful if play.move[3] == card), key=lambda play: play.place).move


def _use(v: View, verb: str, source: str, target: str, card: str) -> int:
    """What a move is good for. A gap is the Nerts pile's, and a run goes where that opens something."""
    nerts: list[int] = v[f"n{v.seat}"]
    if target[0] == "f" or source[0] == "n":
        return FIRST
    if source[0] == "v":
        return USELESS if nerts[0] and not v[target] else WASTE
    return RUN if verb == "play" and _opens(v, source, target, card) else USELESS


def _place(v: View, verb: str, target: str, joker_opens: bool) -> int:
    """The better a target, the lower: a foundation, one that a joker opens, a work pile, under one, a gap."""
    if target[0] == "f":
        return int(joker_opens)
    if verb == "slide":
        return 3
    return 2 if v[target] else 4


def _opens(v: View, source: str, target: str, card: str) -> bool:
    """Whether moving a run makes a gap, or lays bare a card that a foundation takes.

    It cannot make a place for another card: that card could go where the run goes.
    """
    pile = v[source]
    if card == pile[0]:
        return bool(v[target])
    return _on_foundation(v, pile[pile.index(card) - 1])


def _on_foundation(v: View, card: str) -> bool:
    one = stands_for(v, card)
    tops = (stands_for(v, v[name][-1]) for name in foundations(v) if v[name])
    return one[0] in "A*" or any(NEXT[top] == one[:2] for top in tops)
