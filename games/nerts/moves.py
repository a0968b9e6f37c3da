"""Plays, runs and slides: which are allowed, and how they are carried out."""

from __future__ import annotations

from typing import Any, NamedTuple

from compendium.rules import Table
from compendium.rules.cards import ACE_LOW, deck_of

from .board import NEXT, TAKES, Board, foundation_set, foundations


class Effect(NamedTuple):
    """What a play was, for votes and for the stuck rule."""

    foundation: bool = False
    nerts: bool = False
    """A card left the Nerts pile."""
    waste: bool = False
    """A card left the waste."""

    @property
    def counts(self) -> bool:
        """Whether it was more than moving cards between work piles."""
        return self.foundation or self.nerts or self.waste


NOTHING = Effect()


def can_play(t: Table, b: Board, source: Any, target: Any, card: Any) -> bool:
    """A single card to a foundation, or a card and all that lie on it to a work pile."""
    piles = t.piles
    if source not in b.sources or not piles[source]:
        return False
    pile = piles[source]
    if target in b.work:
        if source == target or (card != pile[-1] and (source not in b.work or card not in pile)):
            return False
        return not piles[target] or card in TAKES[piles[target][-1]]
    if card != pile[-1] or type(target) is not str or target not in foundation_set(len(t.seats)):
        return False
    return bool(card[0] == "A" or (piles[target] and NEXT[piles[target][-1]] == card[:2]))


def can_slide(t: Table, b: Board, source: Any, target: Any, card: Any) -> bool:
    """With a gap, a single card under a work pile whose base may lie on it."""
    piles = t.piles
    if source not in b.sources or target not in b.work or source == target:
        return False
    if not piles[source] or not piles[target] or piles[source][-1] != card:
        return False
    return piles[target][0] in TAKES[card] and has_gap(t, b)


def has_gap(t: Table, b: Board) -> bool:
    """Whether a work pile is empty."""
    return not all(t.piles[name] for name in b.work)


def lands_late(t: Table, b: Board, source: Any, target: Any, card: Any) -> bool:
    """Whether a card of a play was in the air: a single one, for a place that the option names."""
    if source not in b.sources or not t.piles[source] or t.piles[source][-1] != card:
        return False
    return t.options.lands == "any" or target not in b.work


def play(t: Table, b: Board, source: str, target: str, card: str) -> Effect:
    """Carry out a play that is allowed. An ace for a foundation that is taken opens the next free one."""
    pile = t.piles[source]
    foundation = target not in b.work
    if foundation and t.piles[target] and card[0] == "A":
        target = next(name for name in foundations(len(t.seats)) if not t.piles[name])
    if pile[-1] == card:
        t.move(source, target, card)
    else:
        t.move(source, target, *pile[pile.index(card) :])
    return _left(t, b, source, foundation)


def slide(t: Table, b: Board, source: str, target: str, card: str) -> Effect:
    """Carry out a slide that is allowed."""
    t.move(source, target, card, at=0)
    return _left(t, b, source, False)


def _left(t: Table, b: Board, source: str, foundation: bool) -> Effect:
    """A card has left a zone: what that was, and the gap filled where the option says so."""
    if source == b.nerts:
        return Effect(foundation, nerts=True)
    if source == b.waste:
        return Effect(foundation, waste=True)
    if not t.piles[source] and t.options.gaps == "nerts" and t.piles[b.nerts]:
        t.move(b.nerts, source, t.piles[b.nerts][-1])
        return Effect(foundation, nerts=True)
    return Effect(foundation)


def misfit(t: Table, b: Board, verb: str, source: Any, target: Any, card: Any) -> tuple[str, dict[str, Any]]:
    """Code and arguments for a play or slide that is refused: the first thing that is wrong with it."""
    piles = t.piles
    foundation = type(target) is str and target in foundation_set(len(t.seats))
    if source not in b.sources or source == target or not (target in b.work or foundation):
        return "illegal", {}
    pile = piles[source]
    if verb == "slide":
        if foundation or not piles[target]:
            return "illegal", {}
        if not has_gap(t, b):
            return "no_gap", {}
    run = verb == "play" and source in b.work and target in b.work
    if not pile or (card not in pile if run else card != pile[-1]):
        return "not_top", {}
    if foundation:
        there, place = piles[target], ACE_LOW[card[0]] - 1
        if there and there[0][1] == card[1] and place < len(there):
            return "taken", {"who": deck_of(there[place])}
    return "does_not_fit", {}
