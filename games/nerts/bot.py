"""A bot's play: one plain level so far."""

from __future__ import annotations

import random
from collections.abc import Iterable

from compendium.rules import Move, View

from .board import NEXT, foundations

LEVELS = {"normal": "Normal"}
PACE = 1.5
"""Seconds a move."""
FLIP_PACE = 0.65
"""A flip takes that part of it."""
VOTE_CHANCE = 0.05
"""How soon, instead of a flip, it gives up looking when all others have."""


def choose(v: View, legal: list[Move], rng: random.Random) -> tuple[Move, float]:
    """A move, and the seconds it takes: the Nerts pile and foundations first, then the waste, then a flip."""
    groups: dict[str, list[Move]] = {}
    for move in legal:
        groups.setdefault(_kind(v, move), []).append(move)
    for kind in ("call", "first", "waste", "helps"):
        if kind in groups:
            return rng.choice(groups[kind]), PACE
    others = set(v.seats) - {v.seat, *v.facts["stuck"], *v.facts["voted"]}
    if "stuck" in groups and not others and rng.random() < VOTE_CHANCE:
        return ("stuck",), PACE
    for kind in ("ready", "flip", "stuck"):
        if kind in groups:
            return groups[kind][0], PACE * (FLIP_PACE if kind == "flip" else 1)
    return rng.choice(legal), PACE


def _kind(v: View, move: Move) -> str:
    """What a move is good for; the verb itself where it is no play."""
    verb, *rest = move
    if verb not in ("play", "slide"):
        return str(verb)
    source, target, card = (str(one) for one in rest)
    if target[0] == "f" or source[0] == "n":
        return "first"
    if source[0] == "v":
        gap_for_nerts = v[f"n{v.seat}"][0] and not v[target]
        return "other" if gap_for_nerts else "waste"
    return "helps" if verb == "play" and _helps(v, source, target, card) else "other"


def _helps(v: View, source: str, target: str, card: str) -> bool:
    """Whether a run is worth moving: it makes a gap, or lays a card bare that a foundation takes."""
    pile = v[source]
    if card == pile[0]:
        return bool(v[target])
    return _on_foundation(v, pile[pile.index(card) - 1])


def _on_foundation(v: View, card: str) -> bool:
    tops: Iterable[str] = (v[name][-1] for name in foundations(len(v.seats)) if v[name])
    return card[0] == "A" or any(NEXT[top] == card[:2] for top in tops)
