"""Why the rule bot plays what it plays: a code that is true of the move and of what the bot weighed.

``claim`` · ``only_move`` · ``strongest_suit`` (trump).

To take nothing: ``leads_low``: the lowest of its suit, under others that are out · ``leads_safest``: of all
leads the one that is least likely to cost · ``leads_away``: another lead is safer, but this card is more of a
danger later · ``ducks``: it stays under · ``drops_points``: a card that costs goes under ·
``takes_high``: it takes in any case, so with the highest · ``stays_low``: it goes over, as low as can be ·
``takes_now``: later it would cost more ·
``throws_points``: it throws a card that costs · ``voids_suit``: the last card of a suit is thrown ·
``throws_danger``: the card that would have been the greatest danger is thrown.

To win tricks: ``cashes``: nobody is likely to beat this lead · ``draws_trumps`` · ``leads_low`` ·
``leads_high`` · ``trumps`` · ``takes_cheaply``: the lowest that takes · ``takes_safely``: higher, for others
are still to play · ``saves``: it could take, but more is to be had later · ``lets_go``: it cannot take.

In the lottery: ``frees_own``: own cards wait beyond this one · ``opens_nothing``: no card waits beyond it ·
``opens_least``: of what opens the way to others it opens the least.
"""

from __future__ import annotations

from collections.abc import Sequence

from compendium.rules import Move, View

from ..deals import DEALS
from ..tricks import HAND
from . import avoid, memory, win
from .blocking import ways
from .memory import NO_SUIT
from .suits import BIT, RANK, SUIT

SURE = 0.9
"""How likely a lead takes its trick, to be called sure."""


def reason(v: View, legal: Sequence[Move], move: Move) -> str:
    """Why the rule bot makes a move of these."""
    verb = move[0]
    if verb == "claim":
        return "claim"
    if len(legal) == 1:
        return "only_move"
    if verb == "trump":
        return "strongest_suit"
    if verb == "lay":
        return _laid(v, str(move[1]))
    choice = [str(one[1]) for one in legal]
    p = memory.recall(v)
    return (_won if DEALS[v.deal].trump else _avoided)(p, choice, str(move[1]))


def _avoided(p: memory.Position, choice: Sequence[str], card: str) -> str:
    w = avoid.Weighing(p)
    suit, rank = SUIT[card], RANK[card]
    if w.led == NO_SUIT:
        mine = p.mine[suit]
        if mine & -mine == BIT[card] and p.unseen[suit] > BIT[card]:
            return "leads_low"
        least = min(w.risk(SUIT[one], RANK[one]) for one in choice)
        return "leads_safest" if w.risk(suit, rank) <= least else "leads_away"
    costs = w.costs[suit][rank]
    if suit != w.led:
        if costs:
            return "throws_points"
        return "throws_danger" if p.mine[suit] ^ BIT[card] else "voids_suit"
    if rank < w.to_beat:
        return "drops_points" if costs else "ducks"
    if any(RANK[one] < w.to_beat for one in choice):
        return "takes_now"
    if not p.later:
        return "takes_high" if rank == max(RANK[one] for one in choice) else "takes_now"
    return "stays_low" if rank == min(RANK[one] for one in choice) else "takes_now"


def _won(p: memory.Position, choice: Sequence[str], card: str) -> str:
    w = win.Weighing(p)
    suit, rank = SUIT[card], RANK[card]
    takes = w.takes(suit, rank)
    if not p.trick:
        if takes >= SURE:
            return "cashes"
        if suit == p.trump and w.trumps:
            return "draws_trumps"
        mine = p.mine[suit]
        return "leads_low" if mine & -mine == BIT[card] else "leads_high"
    taking = [one for one in choice if w.beats(SUIT[one], RANK[one])]
    if card not in taking:
        return "saves" if taking else "lets_go"
    if suit == p.trump != w.led:
        return "trumps"
    return (
        "takes_cheaply" if rank == min(RANK[one] for one in taking if SUIT[one] == suit) else "takes_safely"
    )


def _laid(v: View, card: str) -> str:
    assert v.seat is not None
    hand = v[HAND[v.seat]]
    waiting = [each for way in ways(v, card) for each in way]
    if any(one in hand for one in waiting):
        return "frees_own"
    return "opens_least" if waiting else "opens_nothing"
