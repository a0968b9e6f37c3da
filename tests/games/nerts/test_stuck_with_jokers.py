"""Stuck detection with jokers, against a search that makes the moves of the rules themselves."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from compendium.rules import Table
from compendium.rules.cards import deck, jokers
from games.nerts import game
from games.nerts.board import TAKES, wanted
from games.nerts.options import Options
from games.nerts.stuck import hopes

from .positions import after, layout, position

SMALL = [card for card in deck(0) if card[0] in "A23456"]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Work piles of runs in which jokers stand for cards, the stock empty, at most one card in the waste.

    Another board can go on, so that nothing ends the hand.
    """
    luck: random.Random = draw(st.randoms(use_true_random=False))
    left = luck.sample(SMALL, len(SMALL))
    wild = [joker for joker in jokers(0) if luck.random() < 0.8]
    work, became = [], {}
    for _ in range(4):
        run = [left.pop()]
        while luck.random() < 0.5 and (following := [card for card in TAKES[run[-1]] if card in left]):
            run.append(luck.choice(following))
            left.remove(run[-1])
        if wild and luck.random() < 0.5:
            place = luck.randrange(len(run))
            became[wild[-1]], run[place] = run[place], wild[-1]
            if place == len(run) - 1 and luck.random() < 0.3:
                del became[wild[-1]]
            wild.pop()
        work.append(" ".join(run))
    spare = [[left.pop()] if luck.random() < 0.7 else [], [left.pop()] if luck.random() < 0.7 else []]
    if wild and luck.random() < 0.2:
        spare[0] = wild
    board = layout(n=" ".join(spare[0]), s="", v=" ".join(spare[1]), w=",".join(work))
    tops = ", ".join(card for card in luck.sample(SMALL, 3) if card[0] != "A")
    return position(board, layout(), f=tops, options=Options(jokers="two"), jokers=became)


def stuck_by_the_rules(t: Table) -> bool:
    """Whether runs can be moved to no layout with a play that is not a run's."""
    fresh, found = [t], {_layout(t)}
    while fresh:
        now = fresh.pop()
        gap = any(not now[f"w0.{k}"] for k in range(4))
        if gap and (now["n0"] or now["v0"]):
            return False
        for move in ([str(word) for word in one] for one in game.legal(now, 0)):
            if move[0] == "play" and (move[1][0] != "w" or move[2][0] == "f"):
                return False
            if move[0] == "play":
                then = after(now, 0, *move)
                if _layout(then) not in found:
                    found.add(_layout(then))
                    fresh.append(then)
    return True


def _layout(t: Table) -> tuple[object, ...]:
    return tuple(sorted(t[f"w0.{k}"] for k in range(4))), tuple(sorted(t.jokers.items()))


@settings(max_examples=150, deadline=None)
@given(tables())
def test_it_finds_what_a_search_by_the_rules_finds(t: Table) -> None:
    cards = hopes(t, 0, 3)
    assert (cards is not None and cards.isdisjoint(wanted(t))) == stuck_by_the_rules(t)


def test_a_joker_that_has_become_a_card_can_be_stuck() -> None:
    board = layout(n="5S", s="", v="", w="KS, KC, *1, QC")
    t = position(board, options=Options(jokers="two"), jokers={"*10": "TC0"})
    assert hopes(t, 0, 3) is not None
    assert stuck_by_the_rules(t)
    t = position(board, options=Options(jokers="two"), jokers={})
    assert hopes(t, 0, 3) is None
    assert not stuck_by_the_rules(t)
