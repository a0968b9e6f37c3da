"""The table's own moves, the same in every game. Their verbs begin with ``@``.

``@pause`` and ``@replace seat`` are votes: when all people who are present agree, the table pauses, or a
bot takes an absent person's seat. ``@resume`` needs one. ``@wake`` is time's move and ``@lost`` keeps a
move's id from ever being accepted; nobody can send these two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium.rules import Illegal, Table, wake

if TYPE_CHECKING:
    from .judge import Request

OPEN = frozenset({"@pause", "@resume", "@replace"})
"""What people may send."""
WAKE = ("@wake",)
LOST = ("@lost",)


def judge(request: Request, now: int) -> Table | None:
    """The draft a move of the table's own leads to; None where time had nothing to do. Raises Illegal."""
    t, game = request.replica.ahead, request.replica.game
    if request.move == WAKE:
        return None if game is None or t.facts.get("paused") else wake(game, t, now=now)
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
        case _:
            raise Illegal("unknown_verb")
    return draft


def _pause(request: Request, draft: Table) -> None:
    if draft.facts.get("paused"):
        raise Illegal("paused")
    if _agreed(request, draft, "pause", present(request)):
        draft.set(paused=True)
        request.replica.ahead_clock = request.replica.ahead_clock.pause(request.received)


def _resume(request: Request, draft: Table) -> None:
    if not draft.facts.get("paused"):
        raise Illegal("not_paused")
    draft.set(paused=False)
    request.replica.ahead_clock = request.replica.ahead_clock.resume(request.received)


def _replace(request: Request, draft: Table, seat: int) -> None:
    game = request.replica.game
    absent = [place for place in request.replica.places if place["seat"] == seat and not place["bot"]]
    if not absent:
        raise Illegal("no_such_person")
    if game is None or not game.levels:
        raise Illegal("no_bots")
    if any(place["here"] for place in absent) or all(place["stand_in"] for place in absent):
        raise Illegal("not_absent")
    if _agreed(request, draft, f"replace.{seat}", present(request) - {seat}):
        request.stand_in = (seat, game.default_level)


def present(request: Request) -> set[int]:
    """Seats with a person at the table; always the one who asks."""
    here = {p["seat"] for p in request.replica.places if p["here"] and not p["bot"] and not p["stand_in"]}
    return here | {request.seat} if request.seat is not None else here


def _agreed(request: Request, draft: Table, question: str, electorate: set[int]) -> bool:
    votes: dict[str, list[int]] = draft.facts.get("votes") or {}
    mine = request.seat
    seats = sorted({*votes.get(question, ()), *([] if mine is None else [mine])})
    agreed = electorate <= set(seats)
    left = {key: value for key, value in votes.items() if key != question}
    draft.set(votes=left if agreed else {**left, question: seats})
    return agreed
