"""Looking ahead: deal what is hidden as it may be, play each card, and go on as the rule bot would.

All that is used is a seat's view. The hidden cards are dealt many times (``worlds``), for every card that may
be played the rest of the deal is played out by tables of the rule bot's policy (``avoiding``, ``winning``),
and the points are compared world by world. The rule bot's own move is kept unless another is clearly better.
Trump is named likewise. In the lottery looking ahead adds nothing (``blocking`` plays it).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf, sqrt
from time import thread_time
from typing import NamedTuple

from compendium.rules import Move, View
from compendium.rules.cards import SUITS

from ..deals import DEALS
from ..tricks import HAND
from . import losing, taking
from .avoid import COST
from .avoiding import Avoiding
from .memory import NO_SUIT, Position, recall
from .suits import BIT, RANK, SUIT, masks
from .winning import Winning
from .worlds import Worlds, unseen_dealt

WORLDS = 100
"""Worlds for ``values``, where nothing else is said."""
CLEARLY = 0.25
"""Standard errors by which another move must be better than the rule bot's."""
FEWEST = 4
"""Worlds without which nothing can be said."""
LEAST = 12
"""Worlds before a move may be dropped."""
HOPELESS = 2.0
"""Standard errors behind another at which a move is dropped."""
Rule = Callable[[View, list[Move], random.Random], Move]
Trial = Callable[[Move], float]
"""The points of a move in one world."""


class Budget(NamedTuple):
    """How long to look ahead: worlds at most, and seconds of this thread's processor time."""

    worlds: int
    seconds: float = inf


def values(v: View, legal: Sequence[Move], rng: random.Random, worlds: int = WORLDS) -> dict[Move, float]:
    """What each move of the seat to act is worth: the points of this deal, those taken so far not counted.

    It is what the seat would get on average over ``worlds`` deals of the hidden cards, each as likely as any
    other that fits what the seat knows, if all then played as the rule bot does; negative in deals 1-7. About
    1 ms for a world at the beginning of a deal, 0.1 ms at its end. Empty in the lottery, and for ``ready``.
    """
    look = _look(v, legal)
    if look is None:
        return {}
    totals = dict.fromkeys(look.moves, 0.0)
    for _ in range(worlds):
        trial = look.world(rng)
        for move in totals:
            totals[move] += trial(move)
    return {move: totals[look.same[move]] / worlds for move in legal}


def choose(v: View, legal: list[Move], rng: random.Random, rule: Rule, budget: Budget) -> Move:
    """The rule bot's move, or one that is clearly better after as many worlds as the budget allows."""
    ends = thread_time() + budget.seconds
    usual = rule(v, legal, rng)
    losing.bound()
    taking.bound()
    look = _look(v, legal)
    if look is None or len(look.moves) == 1:
        return usual
    usual = look.same[usual]
    return _race(look, usual, rng, budget.worlds, ends)


class Look:
    """The moves of one decision that differ, and worlds to try them in."""

    moves: list[Move]
    same: dict[Move, Move]
    """Each legal move -> the one of ``moves`` that does the same."""

    def world(self, rng: random.Random) -> Trial:
        """Another deal of the hidden cards; what a move brings in it."""
        raise NotImplementedError


class Playing(Look):
    """A card is to be played."""

    def __init__(self, v: View, legal: Sequence[Move]) -> None:
        p = recall(v)
        self.number, self.leader, self.me = p.number, v.leader, p.seat
        self.trick = [(SUIT[card], BIT[card]) for card in p.trick]
        self.worlds = Worlds(p)
        winning = DEALS[p.deal].trump
        self.rest = Winning(p.trump, p.options, p.seat) if winning else Avoiding(p.deal, p.options, p.seat)
        self.same = _merged(p, legal, lowest=winning)
        self.moves = list(dict.fromkeys(self.same.values()))

    def world(self, rng: random.Random) -> Trial:
        """All four hands, consistent with what is known."""
        hands, rest = self.worlds.sample(rng), self.rest

        def trial(move: Move) -> float:
            suit, bit = SUIT[str(move[1])], BIT[str(move[1])]
            left = hands.copy()
            left[4 * self.me + suit] ^= bit
            return rest.play(left, self.number, self.leader, [*self.trick, (suit, bit)])

        return trial


class Naming(Look):
    """Trump is to be named from the first five cards."""

    def __init__(self, v: View, legal: Sequence[Move]) -> None:
        assert v.seat is not None
        self.me, self.hand = v.seat, masks(v[HAND[v.seat]])
        self.moves = list(legal)
        self.same = {move: move for move in legal}
        self.rest = {
            move: Winning(SUITS.index(str(move[1])) if str(move[1]) in SUITS else NO_SUIT, v.options, v.seat)
            for move in legal
        }

    def world(self, rng: random.Random) -> Trial:
        """All four hands once all cards are dealt."""
        hands = unseen_dealt(self.hand, self.me, rng)
        return lambda move: self.rest[move].play(hands.copy(), 1, self.me, ())


def _look(v: View, legal: Sequence[Move]) -> Look | None:
    verb = legal[0][0] if legal else ""
    if verb == "play":
        return Playing(v, legal)
    return Naming(v, legal) if verb == "trump" else None


def _merged(p: Position, legal: Sequence[Move], *, lowest: bool) -> dict[Move, Move]:
    """Each move -> one that does the same: of touching cards that cost the same the lowest or highest."""
    costs = COST[p.deal]
    apart = list(p.unseen)
    for card in p.trick:
        apart[SUIT[card]] |= BIT[card]
    same: dict[Move, Move] = {}
    last: Move | None = None
    for move in sorted(legal, key=lambda m: (SUIT[str(m[1])], RANK[str(m[1])]), reverse=not lowest):
        card = str(move[1])
        if last is not None:
            other = str(last[1])
            touch = SUIT[card] == SUIT[other] and not apart[SUIT[card]] & abs(BIT[card] - BIT[other])
            touch = touch and costs[SUIT[card]][RANK[card]] == costs[SUIT[other]][RANK[other]]
            same[move] = same[last] if touch else move
        else:
            same[move] = move
        last = move
    return same


def _race(look: Look, usual: Move, rng: random.Random, worlds: int, ends: float) -> Move:
    """Compare the moves with the usual one, world by world; those far behind are dropped on the way.

    It takes so many worlds, or until this thread's processor time (s).
    """
    begun = now = thread_time()
    others = [move for move in look.moves if move != usual]
    sums, squares = dict.fromkeys(others, 0.0), dict.fromkeys(others, 0.0)
    n = 0
    while others and n < worlds and now + (now - begun) / max(1, n) < ends:  # one more fits
        trial = look.world(rng)
        points = trial(usual)
        for move in others:
            more = trial(move) - points
            sums[move] += more
            squares[move] += more * more
        n, now = n + 1, thread_time()
        if n >= LEAST and n % 4 == 0:
            others = [m for m in others if sums[m] / n + HOPELESS * _error(sums[m], squares[m], n) >= 0]
    if n < FEWEST:
        return usual
    clear = [move for move in others if sums[move] / n > CLEARLY * _error(sums[move], squares[move], n)]
    return max(clear, key=sums.__getitem__, default=usual)


def _error(total: float, squares: float, n: int) -> float:
    """The standard error of an average."""
    return sqrt(max(0.0, squares - total * total / n) / n / max(1, n - 1))
