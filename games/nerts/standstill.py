"""Votes, the stuck rule and its clock: how a hand goes on when nobody can.

Facts: ``stuck`` boards found stuck · ``voted`` boards that say they are · ``applied`` how often the stuck
rule was applied since the last play that counts · ``single`` flips turn one card for now. While all boards
but one are stuck or voting, ``wake_at`` is when that one counts as voting.

A board whose player is absent counts as voting from a while after an application on; ``applied_at`` is when
the rule was last applied in this hand, and until then ``wake_at`` is the end of that while. No clock of the
board that holds the others up runs then: it would be the absent one, and its patience lasts longer.
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
ABSENT_AFTER = 10_000
"""ms from an application of the stuck rule until an absent board counts as voting. Less than ``PATIENCE``."""


def settle(t: Table, seat: int, effect: Effect = NOTHING, *, vote: bool = False) -> bool:
    """After an entry: votes, who is stuck, the stuck rule, its clock. True if the hand is blocked."""
    holder = holding_out(t)
    facts = {"voted": sorted([*t.facts["voted"], seat])} if vote else _after(t, seat, effect)
    if facts:
        t.set(**facts)
    if not t.facts["stuck"] and not t.facts["voted"] and holder is None:
        return False
    return _go_on(t, holder, effect.counts and seat == holder)


def take_back(t: Table, seat: int) -> None:
    """A board does not say any more that it is stuck. Whom the others waited for then is let off."""
    holder = holding_out(t)
    t.set(voted=[other for other in t.facts["voted"] if other != seat])
    _set_clock(t, holder, False)


def may_shift(t: Table, seat: int) -> bool:
    """Whether a board may turn its stock over for itself: by the option, found stuck, with cards to turn."""
    b = board(seat, t.options.piles)
    return bool(t.options.shift and seat in t.facts["stuck"] and len(t.piles[b.stock] + t.piles[b.waste]) > 1)


def presence(t: Table) -> bool:
    """Who is absent has changed, or the while after an application is over. True if the hand is blocked."""
    return _go_on(t, holding_out(t), t.facts["wake_at"] == _lapse(t))


def ring(t: Table) -> bool:
    """A clock of this module has run out. True if the hand is blocked."""
    holder = holding_out(t)
    if t.facts["wake_at"] == _lapse(t) or holder is None:
        return presence(t)
    return settle(t, holder, vote=True)


def _go_on(t: Table, holder: int | None, again: bool) -> bool:
    """Apply the stuck rule as often as it is due, and set the clock, begun ``again`` by a play of the board
    that held the others up.
    """
    applied = False
    while len(_out(t)) == len(t.seats):
        if _is_blocked(t):
            return True
        _apply(t)
        applied = True
    _set_clock(t, holder, applied or again)
    return False


def later(t: Table, ms: int) -> None:
    """What is reckoned from the last application comes so much later."""
    if t.facts.get("applied_at") is not None:
        t.set(applied_at=t.applied_at + ms)


def holding_out(t: Table) -> int | None:
    """The only board that is neither stuck nor voting; None if there are more, or one board altogether."""
    boards, facts = len(t.seats), t.facts
    most = len(facts["stuck"]) + len(facts["voted"])
    if boards == 1 or (most < boards - 1 and not facts.get("absent")):
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
    facts = t.facts
    out = {*facts["stuck"], *facts["voted"]}
    if facts.get("absent") and len(t.seats) > 1:
        lapse = _lapse(t)
        if lapse is not None and t.now >= lapse:
            out.update(facts["absent"])
    return out


def _lapse(t: Table) -> int | None:
    """When absent boards begin to count as voting; None before the first application of the hand."""
    applied_at: int | None = t.facts.get("applied_at")
    return None if applied_at is None else applied_at + ABSENT_AFTER


def _is_blocked(t: Table) -> bool:
    boards = [board(seat, t.options.piles) for seat in t.seats]
    if not any(t.piles[b.stock] or t.piles[b.waste] for b in boards):
        return True
    limit = t.options.flip + 1 if t.options.stuck == "rotate" else 1
    return bool(t.facts["applied"] >= limit)


def _apply(t: Table) -> None:
    """The stuck rule, for all boards at once."""
    facts: dict[str, Any] = {"voted": [], "applied": t.facts["applied"] + 1, "applied_at": t.now}
    n = t.options.flip
    if t.options.stuck == "rotate":
        for seat in t.seats:
            rotate(t, board(seat, t.options.piles))
    else:
        facts["single"], n = True, 1
    facts["stuck"] = detect(t, t.seats, n)
    t.set(**facts)


def _set_clock(t: Table, before: int | None, again: bool) -> None:
    """The clock of absent boards, else that of the board that holds the others up."""
    holder, facts = holding_out(t), t.facts
    due, lapse = facts["wake_at"], _lapse(t) if facts.get("absent") else None
    if lapse is not None and _waits_for_absent(t, lapse):
        if due != lapse:
            t.set(wake_at=lapse)
    elif holder is None:
        if due is not None and due != facts["go"]:
            t.set(wake_at=None)
    elif holder != before or again or due is None or due == lapse:
        t.set(wake_at=t.now + PATIENCE)


def _waits_for_absent(t: Table, lapse: int) -> bool:
    """Whether a board is going to count as voting, and does not yet, because it is absent."""
    return t.now < lapse and len(t.seats) > 1 and not _out(t).issuperset(t.facts["absent"])
