"""The rule bot in deals 1-7, where tricks and cards cost: go under, throw the dearest danger, keep low cards.

For each card three things are weighed, in points: how likely it takes this trick and what the trick will then
have cost; how likely the next lead goes wrong; and how much of the hand's danger goes with the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from compendium.rules.cards import SUITS

from ..deals import CARDS, DEALS, LAST_TRICKS, TRICKS
from ..lottery import LOW_TO_HIGH
from .memory import NO_SUIT, Position
from .suits import BIT, RANK, SUIT, ranks


class Weights(NamedTuple):
    """How much each consideration counts. Found by playing thousands of deals."""

    danger: float = 0.6
    """What the hand may cost later, against what this trick costs now."""
    own: float = 0.5
    """A card's own points, if it takes a trick later."""
    capture: float = 0.2
    """Points of cards of its suit that it may then catch."""
    dead: float = 0.35
    """A card that will hardly be asked for: it may still have to be led."""
    void: float = 0.15
    """The rest of the danger, once a void lets it be thrown."""
    follow: float = 1.1
    """The dearest cards that may be played under one."""
    high: float = 0.01
    """Points a rank: of cards worth the same the highest goes."""


W = Weights()
COST = tuple(
    tuple(tuple(-worth.get(rank + suit, 0) for rank in LOW_TO_HIGH) for suit in SUITS) for worth in CARDS
)
"""Deal -> suit -> rank -> what the card costs its taker."""
PLAYERS = 3  # the others


@cache
def only_higher(share: float, lower: int, unseen: int) -> float:
    """How likely a player must beat a card: has its suit, but none lower, each being theirs by ``share``."""
    return float((1 - share) ** lower - (1 - share) ** unseen)


@cache
def sticks(lower: int, unseen: int) -> float:
    """How likely a card that is led takes the trick, with so many of its suit out, so many of them lower."""
    return (1 - only_higher(1 / PLAYERS, lower, unseen)) ** PLAYERS


def choose(p: Position, choice: Sequence[str]) -> str:
    """The best card of those that may be played."""
    return max(choice, key=Weighing(p).value)


class Weighing:
    """One decision: what is out, what the hand is in for, and what each card would bring."""

    def __init__(self, p: Position) -> None:
        deal = DEALS[p.deal]
        last_tricks = LAST_TRICKS[p.options.last_tricks] if deal.last_tricks else {}
        left = range(p.number + 1, TRICKS + 1)
        self.p = p
        self.costs = costs = COST[p.deal]
        self.out = sorted(
            ((costs[s][r], s) for s in range(4) for r in ranks(p.unseen[s]) if costs[s][r]), reverse=True
        )
        out = sum(cost for cost, _ in self.out)
        held = sum(costs[s][r] for s in range(4) for r in ranks(p.mine[s]))
        tricks = -deal.trick * len(left) - sum(last_tricks.get(number, 0) for number in left)
        self.average = (held + out + tricks) / max(1, len(left))
        """What a later trick costs."""
        self.lying = (
            -deal.trick - last_tricks.get(p.number, 0) + sum(costs[SUIT[c]][RANK[c]] for c in p.trick)
        )
        """What this trick costs so far."""
        next_trick = -deal.trick - last_tricks.get(p.number + 1, 0) + out / max(1, len(left))
        self.lead = next_trick * self._lead_sticks() if left else 0.0
        """What it costs to have to lead to the next trick."""
        self.danger = [self._danger(suit, p.mine[suit]) for suit in range(4)]
        self.led = SUIT[p.trick[0]] if p.trick else NO_SUIT
        self.to_beat = max((RANK[c] for c in p.trick if SUIT[c] == self.led), default=-1)

    def value(self, card: str) -> float:
        """Points that playing a card is worth."""
        p, suit, rank = self.p, SUIT[card], RANK[card]
        rest = p.mine[suit] & ~BIT[card]
        relief = self.danger[suit] - self._danger(suit, rest)
        if not rest:
            others = sum(self.danger) - self.danger[suit]
            relief += W.void * others * min(1.0, p.unseen[suit].bit_count() / 6)
        value = W.danger * relief + W.high * rank
        if self.led not in (NO_SUIT, suit) or rank < self.to_beat:
            return value
        return value - self.risk(suit, rank)

    def _lower(self, suit: int, bit: int) -> tuple[int, int]:
        """How many cards of a suit are out that are lower than one, and how many in all."""
        unseen = self.p.unseen[suit]
        return (unseen & (bit - 1)).bit_count(), unseen.bit_count()

    def _lead_sticks(self) -> float:
        """How likely the best lead of this hand takes the trick."""
        p = self.p
        lowest = [(suit, mask & -mask) for suit, mask in enumerate(p.mine) if mask]
        return min(sticks(*self._lower(suit, bit)) if p.unseen[suit] else 1.0 for suit, bit in lowest)

    def _danger(self, suit: int, mine: int) -> float:
        """What a suit's cards may cost later. Low ones guard high ones: those may never be asked for."""
        unseen, costs = self.p.unseen[suit], self.costs[suit]
        n = unseen.bit_count()
        total = 0.0
        for place, rank in enumerate(ranks(mine)):
            asked = min(1.0, max(0.0, (n - PLAYERS * place) / PLAYERS))
            if asked:
                lower = unseen & ((1 << rank) - 1)
                caught = sum(costs[r] for r in ranks(lower)[-PLAYERS:])
                cost = self.average + W.own * costs[rank] + W.capture * caught
                total += asked * sticks(lower.bit_count(), n) * cost
            total += (1 - asked) * W.dead * (self.average + costs[rank])
        return total

    def risk(self, suit: int, rank: int) -> float:
        """How likely a card that beats what lies there takes the trick, times what that costs."""
        p = self.p
        lower, n = self._lower(suit, 1 << rank)
        share = p.share(suit)
        under = sorted((self.costs[suit][r] for r in ranks(p.unseen[suit] & ((1 << rank) - 1))), reverse=True)
        cost = self.lying + self.costs[suit][rank] + self.lead + W.follow * sum(under[: len(p.later)])
        thrown = self._thrown(suit)
        taking = 1.0
        for seat in p.later:
            if n and not p.is_void(seat, suit):
                taking *= 1 - only_higher(share, lower, n)
                cost += thrown * float((1 - share) ** n)
            else:
                cost += thrown
        return taking * cost

    def _thrown(self, led: int) -> float:
        """What a player without the suit led will throw: the dearest card they have."""
        expected, missing = 0.0, 1.0
        for cost, suit in self.out:
            if suit != led:
                expected += cost * missing / PLAYERS
                missing *= 1 - 1 / PLAYERS
        return expected
