"""Stock and waste: flips, recycling, rotation, and what everybody knows of a stock's order.

A stock's cards become known when they are flipped. Which have not been seen since the shuffle is a fact,
``u0`` for seat 0: None while no card that still lies in the stock has been, else their places from the
bottom. Places that the stock no longer reaches are ignored, so that a flip need not change the fact.
"""

from __future__ import annotations

from collections.abc import Sequence

from compendium.rules import Table

from .board import Board


def step(t: Table) -> int:
    """How many cards a flip turns at present."""
    return 1 if t.facts["single"] else int(t.options.flip)


def can_flip(t: Table, b: Board) -> bool:
    """Whether there is anything to flip or recycle.

    A flip's worth of cards goes round for ever; fewer are turned up once.
    """
    return bool(t.piles[b.stock]) or len(t.piles[b.waste]) >= step(t)


def flip(t: Table, b: Board) -> None:
    """Turn cards of the stock up; when too few are left, recycle instead and show nothing."""
    stock, n = len(t.piles[b.stock]), step(t)
    if stock >= n:
        t.deal(b.stock, b.waste, n)
    elif stock and (t.options.leftover == "shown" or stock + len(t.piles[b.waste]) < n):
        t.deal(b.stock, b.waste, stock)
    else:
        recycle(t, b)


def recycle(t: Table, b: Board) -> None:
    """Turn the waste over onto what is left of the stock, which so lies at the bottom."""
    unseen = unseen_places(t, b)
    if unseen != t.facts[b.unseen]:
        t.set(**{b.unseen: unseen})
    t.move(b.waste, b.stock, *reversed(t.piles[b.waste]))


def rotate(t: Table, b: Board) -> None:
    """The stuck rule: recycle, then the stock's top card goes to its bottom."""
    if t.piles[b.waste]:
        recycle(t, b)
    stock = t.piles[b.stock]
    if len(stock) < 2:
        return
    t.move(b.stock, b.stock, stock[-1], at=0)
    unseen = t.facts[b.unseen]
    if unseen:
        t.set(**{b.unseen: sorted((place + 1) % len(stock) for place in unseen)})


def unseen_places(t: Table, b: Board) -> list[int]:
    """Places from the bottom of the stock's cards that nobody has seen since the shuffle."""
    stock, unseen = len(t.piles[b.stock]), t.facts[b.unseen]
    return list(range(stock)) if unseen is None else [place for place in unseen if place < stock]


def exposed(
    stock: Sequence[str], waste: Sequence[str], unseen: Sequence[int], n: int, shown: bool
) -> list[str] | None:
    """The waste's top, what the rest of this pass would expose, and what one fresh pass would.

    ``unseen`` are places as above, ``n`` is the size of a flip, ``shown``: leftover cards are turned up too.
    None if one of these cards has not been seen since the shuffle. A card may be named twice.
    """
    held, total = len(stock), len(stock) + len(waste)
    last_too = shown or total < n
    if unseen and held:
        hidden = set(unseen)
        this_pass, fresh_pass = range(held % n, held, n), range(total % n, held, n)
        if (last_too and 0 in hidden) or not (hidden.isdisjoint(this_pass) and hidden.isdisjoint(fresh_pass)):
            return None
    cards = list(waste[n - 1 :: n])
    if waste:
        cards.append(waste[-1])
    if held >= n:
        cards += stock[held - n :: -n]
    first = held - 1 - (held - 1 - total) % n  # the highest place that a fresh pass ends a flip on
    if first >= 0:
        cards += stock[first::-n]
    if last_too and stock:
        cards.append(stock[0])
    return cards
