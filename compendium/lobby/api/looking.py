"""Looking: what a learner might play, and how a game was played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema

from compendium.accounts.models import Player
from compendium.tables import asking
from compendium.tables.models import Place, Table
from compendium.tables.seating import Refused

from .. import days
from ..joining import find
from ..models import Listing
from .door import KNOWN, answers, asker

router = Router(tags=["tables"])

Move = list[str | int | None]


class AdviceOut(Schema):
    """A move, and a code for why; both null where the game gives no advice."""

    move: Move | None
    why: str | None


class LogOut(Schema):
    """A game as it was played: entries are ``[seq, at, seat, move, ops]``, as in the socket protocol.

    ``move`` is null where it is another seat's and the game goes on.
    """

    game: str
    options: dict[str, Any]
    seats: int
    you: int | None
    entries: list[list[Any]]


class SpanIn(Schema):
    """Which entries are looked at."""

    first: int
    last: int


class JudgedOut(Schema):
    """A decision of yours: the entry, your move, and each move with what it was worth to you, in points."""

    seq: int
    move: Move
    values: list[tuple[Move, float]]


@router.post("/tables/{code}/advice", auth=KNOWN, response=answers(AdviceOut, 401, 403, 404, 409, 429))
def advice(request: Any, code: str) -> dict[str, Any]:
    """What you might play, and why: where you play alone against bots, and it is your turn."""
    table = find(code).table
    there = [place for place in table.places.all() if not place.bot]
    mine = _place(table, request.auth)
    if mine is None or mine.left_at is not None:
        raise Refused("not_here")
    if len(there) != 1:
        raise Refused("not_practice")
    if days.counts(table):
        raise Refused("it_counts")
    move, why = asking.advice(table, mine.seat) or (None, None)
    return {"move": move, "why": why}


@router.get("/tables/{code}/log", response=answers(LogOut, 401, 403, 404, 409, 429))
def log(request: HttpRequest, code: str) -> dict[str, Any]:
    """All entries of a game that is over, with all cards; for those who sat there, and of public tables.

    While it goes on: for those who sit there, as their seat was told it, others' moves left out.
    """
    player = asker(request)
    listing = find(code)
    table, mine = listing.table, _place(listing.table, player)
    sits = mine is not None and mine.left_at is None
    if not sits:
        _check_over(table)
    if mine is None and not (listing.public and days.may_look(table, player)):
        raise Refused("not_shown")
    return {
        "game": table.game,
        "options": table.options,
        "seats": table.seats,
        "you": None if mine is None else mine.seat,
        "entries": asking.seen(table, mine.seat)
        if mine is not None and table.over_at is None
        else asking.log(table),
    }


@router.post(
    "/tables/{code}/review", auth=KNOWN, response=answers(list[JudgedOut], 401, 403, 404, 409, 422, 429)
)
def review(request: Any, code: str, body: SpanIn) -> list[dict[str, Any]]:
    """Your decisions in some entries of a game that is over, as the game's strongest bot sees them.

    Ask for one deal at a time: what there is no time for is left out.
    """
    listing: Listing = find(code)
    mine = _place(listing.table, request.auth)
    if mine is None:
        raise Refused("not_here")
    _check_over(listing.table)
    judged = asking.review(listing.table, mine.seat, body.first, body.last)
    return [one._asdict() for one in judged]


def _place(table: Table, player: Player | None) -> Place | None:
    return None if player is None else table.places.filter(player=player).first()


def _check_over(table: Table) -> None:
    if table.over_at is None:
        raise Refused("not_over")
