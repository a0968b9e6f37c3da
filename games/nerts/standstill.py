"""Votes, the stuck rule and its clock: how a hand goes on when nobody can.

Facts: ``stuck`` boards found stuck · ``voted`` boards that say they are · ``applied`` how often the stuck
rule was applied since the last play that counts · ``single`` flips turn one card for now. While all boards
but one are stuck or voting, ``wake_at`` is when that one counts as voting.
"""

from __future__ import annotations

from typing import Any

from compendium.rules import Table

from .board import board
from .moves import NOTHING, Effect
from .stock import rotate
from .stuck import detect

PATIENCE = 30_000
"""How long one board may hold up all others, in ms."""


def settle(t: Table, seat: int, effect: Effect = NOTHING, *, vote: bool = False) -> bool:
    """After an entry: votes, who is stuck, the stuck rule, its clock. True if the hand is blocked."""
    holder = holding_out(t)
    facts = {"voted": sorted([*t.facts["voted"], seat])} if vote else _after(t, seat, effect)
    if facts:
        t.set(**facts)
    if not t.facts["stuck"] and not t.facts["voted"] and holder is None:
        return False
    applied = False
    while len(_out(t)) == len(t.seats):
        if _is_blocked(t):
            return True
        _apply(t)
        applied = True
    _set_clock(t, holder, applied or (effect.counts and seat == holder))
    return False


def holding_out(t: Table) -> int | None:
    """The only board that is neither stuck nor voting; None if there are more, or one board altogether."""
    boards = len(t.seats)
    if boards == 1 or len(t.facts["stuck"]) + len(t.facts["voted"]) < boards - 1:
        return None
    left = set(t.seats) - _out(t)
    return left.pop() if len(left) == 1 else None


def _after(t: Table, seat: int, effect: Effect) -> dict[str, Any]:
    """The facts that an entry changes."""
    old, facts = t.facts, dict[str, Any]()
    everybody = effect.foundation
    if effect.counts:
        if old["applied"]:
            facts["applied"] = 0
        if old["voted"]:
            voted = [] if effect.foundation else [other for other in old["voted"] if other != seat]
            if voted != old["voted"]:
                facts["voted"] = voted
        if old["single"] and (effect.foundation or effect.nerts):
            facts["single"] = False
            everybody = True
    n = 1 if old["single"] and "single" not in facts else t.options.flip
    stuck = detect(t, t.seats if everybody else (seat,), n)
    if stuck is not old["stuck"]:
        facts["stuck"] = stuck
    return facts


def _out(t: Table) -> set[int]:
    return {*t.facts["stuck"], *t.facts["voted"]}


def _is_blocked(t: Table) -> bool:
    boards = [board(seat, t.options.piles) for seat in t.seats]
    if not any(t.piles[b.stock] or t.piles[b.waste] for b in boards):
        return True
    limit = t.options.flip + 1 if t.options.stuck == "rotate" else 1
    return bool(t.facts["applied"] >= limit)


def _apply(t: Table) -> None:
    """The stuck rule, for all boards at once."""
    facts: dict[str, Any] = {"voted": [], "applied": t.facts["applied"] + 1}
    n = t.options.flip
    if t.options.stuck == "rotate":
        for seat in t.seats:
            rotate(t, board(seat, t.options.piles))
    else:
        facts["single"], n = True, 1
    facts["stuck"] = detect(t, t.seats, n)
    t.set(**facts)


def _set_clock(t: Table, before: int | None, again: bool) -> None:
    """The clock of the board that holds the others up, begun ``again`` by its own plays."""
    holder, due = holding_out(t), t.facts["wake_at"]
    if holder is None:
        if before is not None and due is not None:
            t.set(wake_at=None)
    elif holder != before or again or due is None:
        t.set(wake_at=t.now + PATIENCE)
