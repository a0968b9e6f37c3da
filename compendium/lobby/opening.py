"""New tables: made by a person, played at once against bots, or once more with the same people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from compendium.accounts.models import Player
from compendium.rules import Game
from compendium.tables import seating
from compendium.tables.announce import announce
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.places import places_of, players_of
from compendium.tables.seating import Refused
from compendium.tables.start import start

from .models import Listing

TABLES_AN_HOUR = 120  # by one player
HOUR = 3_600_000  # ms


class Bot(NamedTuple):
    """A bot to be seated: anywhere (seat None) or there, a new one or one with a name and a card back."""

    seat: int | None
    level: str
    n: int | None = None
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
    n: int | None = None,
    bots: Sequence[Bot] = (),
    rematch_of: Listing | None = None,
    luck: str = "",
    hidden_until: int = 0,
) -> Listing:
    """A table with its maker as host and perhaps some bots. Raises Refused."""
    _limit(player)
    table = seating.create(game, options, seats=seats, luck=luck, hidden_until=hidden_until)
    listing = Listing.objects.create(table=table, public=public, maker=player, rematch_of=rematch_of)
    known = [bot for bot in bots if bot.name]  # they keep what they have, whatever the others like
    new = sorted((bot for bot in bots if not bot.name), key=lambda bot: bot.seat is None)
    _seat(table, known)
    if seat is None:
        seat, n = _spared(table, new)
    seating.sit(table, player, seat, n)
    _seat(table, new)
    return listing


def _spared(table: Table, bots: Iterable[Bot]) -> tuple[int | None, int | None]:
    """The first place that no bot is to have."""
    wanted = Counter(bot.seat for bot in bots)
    taken = {(bot.seat, bot.n) for bot in bots if bot.n is not None}
    taken.update(table.places.values_list("seat", "n"))
    players = players_of(table)
    free = (one for one in places_of(table) if one not in taken and wanted[one[0]] < players)
    return next(free, (None, None))


def play_now(
    player: Player,
    game: Game,
    options: dict[str, Any] | None = None,
    level: str | None = None,
    *,
    seats: int | None = None,
) -> Listing:
    """A private table with bots on all other places, which begins at once; with one seat it is practice.

    Raises Refused.
    """
    with transaction.atomic():
        listing = open_table(player, game, options or {}, public=False, seats=seats)
        fill(listing.table, game.default_level if level is None else level)
    start(listing.table)
    return listing


def fill(table: Table, level: str) -> None:
    """Bots on all free places."""
    for _ in range(len(places_of(table)) - table.places.count()):
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
    bots = [Bot(p.seat, p.bot, p.n, p.name, p.weave) for p in table.places.all() if p.bot]
    made = open_table(
        player,
        seating.game_of(table),
        table.options,
        public=old.public,
        seats=table.seats,
        seat=mine.seat,
        n=mine.n,
        bots=bots,
        rematch_of=old,
    )
    announce(table.pk, note={"k": "rematch", "code": made.table.code})
    return made


def old_place(listing: Listing, player: Player) -> tuple[int | None, int | None]:
    """Where a person sat in the game that this one is the rematch of, if that place is free here."""
    if listing.rematch_of_id is None:
        return None, None
    old = Place.objects.filter(table__listing=listing.rematch_of_id, player=player).first()
    if old is None or (old.seat, old.n) not in places_of(listing.table):
        return None, None
    taken = listing.table.places.filter(seat=old.seat, n=old.n).exists()
    return (None, None) if taken else (old.seat, old.n)


def _seat(table: Table, bots: Iterable[Bot]) -> None:
    for bot in bots:
        seating.add_bot(table, bot.seat, bot.level, bot.n, name=bot.name, weave=bot.weave)


def _limit(player: Player) -> None:
    made = Listing.objects.filter(maker=player, table__created__gt=wall() - HOUR).count()
    if made >= TABLES_AN_HOUR:
        raise Refused("too_many_tables", limit=TABLES_AN_HOUR)
