"""Votes on a draft: who asks for what, until all agree, somebody says no, or nobody has joined in for long.

The fact ``votes`` has the seats that have asked, by question (``pause``, ``replace.2``).
"""

from __future__ import annotations

from typing import Any

from compendium.rules import Move, Table

LAPSE = "@lapse"
LAPSE_AFTER = 60_000
"""ms on the table's clock from a question's last vote until it is asked no longer."""
LAPSE_BY_DAYS = 7 * 86_400_000
"""The same where turns take days."""
LAST = "voted_at"
"""Kept: when each question that is open was last voted for."""


def votes_of(t: Table) -> dict[str, list[int]]:
    """The seats that have asked, by question."""
    found: dict[str, list[int]] | None = t.facts.get("votes")
    return found or {}


def vote(draft: Table, question: str, seats: set[int], electorate: set[int]) -> bool:
    """These seats ask too; whether all of the electorate do now, which ends the question."""
    asking = sorted({*votes_of(draft).get(question, ()), *seats})
    if electorate <= set(asking):
        end(draft, question)
        return True
    draft.set(votes={**votes_of(draft), question: asking})
    draft.keep(LAST, {**_last(draft), question: draft.now})
    return False


def end(draft: Table, question: str, **facts: Any) -> None:
    """A question is asked no longer."""
    draft.set(votes={key: seats for key, seats in votes_of(draft).items() if key != question}, **facts)


def lapsed(t: Table, now: int, by_days: bool = False) -> list[Move]:
    """The entries that end questions in which nobody has joined in for long."""
    last, after = _last(t), LAPSE_BY_DAYS if by_days else LAPSE_AFTER
    return [(LAPSE, question) for question in votes_of(t) if now >= last.get(question, 0) + after]


def _last(t: Table) -> dict[str, int]:
    return {question: at for question, at in t.kept.get(LAST, {}).items() if question in votes_of(t)}
