"""Who is stuck, by public knowledge only.

A board is free while a card that its stock would expose has not been seen since the shuffle. Otherwise it is
stuck if, in no layout that it can reach by moving runs, a card goes to a foundation, a card of the stock, the
waste or the Nerts pile fits on a work pile, or there is a gap for one. What a board hopes for is worked out
without the foundations, and remembered: others' plays then cost a look at the foundations only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from compendium.rules import Table

from .board import TAKES, board, wanted
from .stock import exposed

Layout = tuple[tuple[str, ...], ...]


def detect(t: Table, seats: Iterable[int], n: int) -> list[int]:
    """The boards that are stuck, when only those of ``seats`` can have changed; a flip turns ``n``."""
    stuck: list[int] = t.facts["stuck"]
    asked: set[str] | None = None
    for seat in seats:
        cards = hopes(t, seat, n)
        if cards is not None and asked is None:
            asked = wanted(t)
        now = cards is not None and asked is not None and cards.isdisjoint(asked)
        if now != (seat in stuck):
            stuck = sorted({*stuck, seat} if now else {*stuck} - {seat})
    return stuck


def hopes(t: Table, seat: int, n: int) -> frozenset[str] | None:
    """What a board could play to a foundation, rank and suit; None: it can go on whatever lies there."""
    b, piles = board(seat, t.options.piles), t.piles
    stock, unseen = piles[b.stock], t.facts[b.unseen]
    if unseen is None:
        if len(stock) >= n:
            return None
        unseen = range(len(stock))
    nerts = piles[b.nerts]
    return prospects(
        nerts[-1] if nerts else None,
        stock,
        piles[b.waste],
        tuple([piles[name] for name in b.work]),
        tuple([place for place in unseen if place < len(stock)]),
        n,
        t.options.leftover == "shown",
    )


@lru_cache(maxsize=4096)
def prospects(
    nerts: str | None,
    stock: tuple[str, ...],
    waste: tuple[str, ...],
    work: Layout,
    unseen: tuple[int, ...],
    n: int,
    shown: bool,
) -> frozenset[str] | None:
    """What ``hopes`` returns, from the cards alone; ``nerts`` is the Nerts pile's top."""
    spare = exposed(stock, waste, unseen, n, shown)
    if spare is None:
        return None
    if nerts is not None:
        spare.append(nerts)
    if spare and not all(work):
        return None
    seen = set(spare)
    held = frozenset(spare)
    for layout in _layouts(work):
        if layout is None:  # a gap: any card of the work piles can be laid bare by moving what lies on it
            if spare:
                return None
            seen.update(*work)
            break
        for pile in layout:
            if not held.isdisjoint(TAKES[pile[-1]]):
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
        for source, pile in enumerate(layout):
            for target, other in enumerate(layout):
                for card in TAKES[other[-1]]:
                    if source == target or card not in pile:
                        continue
                    place = pile.index(card)
                    if place == 0:
                        yield None
                        return
                    moved = list(layout)
                    moved[source], moved[target] = pile[:place], other + pile[place:]
                    after = tuple(sorted(moved))
                    if after not in found:
                        found.add(after)
                        fresh.append(after)
