"""Who is stuck, by public knowledge only.

A board is free while a card that its stock would expose has not been seen since the shuffle. Otherwise it
is stuck if, in no layout that it can reach by moving runs, a card goes to a foundation, a card of the
stock, the waste or the Nerts pile (a *spare* card) fits on a work pile, or there is a gap for one. What a
board hopes for is worked out without the foundations: nearly always it is free whatever lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from compendium.rules import Cards, Table

from .board import TAKES, Board, board, wanted
from .jokers import all_stand_for, is_free
from .stock import exposed

Layout = tuple[tuple[str, ...], ...]


def detect(t: Table, seats: Iterable[int], n: int) -> list[int]:
    """The boards that are stuck, when only those of ``seats`` can have changed; a flip turns ``n``."""
    stuck: list[int] = t.facts["stuck"]
    asked: set[str] | None = None
    for seat in seats:
        cards = hopes(t, seat, n)
        if cards is None:
            if seat in stuck:
                stuck = [other for other in stuck if other != seat]
            continue
        if asked is None:
            asked = wanted(t)
        if cards.isdisjoint(asked) != (seat in stuck):
            stuck = sorted({*stuck} ^ {seat})
    return stuck


def hopes(t: Table, seat: int, n: int) -> frozenset[str] | None:
    """What a board could play to a foundation, rank and suit; None: it can go on whatever lies there."""
    b, piles = board(seat, t.options.piles), t.piles
    stock, unseen = piles[b.stock], t.facts[b.unseen]
    if unseen is None:
        if len(stock) >= n:
            return None
        unseen = range(len(stock))
    if _can_play_at_once(piles, b):
        return None
    spare = exposed(stock, piles[b.waste], unseen, n, t.options.leftover == "shown")
    if spare is None:
        return None
    if piles[b.nerts]:
        spare.append(piles[b.nerts][-1])
    work = tuple([piles[name] for name in b.work])
    if t.options.jokers == "two":
        work = tuple([all_stand_for(t, pile) for pile in work])
        if any(is_free(card) for card in (*spare, *(pile[-1] for pile in work if pile))):
            return None  # it may open a foundation
    return prospects(work, spare)


def _can_play_at_once(piles: Mapping[str, Cards], b: Board) -> bool:
    """Whether what lies on the Nerts pile or the waste goes to a work pile: nearly always the answer."""
    nerts, waste = piles[b.nerts], piles[b.waste]
    if not (nerts or waste):
        return False
    one, other = nerts[-1] if nerts else "", waste[-1] if waste else ""
    for name in b.work:
        if not (pile := piles[name]):
            return True
        takes = TAKES.get(pile[-1], ())
        if one in takes or other in takes:
            return True
    return False


def prospects(work: Layout, spare: list[str]) -> frozenset[str] | None:
    """What ``hopes`` returns, from the work piles and the spare cards."""
    fitting: set[str] = set()
    for pile in work:
        if pile:
            fitting.update(TAKES[pile[-1]])
        elif spare:
            return None
    if not fitting.isdisjoint(spare):
        return None
    return _search(work, tuple(spare))


@lru_cache(maxsize=4096)
def _search(work: Layout, spare: tuple[str, ...]) -> frozenset[str] | None:
    """The same, through all layouts."""
    seen = set(spare)
    for layout in _layouts(work):
        if layout is None:  # a gap: any card of the work piles can be laid bare by moving what lies on it
            if spare:
                return None
            seen.update(*work)
            break
        for pile in layout:
            if any(card in spare for card in TAKES[pile[-1]]):
                return None
            seen.add(pile[-1])
    if any(card[0] == "A" for card in seen):
        return None
    return frozenset([card[:2] for card in seen])


def _layouts(work: Layout) -> Iterator[Layout | None]:
    """The layouts without a gap that run moves lead to; None where one with a gap is reached."""
    if not all(work):
        yield None
        return
    found = {tuple(sorted(work))}
    fresh = list(found)
    while fresh:
        layout = fresh.pop()
        yield layout
        for after in _run_moves(layout):
            if not all(after):
                yield None
                return
            if after not in found:
                found.add(after)
                fresh.append(after)


def _run_moves(layout: Layout) -> Iterator[Layout]:
    """The layouts that one run move leads to, to piles that are not empty; piles in order."""
    for target, other in enumerate(layout):
        for card in TAKES[other[-1]]:
            for source, pile in enumerate(layout):
                if card in pile:
                    place = pile.index(card)
                    moved = list(layout)
                    moved[source], moved[target] = pile[:place], other + pile[place:]
                    yield tuple(sorted(moved))
