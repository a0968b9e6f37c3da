"""Plays, runs and slides: which are allowed, and how they are carried out."""

from __future__ import annotations

from typing import Any, NamedTuple

from compendium.rules import Table

from . import jokers, landings
from .board import NEXT, TAKES, Board, foundation_set, foundations, stands_for


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


def can_play(t: Table, b: Board, source: Any, target: Any, card: Any, became: Any = None) -> bool:
    """A single card to a foundation, or a card and all that lie on it to a work pile.

    ``became`` is what a joker becomes by it, see ``jokers``.
    """
    piles = t.piles
    if source not in b.sources or not piles[source]:
        return False
    pile = piles[source]
    if target in b.work:
        if source == target or (card != pile[-1] and (source not in b.work or card not in pile)):
            return False
        if t.options.jokers == "two":
            return jokers.may_play(t, b, source, target, card, became)
        return became is None and (not piles[target] or card in TAKES[piles[target][-1]])
    if card != pile[-1] or type(target) is not str or target not in foundation_set(t):
        return False
    if t.options.jokers == "two":
        return jokers.may_play(t, b, source, target, card, became)
    if became is not None:
        return False
    if card[0] == "A" or (piles[target] and NEXT[piles[target][-1]] == card[:2]):
        return True
    return landings.late_place(t, target, card) is not None


def can_slide(t: Table, b: Board, source: Any, target: Any, card: Any, became: Any = None) -> bool:
    """With a gap, a single card under a work pile whose base may lie on it."""
    piles = t.piles
    if source not in b.sources or target not in b.work or source == target:
        return False
    if not piles[source] or not piles[target] or piles[source][-1] != card:
        return False
    if t.options.jokers == "two":
        return jokers.may_slide(t, target, card, became) and has_gap(t, b)
    return became is None and piles[target][0] in TAKES[card] and has_gap(t, b)


def has_gap(t: Table, b: Board) -> bool:
    """Whether a work pile is empty."""
    return not all(t.piles[name] for name in b.work)


def lands_late(t: Table, b: Board, source: Any, target: Any, card: Any, became: Any = None) -> bool:
    """Whether a card of a play was in the air: a single one, for a place that the option names."""
    if source not in b.sources or not t.piles[source] or t.piles[source][-1] != card:
        return False
    return t.options.lands == "any" or target not in b.work


def play(t: Table, b: Board, source: str, target: str, card: str, became: str | None = None) -> Effect:
    """Carry out a play that is allowed. An ace opens the first free foundation, wherever it was aimed."""
    pile = t.piles[source]
    foundation = target not in b.work
    if t.options.jokers == "two":
        _settle_jokers(t, "play", target, card, became)
    if foundation:
        if stands_for(t, card)[0] == "A":
            target = next(name for name in foundations(t) if not t.piles[name])
        landings.land(t, source, target, card)
    elif pile[-1] == card:
        t.move(source, target, card)
    else:
        t.move(source, target, *pile[pile.index(card) :])
    return _left(t, b, source, foundation)


def slide(t: Table, b: Board, source: str, target: str, card: str, became: str | None = None) -> Effect:
    """Carry out a slide that is allowed."""
    if t.options.jokers == "two":
        _settle_jokers(t, "slide", target, card, became)
    t.move(source, target, card, at=0)
    return _left(t, b, source, False)


def _settle_jokers(t: Table, verb: str, target: str, card: str, became: str | None) -> None:
    if news := jokers.settled(t, verb, target, card, became):
        t.set(jokers={**t.facts["jokers"], **news})


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


def misfit(
    t: Table, b: Board, verb: str, source: Any, target: Any, card: Any, became: Any = None
) -> tuple[str, dict[str, Any]]:
    """Code and arguments for a play or slide that is refused: the first thing that is wrong with it.

    ``taken`` says ``who`` was first and, where that is known, ``by`` how many milliseconds.
    """
    piles = t.piles
    foundation = type(target) is str and target in foundation_set(t)
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
        one = stands_for(t, card)
        if jokers.is_free(one):
            if became is None:
                return "undeclared", {}
            one = f"{became}{card[2:]}"
        first = landings.first(t, target, one)
        if first is not None:
            by = {} if first.at is None else {"by": t.now - first.at}
            return "taken", {"who": first.who, **by}
    return "does_not_fit", {}
