"""New tables: made by a person, played at once against bots, or once more with the same people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from compendium.accounts.models import Player
from compendium.rules import Game
from compendium.tables import seating
from compendium.tables.announce import announce
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.seating import Refused
from compendium.tables.start import start

from .models import Listing

TABLES_AN_HOUR = 120  # by one player
HOUR = 3_600_000  # ms
ABANDONED = 24 * HOUR  # a table that nobody has started by then is cleared away
SWEPT = 20  # tables at a time


class Bot(NamedTuple):
    """A bot to be seated: anywhere (seat None) or there, a new one or one with a name and a card back."""

    seat: int | None
    level: str
    name: str = ""
    weave: int | None = None


@transaction.atomic
def open_table(
    player: Player,
    game: Game,
    options: dict[str, Any],
    *,
    public: bool,
    seats: int | None = None,
    seat: int | None = None,
    bots: Sequence[Bot] = (),
    rematch_of: Listing | None = None,
) -> Listing:
    """A table with its maker as host and perhaps some bots. Raises Refused."""
    _limit(player)
    _sweep()
    table = seating.create(game, options, seats=seats)
    listing = Listing.objects.create(table=table, public=public, maker=player, rematch_of=rematch_of)
    known = [bot for bot in bots if bot.name]  # they keep what they have, whatever the others like
    new = sorted((bot for bot in bots if not bot.name), key=lambda bot: bot.seat is None)
    _seat(table, known)
    taken = {bot.seat for bot in bots}
    if seat is None:
        seat = next((free for free in range(table.seats) if free not in taken), None)
    seating.sit(table, player, seat)
    _seat(table, new)
    return listing


def play_now(
    player: Player, game: Game, options: dict[str, Any] | None = None, level: str | None = None
) -> Listing:
    """A private table against bots, which begins at once. Raises Refused."""
    with transaction.atomic():
        listing = open_table(player, game, options or {}, public=False)
        fill(listing.table, game.default_level if level is None else level)
    start(listing.table)
    return listing


def fill(table: Table, level: str) -> None:
    """Bots on all free seats."""
    for _ in range(table.seats - table.places.count()):
        seating.add_bot(table, None, level)


@transaction.atomic
def rematch(old: Listing, player: Player) -> Listing:
    """The next game of the same people and bots: the first to ask makes it and hosts it, the others find it.

    Refuses with ``not_here``, ``not_over``, ``unknown_game``, ``too_many_tables``.
    """
    table = Table.objects.select_for_update().get(pk=old.table_id)
    mine = table.places.filter(player=player).first()
    if mine is None:
        raise Refused("not_here")
    if table.state != "over":
        raise Refused("not_over")
    made = Listing.objects.filter(rematch_of=old).select_related("table").first()
    if made is not None:
        return made
    bots = [Bot(place.seat, place.bot, place.name, place.weave) for place in table.places.all() if place.bot]
    made = open_table(
        player,
        seating.game_of(table),
        table.options,
        public=old.public,
        seats=table.seats,
        seat=mine.seat,
        bots=bots,
        rematch_of=old,
    )
    announce(table.pk, note={"k": "rematch", "code": made.table.code})
    return made


def old_seat(listing: Listing, player: Player) -> int | None:
    """Where a person sat in the game that this one is the rematch of, if that seat is free here."""
    if listing.rematch_of_id is None:
        return None
    old = Place.objects.filter(table__listing=listing.rematch_of_id, player=player).first()
    if old is None or old.seat >= listing.table.seats:
        return None
    return None if listing.table.places.filter(seat=old.seat).exists() else old.seat


def _seat(table: Table, bots: Iterable[Bot]) -> None:
    for bot in bots:
        seating.add_bot(table, bot.seat, bot.level, name=bot.name, weave=bot.weave)


def _limit(player: Player) -> None:
    made = Listing.objects.filter(maker=player, table__created__gt=wall() - HOUR).count()
    if made >= TABLES_AN_HOUR:
        raise Refused("too_many_tables", limit=TABLES_AN_HOUR)


def _sweep() -> None:
    stale = Table.objects.filter(started_at=None, created__lt=wall() - ABANDONED)
    waited_at = Place.objects.filter(seen_at__gt=wall() - HOUR).values("table")
    doomed = stale.exclude(pk__in=waited_at).values_list("pk", flat=True)[:SWEPT]
    Table.objects.filter(pk__in=list(doomed)).delete()
