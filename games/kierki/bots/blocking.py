"""The rule bot in the lottery: lay what makes way for own cards, hold back what makes way for the others'."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from compendium.rules import View

from ..lottery import ABOVE, BELOW, RUN
from ..tricks import HAND

OTHERS = 0.3
"""What a card of the others beyond this one weighs against, where one's own weighs 1."""
NEXT = 0.5
"""The same, if theirs may be laid at once."""
Worth = Callable[[list[bool]], float]
"""What a way is worth that a card makes: for each card along it whether it is one's own."""


def choose(v: View, choice: Sequence[str]) -> str:
    """The best card of those that may be laid: own cards waiting beyond it, less those of the others."""
    return _best(v, choice, _less_others)


def waiting(v: View, choice: Sequence[str]) -> str:
    """The same, but what the others hold before one's own last card is to come soon: it must come first."""
    return _best(v, choice, _others_first)


def ways(v: View, card: str) -> Iterator[list[str]]:
    """The cards beyond this one, nearest first, up and down: both ways where it opens a suit."""
    run = v[RUN[card[1]]]
    for beyond, end in ((ABOVE, -1), (BELOW, 0)):
        if not run or beyond.get(run[end]) == card:
            yield _beyond(beyond, card)


def _best(v: View, choice: Sequence[str], worth: Worth) -> str:
    assert v.seat is not None
    hand = frozenset(v[HAND[v.seat]])
    return max(choice, key=lambda card: sum(worth([each in hand for each in way]) for way in ways(v, card)))


def _less_others(mine: list[bool]) -> float:
    own = sum(mine)
    return own - OTHERS * (len(mine) - own) - NEXT * (mine[:1] == [False])


def _others_first(mine: list[bool]) -> float:
    last = max((at for at, own in enumerate(mine) if own), default=-1)
    before = mine[: last + 1].count(False)
    return _less_others(mine) + 2 * OTHERS * before


def _beyond(way: dict[str, str], card: str) -> list[str]:
    cards = []
    while card in way:
        card = way[card]
        cards.append(card)
    return cards
