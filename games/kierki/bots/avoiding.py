"""Playing out deals 1-7 with all hands known to nobody: each player decides by own cards and what is out."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import NamedTuple

from ..deals import DEALS, LAST_TRICKS, TRICKS
from ..options import Options
from .avoid import COST
from .losing import Suit, suit
from .memory import HEARTS
from .worlds import Hands

GRID = (0, 2, 5, 8, 11, 15, 20, 26, 34, 44, 58, 75, 100, 130, 170, 220, 290, 400)
"""Costs that tables are made for; others take the nearest below."""
DEAREST = 150
"""What the cards cost that are thrown first, at most: in deal 7 there are few dearer ones."""
MISS = 2 / 3
"""How likely a card is not in the hand of one of the others."""
LEAD = 0.15
"""How likely it costs the next trick to have to lead to it."""


class Plan(NamedTuple):
    """What a trick needs: each suit's tables, those of leads to it, what it costs, and the next lead."""

    suits: tuple[Suit, ...]
    leads: tuple[dict[int, tuple[float, int]], ...]
    cost: int
    rounded: float
    base: float


class Avoiding:
    """One deal of 1-7 at a table of some options, for one of its players."""

    def __init__(self, deal: int, options: Options, me: int) -> None:
        self.deal, self.options, self.me = DEALS[deal], options, me
        self.costs = COST[deal]
        self.cost = tuple({1 << r: cost for r, cost in enumerate(costs) if cost} for costs in self.costs)
        """Suit -> bit of a card -> what it costs, for those that do."""
        last = LAST_TRICKS[options.last_tricks] if self.deal.last_tricks else {}
        self.tricks = [-self.deal.trick - last.get(number, 0) for number in range(TRICKS + 2)]
        self.king = (
            self.cost[HEARTS].get(1 << 11, 0) if options.throw_king and self.deal.king_of_hearts else 0
        )
        self.dearest = min(DEAREST, max(map(max, self.costs)))
        self.plans: dict[int, Plan] = {}

    def _plan(self, number: int, out: int) -> Plan:
        left = TRICKS + 1 - number
        average = (out + sum(self.tricks[number:14])) / left
        base = self.tricks[number] + LEAD * (self.tricks[number + 1] + out / left) * (left > 1)
        rounded = _rounded(base)
        suits = tuple(suit(costs, _rounded(average), _rounded(self._thrown(out))) for costs in self.costs)
        leads = tuple(each.leading(rounded) for each in suits)
        plan = self.plans[number << 12 | out] = Plan(suits, leads, self.tricks[number], rounded, base)
        return plan

    def _thrown(self, out: int) -> float:
        """What a player without the suit led will throw: the dearest card they have."""
        return self.dearest * float(1 - MISS ** (out / self.dearest)) if out else 0.0

    def play(self, hands: Hands, number: int, leader: int, lying: Sequence[tuple[int, int]]) -> float:
        """The points that the player takes from here on. ``hands`` are played empty.

        ``number`` of the trick, 1-13; its cards so far, suit and bit, the first from ``leader``.
        """
        cost, plans, tricks, king = self.cost, self.plans, self.tricks, self.king
        me, no_heart_lead = self.me, self.deal.no_heart_lead
        out = [hands[s] | hands[4 + s] | hands[8 + s] | hands[12 + s] for s in range(4)]
        rest = sum(c for s in range(4) for bit, c in cost[s].items() if out[s] & bit)
        rest += sum(cost[s].get(bit, 0) for s, bit in lying)
        later_tricks = any(tricks[number:14])
        paid = 0
        while number <= TRICKS and (rest or later_tricks):
            plan = plans.get(number << 12 | rest) or self._plan(number, rest)
            suits, base = plan.suits, plan.base
            if lying:
                led, top = lying[0]
                taker, seat, taking = leader, leader, 0
                for place, (s, bit) in enumerate(lying):
                    taking += cost[s].get(bit, 0)
                    if s == led and bit > top:
                        top, taker = bit, (leader + place) & 3
                seat = (leader + len(lying)) & 3
                later = 3 - len(lying)
                lying = ()
            else:
                best, led, top, first = -1e9, 0, 0, 4 * leader
                for s in range(4):
                    mine = hands[first + s]
                    if mine:
                        if (
                            s == HEARTS
                            and no_heart_lead
                            and any(hands[first + k] for k in range(4) if k != HEARTS)
                        ):
                            continue
                        unseen = out[s] ^ mine
                        found = plan.leads[s].get(mine << 13 | unseen)
                        if found is None:
                            found = suits[s].lead(mine, unseen, plan.rounded)
                        if found[0] > best:
                            best, top = found
                            led = s
                hands[first + led] ^= top
                out[led] ^= top
                taking = cost[led].get(top, 0)
                taker, seat, later = leader, (leader + 1) & 3, 2
            follows = suits[led].follows
            while later >= 0:
                mine = hands[4 * seat + led]
                if mine:
                    if mine & (mine - 1):
                        unseen, under = out[led] ^ mine, mine & (top - 1)
                        key = ((mine << 13 | unseen) << 2 | later) << 4 | under.bit_count()
                        choices = follows.get(key)
                        if choices is None:
                            choices = suits[led].follow(mine, unseen, later, under, key)
                        bit, worth, takes = choices[0]
                        if len(choices) > 1:
                            lies = taking + base
                            worth -= takes * lies
                            for other in choices:
                                better = other[1] - other[2] * lies
                                if better > worth:
                                    bit, worth = other[0], better
                        hands[4 * seat + led] = mine ^ bit
                    else:
                        bit = mine
                        hands[4 * seat + led] = 0
                    out[led] ^= bit
                    if bit in cost[led]:
                        taking += cost[led][bit]
                    if bit > top:
                        top, taker = bit, seat
                else:
                    best, thrown, bit, first = -1e9, 0, 0, 4 * seat
                    if king and hands[first + HEARTS] & 2048:
                        thrown, bit = HEARTS, 2048
                    else:
                        for s in range(4):
                            mine = hands[first + s]
                            if mine:
                                unseen = out[s] ^ mine
                                found = suits[s].throws.get(mine << 13 | unseen)
                                if found is None:
                                    found = suits[s].throw(mine, unseen)
                                if found[0] > best:
                                    best, bit = found
                                    thrown = s
                    hands[first + thrown] ^= bit
                    out[thrown] ^= bit
                    if bit in cost[thrown]:
                        taking += cost[thrown][bit]
                seat = (seat + 1) & 3
                later -= 1
            rest -= taking
            if taker == me:
                paid += taking + tricks[number]
            number += 1
            leader = taker
        return -paid


def _rounded(cost: float) -> float:
    return GRID[bisect(GRID, cost) - 1] if cost > 0 else 0
