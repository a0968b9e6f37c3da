"""Moves that a client might send by mistake or malice: legal elsewhere, mangled, or plain rubbish.

All of them have a verb, as all moves that come over the wire do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from compendium.rules import Move

JUNK = (None, -1, 0, 1, 2, 2**53 - 1, "", " ", "\x00", "ż", "0", "None", "*1", "x" * 40)
"""Parts that no rule expects; all of them fit in a frame."""
RUBBISH: tuple[Move, ...] = (("",), ("@",), ("play",), ("play", None), ("\x00",) * 8)

LONGEST = 8
"""Parts of the longest move that the wire takes."""
LONGEST_WORD = 40
LARGEST = 2**53


def fits_the_wire(move: Move) -> bool:
    """A verb of the game's own and at most seven more parts: short texts, whole numbers, or nothing."""
    if not isinstance(move, tuple) or not 0 < len(move) <= LONGEST:
        return False
    verb = move[0]
    return isinstance(verb, str) and bool(verb) and not verb.startswith("@") and all(map(_fits, move))


def _fits(part: object) -> bool:
    if type(part) is int:
        return abs(part) < LARGEST
    return part is None or (type(part) is str and len(part) <= LONGEST_WORD)


def strange(rng: random.Random, known: Sequence[Move], words: Sequence[str]) -> Move:
    """One such move. ``known`` are moves that were legal once, ``words`` are names of cards and zones."""
    if not known or rng.random() < 0.08:
        return rng.choice(RUBBISH)
    verb, *rest = rng.choice(known)
    place, kind = rng.randrange(len(rest) + 1), rng.random()
    if kind < 0.4 and words:
        rest[place : place + 1] = [rng.choice(words)]
    elif kind < 0.6:
        rest[place : place + 1] = [rng.choice(JUNK)]
    elif kind < 0.7:
        del rest[place:]
    elif kind < 0.8:
        verb = rng.choice(known)[0]
    return verb, *rest


def about(rng: random.Random, known: Sequence[Move], cards: Sequence[str], deck: frozenset[str]) -> Move:
    """A known move with one of these cards in place of the one that it names."""
    move = list(rng.choice(known))
    places = [place for place, part in enumerate(move) if part in deck]
    if places:
        move[rng.choice(places)] = rng.choice(cards)
    return tuple(move)
