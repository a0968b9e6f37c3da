"""The little lottery (elsewhere: Fan Tan): four runs of cards, opened in the middle, built up and down."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from compendium.rules import Cards, Table
from compendium.rules.cards import SUITS

from .options import Options
from .tricks import HAND

LOW_TO_HIGH = "23456789TJQKA"
RUN = {suit: f"r{suit}" for suit in SUITS}
FIRST = "7D"
"""The card that is laid first where the option ``opening`` is ``seven_of_diamonds``."""
ABOVE = {a + suit: b + suit for suit in SUITS for a, b in pairwise(LOW_TO_HIGH)}
BELOW = {above: below for below, above in ABOVE.items()}
NO_CARD = ""


def opener(options: Options) -> str:
    """The rank that opens a suit."""
    return "8" if options.opening == "eight" else "7"


def openings(runs: Mapping[str, Sequence[str]], options: Options) -> set[str]:
    """The cards that the runs (suit -> cards, low to high) have a place for."""
    if options.opening == "seven_of_diamonds" and not any(runs.values()):
        return {FIRST}
    fit = set()
    for suit, run in runs.items():
        if run:
            fit.add(ABOVE.get(run[-1], NO_CARD))
            fit.add(BELOW.get(run[0], NO_CARD))
        else:
            fit.add(opener(options) + suit)
    return fit


def open_places(t: Table) -> set[str]:
    """The cards that may be laid now by whoever holds them."""
    return openings({suit: t[zone] for suit, zone in RUN.items()}, t.options)


def layable(t: Table, seat: int) -> Cards:
    """The cards that a seat may lay when it is its turn."""
    fit = open_places(t)
    return tuple([card for card in t[HAND[seat]] if card in fit])


def next_to_lay(t: Table, first: int, finished: Collection[int]) -> tuple[int, list[int]]:
    """Who lays next, looking clockwise from ``first``, and who is passed before that.

    Somebody always can: the next card of some run, or one that opens a suit, is in one of the hands left.
    """
    fit = open_places(t)
    passed: list[int] = []
    for seat in (*t.seats[first:], *t.seats[:first]):
        if seat not in finished:
            if not fit.isdisjoint(t[HAND[seat]]):
                return seat, passed
            passed.append(seat)
    raise RuntimeError("nobody can lay a card")
