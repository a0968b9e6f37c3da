"""Jokers: what one has become, and what has to be said of one when it is played or a card is put on it.

A joker is *free* while it has not been covered: it goes to any foundation as the next card, or as an ace
that opens one, and to any work pile; lying on a card it stands for one rank lower. Covered it becomes a card,
until it goes to a foundation as that card; on a foundation it stays what it was declared to be.

Fact: ``jokers``, of tables that have some, joker -> card it has become, both with the deck's digit:
``{"*10": "7H0"}``. Free jokers are not in it. Moves name what a joker becomes without the digit: ``"7H"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compendium.rules import Cards, Table, View
from compendium.rules.cards import SUITS

from .board import NEXT, OVER, TAKES, Board, foundation_set, ranks, stands_for
from .landings import late_place

NO_CHOICE: Cards = ()


def is_free(card: str) -> bool:
    """Whether what ``stands_for`` says is a joker that has not become a card."""
    return card[0] == "*"


def all_stand_for(t: Table | View, cards: Iterable[str]) -> Cards:
    """Cards of a pile with what its jokers have become in their place."""
    return tuple([stands_for(t, card) for card in cards])


def may_play(t: Table, b: Board, source: str, target: str, card: str, became: object) -> bool:
    """Whether a card that is exposed, or the base of a run, goes to a pile, with what is said of a joker.

    Of a free joker for a foundation it must be said what it is; of one that is covered it may be.
    """
    if target in b.work:
        return _agrees(on_pile(t, t.piles[target], card), became)
    if target not in foundation_set(t):
        return False
    return _is_said(on_foundation(t, target, card), became)


def may_slide(t: Table, target: str, card: str, became: object) -> bool:
    """The same for a card to be put under a work pile."""
    return _agrees(under_pile(t, t.piles[target], card), became)


def on_foundation(t: Table, target: str, card: str) -> Cards | None:
    """What a free joker may be declared as; nothing for other cards that fit, None for those that do not."""
    pile, one = t.piles[target], stands_for(t, card)
    following = NEXT[stands_for(t, pile[-1])] if pile else ""
    if not is_free(one):
        fits = one[0] == "A" or one[:2] == following or late_place(t, target, one) is not None
        return NO_CHOICE if fits else None
    deck = card[2:]
    late = {stands_for(t, there)[:2] + deck: None for there in pile[1:]} if t.options.photo else {}
    return (
        *([following + deck] if following and following[0] in ranks(t.options) else ()),
        *("A" + suit + deck for suit in SUITS),
        *(like for like in late if late_place(t, target, like) is not None),
    )


def on_pile(t: Table, pile: Cards, card: str) -> Cards | None:
    """What a free joker on a work pile may become when a card is put on it, the usual first; or as above."""
    if not pile:
        return NO_CHOICE
    one, top = stands_for(t, card), stands_for(t, pile[-1])
    if not is_free(top):
        fits = top[0] != "A" if is_free(one) else one in TAKES[top]
        return NO_CHOICE if fits else None
    by_position = TAKES[stands_for(t, pile[-2])] if len(pile) > 1 else None
    if is_free(one):  # only on a joker whose rank is fixed, and not on an ace
        return tuple(c for c in by_position or () if c[0] != "A") or None
    over = _over(t, one)
    return tuple(c for c in over if by_position is None or c in by_position) or None


def under_pile(t: Table, pile: Cards, card: str) -> Cards | None:
    """What a free joker becomes when it is put under a work pile; else as above."""
    one, base = stands_for(t, card), stands_for(t, pile[0])
    if is_free(base):
        return NO_CHOICE if one[0] not in "*A" else None
    if is_free(one):
        return _over(t, base) or None
    return NO_CHOICE if base in TAKES[one] else None


def settled(t: Table, verb: str, target: str, card: str, became: str | None) -> dict[str, str]:
    """The jokers that an allowed move makes into cards; asked before it is carried out."""
    pile = t.piles[target]
    if target[0] == "f":
        choices, joker = on_foundation(t, target, card), card
    elif verb == "slide":
        choices, joker = under_pile(t, pile, card), card
    else:
        choices, joker = on_pile(t, pile, card), pile[-1] if pile else ""
    if not choices:
        return {}
    return {joker: choices[0] if became is None else became + joker[2:]}


def ways(t: Table, b: Board, verb: str, target: str, card: str) -> Iterator[tuple[str, ...]]:
    """What may be said when a card goes to a pile: nothing, or what a joker becomes."""
    pile = t.piles[target]
    if target not in b.work:
        choices = on_foundation(t, target, card)
    else:
        choices = under_pile(t, pile, card) if verb == "slide" else on_pile(t, pile, card)
    if choices is None:
        return
    if not choices or target in b.work:
        yield ()
    yield from ((choice[:2],) for choice in choices)


def _over(t: Table, card: str) -> Cards:
    return tuple(c for c in OVER[card] if c[0] in ranks(t.options))


def _agrees(choices: Cards | None, became: object) -> bool:
    """Whether it fits, and what is said of a joker, if anything, is one of the choices."""
    return choices is not None and (became is None or any(c[:2] == became for c in choices))


def _is_said(choices: Cards | None, became: object) -> bool:
    """The same where it has to be said."""
    return choices is not None and (any(c[:2] == became for c in choices) if choices else became is None)
