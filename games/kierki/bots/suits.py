"""Suits as bit masks, for bots that count: bit 0 is the two, bit 12 the ace."""

from __future__ import annotations

from functools import cache

from compendium.rules.cards import SUITS

from ..lottery import LOW_TO_HIGH

WHOLE_SUIT = (1 << 13) - 1
SUIT = {rank + suit: number for number, suit in enumerate(SUITS) for rank in LOW_TO_HIGH}
"""Card -> number of its suit, in the order of ``SUITS``."""
RANK = {rank + suit: place for suit in SUITS for place, rank in enumerate(LOW_TO_HIGH)}
"""Card -> 0 (two) to 12 (ace)."""
BIT = {card: 1 << rank for card, rank in RANK.items()}

Masks = list[int]
"""A mask for each suit."""


def masks(cards: tuple[str, ...]) -> Masks:
    """The cards as a mask for each suit."""
    held = [0, 0, 0, 0]
    for card in cards:
        held[SUIT[card]] |= BIT[card]
    return held


@cache
def ranks(mask: int) -> tuple[int, ...]:
    """The ranks in a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
