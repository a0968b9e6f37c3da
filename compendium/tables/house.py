"""The table's own moves, the same in every game. Their verbs begin with ``@``.

``@pause`` and ``@replace seat`` are votes: when all people who are present agree, the table pauses, or a
bot takes an absent person's seat. ``@refuse question`` ends such a vote. ``@resume`` needs one.
``@wake`` is time's move and ``@lost`` keeps a move's id from ever being accepted; nobody can send these
two. Nor can anybody send what the platform writes by itself about absent people (see ``absence``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium.rules import Illegal, Table, wake

from . import absence
from .votes import end, vote, votes_of

if TYPE_CHECKING:
    from .judge import Request

OPEN = frozenset({"@pause", "@resume", "@replace", "@refuse"})
"""What people may send."""
WAKE = ("@wake",)
LOST = ("@lost",)


def judge(request: Request, now: int) -> Table | None:
    """The draft a move of the table's own leads to; None where time had nothing to do. Raises Illegal."""
    t, game = request.replica.ahead, request.replica.game
    if request.move == WAKE:
        if game is None or t.facts.get("paused"):
            return None
        return wake(game, t, now=now, chance=request.replica.chance)
    if request.seat is None and request.move[0] in absence.VERBS:
        return absence.judge(request, now)
    draft = t.draft(now)
    if request.move == LOST:
        return draft
    if t.over is not None:
        raise Illegal("game_over")
    match request.move:
        case ("@pause",):
            _pause(request, draft)
        case ("@resume",):
            _resume(request, draft)
        case ("@replace", int(seat)):
            _replace(request, draft, seat)
        case ("@refuse", str(question)):
            _refuse(request, draft, question)
        case _:
            raise Illegal("unknown_verb")
    return draft


def _pause(request: Request, draft: Table) -> None:
    if draft.facts.get("paused"):
        raise Illegal("paused")
    if request.replica.runs_on:
        raise Illegal("no_pause")
    if _agreed(request, draft, "pause", present(request)):
        draft.set(paused=True)
        request.replica.ahead_clock = request.replica.ahead_clock.pause(request.received)


def _resume(request: Request, draft: Table) -> None:
    if not draft.facts.get("paused"):
        raise Illegal("not_paused")
    absence.resume(request, draft)


def _replace(request: Request, draft: Table, seat: int) -> None:
    game = request.replica.game
    absent = [place for place in request.replica.places if place["seat"] == seat and not place["bot"]]
    if not absent:
        raise Illegal("no_such_person")
    if game is None or not game.levels:
        raise Illegal("no_bots")
    by_days = request.replica.by_days  # nobody counts as absent
    if by_days or any(place["here"] for place in absent) or all(place["stand_in"] for place in absent):
        raise Illegal("not_absent")
    if _agreed(request, draft, f"replace.{seat}", present(request) - {seat}):
        request.stand_in = (seat, game.default_level)
        absence.record(request.replica, draft, seat, False)


def present(request: Request) -> set[int]:
    """Seats with a person at the table, by days of all people; always the one who asks."""
    places = request.replica.places
    if request.replica.by_days:  # nobody need be here: all are asked
        here = {place["seat"] for place in places if not place["bot"] and not place["stand_in"]}
    else:
        here = absence.present(places)
    return here | {request.seat} if request.seat is not None else here


def _agreed(request: Request, draft: Table, question: str, electorate: set[int]) -> bool:
    agreed = vote(draft, question, set() if request.seat is None else {request.seat}, electorate)
    if draft.facts.get("refused"):
        draft.set(refused=None)
    return agreed


def _refuse(request: Request, draft: Table, question: str) -> None:
    """A vote is over. Whoever asked or agreed takes that back; of anybody else the fact ``refused`` tells."""
    asking = votes_of(draft).get(question)
    if asking is None:
        raise Illegal("not_asked")
    end(draft, question, refused=None if request.seat in asking else [question, request.seat])
