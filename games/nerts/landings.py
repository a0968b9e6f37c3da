"""Cards that land on foundations: when each did, and the photo finish.

Times are kept in secret under the foundation's name: milliseconds on the table's clock, one for each of its
cards, bottom to top; None for cards that landed before this was kept. An ace begins the list anew.
"""

from __future__ import annotations

from typing import NamedTuple

from compendium.rules import Table
from compendium.rules.cards import deck_of

from .board import stands_for


class First(NamedTuple):
    """Whose card was first at a place, and when, if that is known."""

    who: int
    at: int | None


def land(t: Table, source: str, target: str, card: str) -> None:
    """Put a card on a foundation that takes it, or, if it is late, under the cards that followed its like."""
    times = _times(t, target)
    place = late_place(t, target, stands_for(t, card))
    if place is None:
        t.keep(target, [*times, t.now])
        t.move(source, target, card)
    else:
        t.keep(target, [*times[:place], t.now, *times[place:]])
        t.move(source, target, card, at=place)


def first(t: Table, target: str, card: str) -> First | None:
    """Who was first on a foundation with a card of this suit and rank, or a joker declared as one."""
    places = _alike(t, target, card)
    return First(deck_of(t.piles[target][places[0]]), _times(t, target)[places[0]]) if places else None


def late_place(t: Table, target: str, card: str) -> int | None:
    """Where a card, or what a joker stands for, lands, from the bottom, if it is late by no more than the
    photo finish allows.

    Its like, of other boards only, lie there already; the window runs from the first one's landing, its
    last millisecond included. None where no such card may land. Aces never meet: each opens
    a foundation of its own.
    """
    if not t.options.photo:
        return None
    places = _alike(t, target, card)
    if not places or any(deck_of(t.piles[target][place]) == deck_of(card) for place in places):
        return None
    landed = _times(t, target)[places[0]]
    return places[-1] + 1 if landed is not None and t.now - landed <= t.options.photo else None


def _alike(t: Table, target: str, card: str) -> list[int]:
    """The places of cards of the same suit and rank."""
    return [place for place, there in enumerate(t.piles[target]) if stands_for(t, there)[:2] == card[:2]]


def _times(t: Table, foundation: str) -> list[int | None]:
    """When the cards of a foundation landed, bottom to top."""
    there = len(t.piles[foundation])
    kept: list[int | None] = t.kept.get(foundation, [])
    return kept if len(kept) == there else [None] * there
