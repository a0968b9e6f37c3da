"""The rule bot in the lottery: lay what makes way for own cards, hold back what makes way for the others'."""

from __future__ import annotations

from collections.abc import Sequence

from compendium.rules import View

from ..lottery import ABOVE, BELOW, RUN
from ..tricks import HAND

OTHERS = 0.3
"""What a card of the others beyond this one weighs against, where one's own weighs 1."""
NEXT = 0.5
"""The same, if theirs may be laid at once."""


def choose(v: View, choice: Sequence[str]) -> str:
    """The best card of those that may be laid: own cards waiting beyond it, less those of the others."""
    assert v.seat is not None
    hand = frozenset(v[HAND[v.seat]])
    return max(choice, key=lambda card: _value(v, hand, card))


def _value(v: View, hand: frozenset[str], card: str) -> float:
    run = v[RUN[card[1]]]
    value = 0.0
    for beyond, end in ((ABOVE, -1), (BELOW, 0)):
        if not run or beyond.get(run[end]) == card:
            waiting = _beyond(beyond, card)
            own = sum(each in hand for each in waiting)
            value += own - OTHERS * (len(waiting) - own)
            if waiting and waiting[0] not in hand:
                value -= NEXT
    return value


def _beyond(way: dict[str, str], card: str) -> list[str]:
    cards = []
    while card in way:
        card = way[card]
        cards.append(card)
    return cards
