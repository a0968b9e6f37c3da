"""What is left of a suit in deals 1-7, and what each card of it is worth to the rule bot.

What a card is worth is what ``avoid`` says it is, as far as it follows from one suit and from two numbers of
the deal. Cards that have been played make no difference: ranks are places among those that are left.
"""

from __future__ import annotations

from .avoid import PLAYERS, W, only_higher, sticks
from .kept import Kept
from .suits import ranks

Best = tuple[float, int]
"""What the best card is worth, and its bit."""
Choice = tuple[int, float, float]
"""A card (its bit), what it is worth, and how likely it takes the trick: times what lies there, less."""
ROWS = Kept(250_000)
"""By places among the cards that are left, of which there are few."""
ASKED = [[min(1.0, max(0.0, (n - PLAYERS * place) / PLAYERS)) for place in range(14)] for n in range(14)]
"""Cards that are out of a suit -> place of a card among the own ones -> how likely it will be asked for."""
STICKS = [[sticks(lower, n) for lower in range(n + 1)] for n in range(14)]
"""Cards that are out of a suit -> lower ones of them -> how likely a card that is led takes the trick."""
TAKES = [
    [[float((1 - only_higher(1 / PLAYERS, lower, n)) ** later) for lower in range(n + 1)] for n in range(14)]
    for later in range(4)
]
"""Later players -> as above -> how likely a card that beats what lies there takes the trick."""
OTHER_SUITS = 2.0
"""What the other suits' cards may cost, in average tricks: a void lets them be thrown."""


class Row:
    """What is left of a suit, lowest first: what each card costs. Own cards are a mask of their places."""

    def __init__(self, costs: tuple[int, ...], average: float, thrown: float) -> None:
        self.costs, self.average, self.thrown = costs, average, thrown
        self.all = (1 << len(costs)) - 1
        self.dear = sum(1 << rank for rank, cost in enumerate(costs) if cost)
        self.leads: dict[tuple[int, float], Best] = ROWS.table()
        self.throws: dict[int, Best] = ROWS.table()
        self.follows: dict[tuple[int, int, int], tuple[Choice, ...]] = ROWS.table()
        self.reliefs: dict[int, dict[int, float]] = ROWS.table()

    def lead(self, mine: int, base: float) -> Best:
        """As in ``Suit``; so are the next two."""
        found = self.leads.get((mine, base))
        if found is None:
            reliefs, unseen = self._reliefs(mine), self.all ^ mine
            found = self.leads[mine, base] = max(
                [
                    (reliefs[bit] - self._risk(unseen, bit, PLAYERS, base), bit)
                    for bit in self._different(mine, unseen)
                ]
            )
        return found

    def throw(self, mine: int) -> Best:
        """The best card to throw."""
        found = self.throws.get(mine)
        if found is None:
            reliefs = self._reliefs(mine)
            different = self._different(mine, self.all ^ mine)
            found = self.throws[mine] = max([(reliefs[bit], bit) for bit in different])
        return found

    def follow(self, mine: int, later: int, under: int) -> tuple[Choice, ...]:
        """The cards that may be best to follow with."""
        found = self.follows.get((mine, later, under))
        if found is not None:
            return found
        choices: list[Choice] = []
        reliefs, unseen = self._reliefs(mine), self.all ^ mine
        for bit in self._different(under, unseen):
            choices.append((bit, reliefs[bit], 0.0))
        for bit in self._different(mine & ~under, unseen):
            worth = reliefs[bit] - self._risk(unseen, bit, later, 0.0)
            choices.append((bit, worth, _takes(unseen, bit, later)))
        found = self.follows[mine, later, under] = _envelope(choices)
        return found

    def _reliefs(self, mine: int) -> dict[int, float]:
        """How much of the suit's danger, as ``avoid.Weighing`` has it, goes with each card (by its bit).

        Where a card goes, each higher one moves down a place, and is asked for sooner.
        """
        known = self.reliefs.get(mine)
        if known is not None:
            return known
        known = self.reliefs[mine] = {}
        unseen, average, costs = self.all ^ mine, self.average, self.costs
        n, own = unseen.bit_count(), ranks(mine)
        asked, sticks = ASKED[n], STICKS[n]
        moved = 0.0
        for place in range(len(own) - 1, -1, -1):
            rank = own[place]
            below = (1 << rank) - 1
            lower, cost = unseen & below, costs[rank]
            caught = sum([costs[r] for r in ranks(lower)[-PLAYERS:]]) if lower & self.dear else 0
            dead = W.dead * (average + cost)
            more = sticks[lower.bit_count()] * (average + W.own * cost + W.capture * caught) - dead
            danger = dead + asked[place] * more
            less = danger + moved
            if mine == 1 << rank:
                less += W.void / W.danger * OTHER_SUITS * average * min(1.0, n / 6)
            known[1 << rank] = W.danger * less + W.high * (rank + 1)
            if place:
                moved += danger - dead - asked[place - 1] * more
        return known

    def _different(self, mine: int, unseen: int) -> list[int]:
        """The highest of each row of cards that cost the same and that no other cards come between."""
        found = []
        above, cost = 0, -1
        for rank in reversed(ranks(mine)):
            bit = 1 << rank
            if not above or cost != self.costs[rank] or unseen & (above - bit):
                found.append(bit)
            above, cost = bit, self.costs[rank]
        return found

    def _risk(self, unseen: int, bit: int, later: int, lying: float) -> float:
        """How likely a card takes the trick, times what that costs."""
        lower = unseen & (bit - 1)
        cost = lying + self.costs[bit.bit_length() - 1]
        if lower & self.dear:
            under = sorted((self.costs[r] for r in ranks(lower & self.dear)), reverse=True)
            cost += W.follow * sum(under[:later])
        cost += later * self.thrown * (1 - 1 / PLAYERS) ** unseen.bit_count()
        return _takes(unseen, bit, later) * cost


def _takes(unseen: int, bit: int, later: int) -> float:
    """How likely a card takes the trick."""
    return TAKES[later][unseen.bit_count()][(unseen & (bit - 1)).bit_count()]


def _envelope(choices: list[Choice]) -> tuple[Choice, ...]:
    """Those of the choices that are the best for some cost of what lies there, from nothing upwards."""
    best: list[Choice] = []
    for one in sorted(choices, key=lambda c: (c[2], -c[1])):
        if not best or one[1] > best[-1][1]:
            best.append(one)
    return tuple(best)
