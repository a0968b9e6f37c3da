"""Who sits where: people and bots take and leave seats.

Each change is a short transaction under the table's row lock, announced to the table's sockets once it is
committed. What cannot be done raises Refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import OperationalError, transaction

from compendium.accounts.models import Player
from compendium.rules import BadOptions, Game, registry
from compendium.rules import options as game_options

from .announce import announce
from .clock import wall
from .models import Place, Table

WEAVES = 8
AWAY_AFTER = 10_000  # ms without a sign of life
HOST_AWAY_AFTER = 60_000  # ms; then somebody else can begin
USUAL_SEATS = 4  # where a game leaves it open
BOT_NAMES = """
Mela Zosia Erik Tuva Nils Ola Iga Bodil Kuba Saga Leon Hedda Tymek Alva Jonas Runa Staś Elin Borys Maj Wera
Odd Lena Birk
""".split()


class Refused(Exception):
    """What cannot be done at this table, now or by this person: a stable code and what its text needs."""

    def __init__(self, code: str, /, **args: Any) -> None:
        super().__init__(code, args)
        self.code = code
        self.args_ = args


def create(game: Game, options: dict[str, Any], *, seats: int | None = None) -> Table:
    """A new table with nobody at it. Refuses with ``bad_options`` (field, message)."""
    decoded, count = _checked(game, options, seats, USUAL_SEATS)
    return Table.objects.create(
        game=game.slug,
        version=game.version,
        options=game_options.encode(decoded),
        seats=count,
        created=wall(),
    )


def sit(table: Table, player: Player, seat: int | None = None) -> Place:
    """Give a person a seat, the first free one unless named; who sits already gets the own place, or moves.

    The first person is the host. Refuses with ``started``, ``over``, ``no_free_seat``, ``seat_taken``,
    ``unknown_seat``.
    """
    with locked(table, "open") as (row, there):
        mine = _place_of(there, player)
        if mine is not None and seat in (None, mine.seat):
            return mine
        free = _free(row, there, seat)
        if mine is not None:
            mine.seat = free
            mine.save(update_fields=["seat"])
            return mine
        return Place.objects.create(
            table=row,
            seat=free,
            player=player,
            name=player.name,
            weave=_weave(there, player.weave),
            host=not any(place.host for place in there),
            seen_at=wall(),
        )


def add_bot(table: Table, seat: int | None, level: str, *, name: str = "", weave: int | None = None) -> Place:
    """Seat a bot, one that has a name and a card back already or a new one.

    Refuses as ``sit`` does, and with ``no_bots`` or ``unknown_level`` (levels).
    """
    with locked(table, "open") as (row, there):
        game = game_of(row)
        if not game.levels:
            raise Refused("no_bots")
        if level not in game.levels:
            raise Refused("unknown_level", levels=list(game.levels))
        taken = {place.name for place in there}
        return Place.objects.create(
            table=row,
            seat=_free(row, there, seat),
            name=name or random.choice([name for name in BOT_NAMES if name not in taken]),
            weave=_weave(there, 0) if weave is None else weave,
            bot=level,
        )


def clear(table: Table, seat: int) -> None:
    """Take a bot or a person off a seat, before the start. An empty seat stays empty."""
    with locked(table, "open") as (row, there):
        if not 0 <= seat < row.seats:
            raise Refused("unknown_seat", seat=seat)
        for place in there:
            if place.seat == seat:
                _remove(place, there)


def leave(table: Table, player: Player) -> None:
    """Go: before the start the seat is free again; in the game a bot plays on. The next person is the host.

    Of a game that is over nobody leaves: nothing happens. Refuses with ``not_here``.
    """
    with locked(table) as (row, there):
        mine = _place_of(there, player)
        if mine is None:
            raise Refused("not_here")
        if row.state == "open":
            _remove(mine, there)
        elif row.state == "running" and mine.left_at is None:
            mine.left_at, mine.stand_in = wall(), _default_level(row)
            mine.save(update_fields=["left_at", "stand_in"])
            _hand_on(mine, there)


def reclaim(table: Table, player: Player) -> Place:
    """Come back to the own seat: the bot that played there gets up. Refuses with ``not_here``."""
    with locked(table) as (row, there):
        mine = _place_of(there, player)
        if mine is None:
            raise Refused("not_here")
        if row.state == "running" and (mine.stand_in or mine.left_at is not None):
            mine.stand_in, mine.left_at, mine.seen_at = "", None, wall()
            mine.host = not any(place.host for place in there)
            mine.save(update_fields=["stand_in", "left_at", "seen_at", "host"])
        return mine


def replace(table: Table, seat: int) -> None:
    """Let a bot play for a person in the game.

    Refuses with ``not_started``, ``over``, ``not_here``, ``no_bots``.
    """
    with locked(table, "running") as (row, there):
        here = [place for place in there if place.seat == seat and not place.bot]
        if not here:
            raise Refused("not_here")
        level = _default_level(row)
        if not level:
            raise Refused("no_bots")
        for place in here:
            place.stand_in = level
            place.save(update_fields=["stand_in"])


def change_options(table: Table, options: dict[str, Any], *, seats: int | None = None) -> Table:
    """Set all options anew, before the start; those left out get their defaults.

    Refuses with ``bad_options`` (field, message), ``started``, ``over``, ``too_many`` (needs) sit here.
    """
    with locked(table, "open", tell=("options", "places")) as (row, there):
        decoded, count = _checked(game_of(row), options, seats, row.seats)
        if len(there) > count:
            raise Refused("too_many", needs=[count, count])
        row.options, row.seats = game_options.encode(decoded), count
        row.save(update_fields=["options", "seats"])
        free = iter([seat for seat in range(count) if seat not in {place.seat for place in there}])
        for place in there:
            if place.seat >= count:
                place.seat = next(free)
                place.save(update_fields=["seat"])
    table.options, table.seats = row.options, row.seats
    return table


def rename(player: Player) -> None:
    """Show a person's new name at the tables that wait or run."""
    mine = Place.objects.filter(player=player, table__over_at=None).exclude(name=player.name)
    tables = list(mine.values_list("table", flat=True))
    mine.update(name=player.name)
    for table_id in tables:
        announce(table_id, "places")


def check_host(table: Table, player: Player) -> None:
    """Refuses with ``not_host`` unless this person is the table's host."""
    if not table.places.filter(player=player, host=True).exists():
        raise Refused("not_host")


def game_of(table: Table) -> Game:
    """A table's game. Refuses with ``unknown_game`` where it is not installed."""
    game = registry.get(table.game)
    if game is None:
        raise Refused("unknown_game", game=table.game)
    return game


def places(table_id: int) -> list[dict[str, Any]]:
    """Who sits where, as the note ``places`` tells it, by seat."""
    return told(Place.objects.filter(table_id=table_id))


def told(there: Iterable[Place]) -> list[dict[str, Any]]:
    """The same of places that are read already."""
    now = wall()
    return [
        {
            "seat": place.seat,
            "n": place.n,
            "name": place.name,
            "weave": place.weave,
            "bot": place.bot or None,
            "stand_in": bool(place.stand_in),
            "here": bool(place.bot) or (place.left_at is None and now - place.seen_at <= AWAY_AFTER),
            "host": place.host,
        }
        for place in there
    ]


def seen(place_ids: Iterable[int], when: int) -> None:
    """A sign of life of these places' people, at a wall time in ms.

    A host who has been away for a minute before the start hands on to whoever of them has sat longest.
    """
    here = Place.objects.filter(pk__in=list(place_ids))
    here.update(seen_at=when)
    hosts = Place.objects.filter(host=True, seen_at__lt=when - HOST_AWAY_AFTER, table__started_at=None)
    for host in hosts.filter(table__places__in=here).select_related("table").distinct():
        # Nobody waits here: a row that is locked is looked at next time.
        with suppress(Refused, OperationalError), locked(host.table, "open", wait=False) as (_, there):
            mine = next((p for p in there if p.pk == host.pk), None)
            if mine is not None and mine.seen_at < when - HOST_AWAY_AFTER:
                _hand_on(mine, [p for p in there if p.seen_at >= when - AWAY_AFTER])


def reclaim_place(place_id: int) -> bool:
    """A person is back before having left for good: whether a bot had to get up."""
    replaced = Place.objects.filter(pk=place_id, left_at=None).exclude(stand_in="")
    return bool(replaced.update(stand_in=""))


@contextmanager
def locked(
    table: Table, state: str | None = None, tell: tuple[str, ...] = ("places",), wait: bool = True
) -> Iterator[tuple[Table, list[Place]]]:
    """The table's row, locked and in the state that is asked for, and its places in the order of sitting.

    Raises OperationalError where somebody else has it locked and it is not to ``wait``.
    """
    with transaction.atomic():
        row = Table.objects.select_for_update(nowait=not wait).get(pk=table.pk)
        if state is not None and row.state != state:
            raise Refused({"open": "not_started", "running": "started", "over": "over"}[row.state])
        yield row, list(row.places.order_by("pk"))
        announce(row.pk, *tell)


def _checked(game: Game, raw: dict[str, Any], seats: int | None, usual: int) -> tuple[Any, int]:
    """The options and how many seats: as asked, else the usual number or the nearest that is allowed."""
    try:
        allowed = game.seats(game_options.decode(game, raw))
        count = min(max(usual, allowed[0]), allowed[-1]) if seats is None else seats
        return game_options.decode(game, raw, count), count
    except BadOptions as bad:
        raise Refused("bad_options", field=bad.field, message=bad.message) from None


def _place_of(there: list[Place], player: Player) -> Place | None:
    return next((place for place in there if place.player_id == player.pk), None)


def _free(table: Table, there: list[Place], seat: int | None) -> int:
    taken = {place.seat for place in there}
    if seat is not None:
        if not 0 <= seat < table.seats:
            raise Refused("unknown_seat", seat=seat)
        if seat in taken:
            raise Refused("seat_taken", seat=seat)
        return seat
    free = next((seat for seat in range(table.seats) if seat not in taken), None)
    if free is None:
        raise Refused("no_free_seat")
    return free


def _weave(there: list[Place], preferred: int) -> int:
    taken = {place.weave for place in there}
    return next((weave for weave in (preferred, *range(WEAVES)) if weave not in taken), preferred)


def _default_level(table: Table) -> str:
    game = registry.get(table.game)
    return game.default_level if game else ""


def _remove(place: Place, there: list[Place]) -> None:
    _hand_on(place, there)
    place.delete()


def _hand_on(leaver: Place, there: list[Place]) -> None:
    """Hosting goes to whoever has sat longest of the people who stay, or to nobody."""
    if not leaver.host:
        return
    leaver.host = False
    leaver.save(update_fields=["host"])
    heir = next((p for p in there if p.player_id and p.left_at is None and p.pk != leaver.pk), None)
    if heir is not None:
        heir.host = True
        heir.save(update_fields=["host"])
