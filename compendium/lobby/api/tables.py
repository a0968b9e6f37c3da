"""Tables: make, find, join, arrange, start, repeat."""

from __future__ import annotations

from typing import Any, Literal

from django.db import transaction
from django.http import HttpRequest
from ninja import Router

from compendium.accounts.models import Player
from compendium.tables import seating
from compendium.tables.models import Table
from compendium.tables.places import lacking, players_of
from compendium.tables.seating import Refused
from compendium.tables.start import start

from .. import catalogue, joining, lists, opening
from ..joining import find
from ..models import Listing
from .door import ANYBODY, ARRANGING, KNOWN, answers, asker
from .schemas import BotIn, ChangesIn, PlaceIn, PlayIn, SitIn, StartedOut, TableIn, TableOut

router = Router(tags=["tables"])
STARTED = answers(StartedOut, *ARRANGING, 429)
MADE = answers(TableOut, *ARRANGING, 429)
TABLE = answers(TableOut, *ARRANGING)
BARE = answers(TableOut, 401, 403, 404, 409)  # of what is asked for without a body


def shown(request: HttpRequest, listing: Listing, player: Player | None, *, barred: bool) -> dict[str, Any]:
    """A table as JSON, as this person may see it."""
    table = listing.table
    there = list(table.places.all())
    mine = next((p for p in there if player is not None and p.player_id == player.pk), None)
    rematch = getattr(listing, "rematch", None)
    return {
        "code": table.code,
        "game": table.game,
        "name": catalogue.name_of(table.game),
        "options": table.options,
        "public": listing.public,
        "state": table.state,
        "host": mine is not None and mine.host,
        "you": None if mine is None or mine.left_at is not None else [mine.seat, mine.n],
        "left": mine is not None and mine.left_at is not None,
        "barred": barred,
        "seats": table.seats,
        "players": players_of(table),
        "by_days": table.by_days,
        "lacking": lacking(table, there),
        "places": seating.told(there),
        "rematch": rematch.table.code if rematch else None,
        "url": request.build_absolute_uri(f"/t/{table.code}"),
        "created": table.created,
    }


def fresh(request: HttpRequest, code: str, player: Player | None) -> dict[str, Any]:
    """The same, read anew."""
    listing = find(code)
    return shown(request, listing, player, barred=joining.is_barred(listing, player))


def hosted(request: Any, code: str) -> Listing:
    """The table, if the asker is its host. Refuses with ``not_host``."""
    listing = find(code)
    seating.check_host(listing.table, request.auth)
    return listing


@router.post("/play", auth=ANYBODY, response=STARTED)
def play(request: Any, body: PlayIn) -> dict[str, Any]:
    """Play at once, against bots; alone where one seat is asked for, in a game that can be practised so."""
    game = catalogue.find(body.game)
    listing = opening.play_now(request.auth, game, body.options, body.level, seats=body.seats)
    return {"code": listing.table.code, "url": request.build_absolute_uri(f"/t/{listing.table.code}")}


@router.post("/tables", auth=ANYBODY, response=MADE)
def create(request: Any, body: TableIn) -> dict[str, Any]:
    """Make a table; you are its host."""
    listing = opening.open_table(
        request.auth,
        catalogue.find(body.game),
        body.options,
        public=body.public,
        seats=body.seats,
        bots=[opening.Bot(bot.seat, bot.level, bot.n) for bot in body.bots],
    )
    if body.start:
        start(listing.table)
    return fresh(request, listing.table.code, request.auth)


@router.get("/tables", response=answers(list[TableOut], 401, 422))
def index(request: HttpRequest, state: Literal["open", "running"] = "open") -> list[dict[str, Any]]:
    """Public tables that wait for people, or that may be watched."""
    player = asker(request)
    found = lists.open_tables(player) if state == "open" else lists.running_tables(player)
    full = found.select_related("listing__rematch__table").prefetch_related("places")
    return [shown(request, _listing(table), player, barred=table.barred) for table in full]


def _listing(table: Table) -> Listing:
    listing: Listing = table.listing
    listing.table = table  # with its places, which are read already
    return listing


@router.get("/tables/{code}", response=answers(TableOut, 401, 404))
def read(request: HttpRequest, code: str) -> dict[str, Any]:
    """One table; whoever knows the code may see it."""
    return fresh(request, code, asker(request))


@router.patch("/tables/{code}", auth=KNOWN, response=TABLE)
def change(request: Any, code: str, body: ChangesIn) -> dict[str, Any]:
    """The host changes options, before the start, or whether the table is listed."""
    listing = hosted(request, code)
    with transaction.atomic():
        if body.options is not None or body.seats is not None:
            options = {**listing.table.options, **(body.options or {})}
            seating.change_options(listing.table, options, seats=body.seats)
        if body.public is not None:
            Listing.objects.filter(pk=listing.pk).update(public=body.public)
    return fresh(request, code, request.auth)


@router.post("/tables/{code}/join", auth=ANYBODY, response=MADE)
def join(request: Any, code: str, body: SitIn | None = None) -> dict[str, Any]:
    """Take a seat, or another one; after the start, take your own again."""
    joining.join(find(code), request.auth, *((body.seat, body.n) if body else ()))
    return fresh(request, code, request.auth)


@router.post("/tables/{code}/leave", auth=KNOWN, response=BARE)
def leave(request: Any, code: str) -> dict[str, Any]:
    """Go. In the game a bot plays on for you, until you join again."""
    seating.leave(find(code).table, request.auth)
    return fresh(request, code, request.auth)


@router.post("/tables/{code}/start", auth=KNOWN, response=BARE)
def begin(request: Any, code: str) -> dict[str, Any]:
    """The host lets the game begin."""
    start(hosted(request, code).table)
    return fresh(request, code, request.auth)


@router.post("/tables/{code}/bots", auth=KNOWN, response=TABLE)
def add_bot(request: Any, code: str, body: BotIn) -> dict[str, Any]:
    """The host seats a bot."""
    seating.add_bot(hosted(request, code).table, body.seat, body.level, body.n)
    return fresh(request, code, request.auth)


@router.delete("/tables/{code}/bots/{seat}", auth=KNOWN, response=TABLE)
def remove_bot(request: Any, code: str, seat: int, n: int = 0) -> dict[str, Any]:
    """The host takes a bot off its place."""
    listing = hosted(request, code)
    if listing.table.places.filter(seat=seat, n=n, bot="").exists():
        raise Refused("seat_taken", seat=seat)
    seating.clear(listing.table, seat, n)
    return fresh(request, code, request.auth)


@router.post("/tables/{code}/kick", auth=KNOWN, response=TABLE)
def kick(request: Any, code: str, body: PlaceIn) -> dict[str, Any]:
    """The host sends a person away, before the start."""
    joining.send_away(find(code), request.auth, body.seat, body.n)
    return fresh(request, code, request.auth)


@router.post("/tables/{code}/rematch", auth=KNOWN, response=answers(TableOut, 401, 403, 404, 409, 429))
def rematch(request: Any, code: str) -> dict[str, Any]:
    """The next game with the same people; whoever sat here and asks is seated there."""
    made = opening.rematch(find(code), request.auth)
    joining.join(made, request.auth)
    return fresh(request, made.table.code, request.auth)
