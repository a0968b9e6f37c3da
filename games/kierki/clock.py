"""Turn time: some seconds for each turn, then the seat's bank for the whole game, then a bot plays that move.
By days a turn has one to three days, and there is no bank.

All times are milliseconds of the table's clock. In a turn ``deadline`` says when the turn's own time ends and
``wake_at`` when the bank is empty too. What is used of the bank is taken off it when the seat moves.
"""

from __future__ import annotations

from typing import Any

from compendium.rules import Table

BANK = 60_000
BETWEEN_DEALS = 8_000
"""How long the score is shown before the next deal begins by itself."""

DAY = 86_400
"""Seconds: turns this long are by days."""

Facts = dict[str, Any]
"""Facts gathered during a move, to be set as one op."""


def by_days(options: Any) -> bool:
    """Whether a turn takes days."""
    return int(options.turn_time) >= DAY


def full_bank(options: Any) -> int:
    """What each seat has beyond its turns when the game begins, in ms."""
    return 0 if by_days(options) else BANK


def waits(t: Table, seat: int) -> bool:
    """Whether a seat may still take its time: its bank is not spent, or nobody counts."""
    return not t.options.turn_time or t.bank[seat] > 0


def begin(t: Table, seat: int, facts: Facts) -> None:
    """It becomes a seat's turn."""
    facts["turn"] = seat
    limit = t.options.turn_time
    if limit:
        deadline = t.now + 1000 * limit
        facts["deadline"] = deadline
        facts["wake_at"] = deadline + (facts.get("bank") or t.bank)[seat]
    elif t.wake_at is not None:
        facts["wake_at"] = None  # of the time between deals


def stop(t: Table, facts: Facts, wake_after: int | None) -> None:
    """It is nobody's turn: between deals, or for ever."""
    facts.update(turn=None, deadline=None, wake_at=None if wake_after is None else t.now + wake_after)


def moved(t: Table, seat: int) -> Facts:
    """What a seat's move means for its time: the facts that change."""
    facts: Facts = {}
    deadline = t.deadline  # None between deals and without turn time
    if t.facts["late"] is not None:
        facts["late"] = None
    elif deadline is not None and t.now > deadline and t.bank[seat]:
        facts["bank"] = _less(t.bank, seat, t.now - t.deadline)
    return facts


def ran_out(t: Table) -> Facts:
    """The player to act has no time left: the seat is late, and a bot may play this one move for it."""
    return {"late": t.turn, "wake_at": None, "bank": _less(t.bank, t.turn, BANK)}


def _less(bank: list[int], seat: int, used: int) -> list[int]:
    return [max(0, left - used) if s == seat else left for s, left in enumerate(bank)]
