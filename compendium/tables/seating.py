"""Who sits where: people and bots take and leave seats.

Each change is a short transaction under the table's row lock, announced to the table's sockets once it is
committed. What cannot be done raises Refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.db import OperationalError, transaction

from compendium.accounts.models import Player
from compendium.rules import BadOptions, Game, registry
from compendium.rules import options as game_options

from .announce import announce
from .clock import wall
from .models import Place, Table
from .places import USUAL_PLAYERS, places_of, players_of, usual_seats

WEAVES = 8
AWAY_AFTER: int = settings.AWAY_AFTER  # ms without a sign of life
EMPTY_AFTER: int = settings.EMPTY_AFTER  # ms without a sign of life of anybody; then nobody is there
HOST_AWAY_AFTER = 60_000  # ms; then somebody else can begin
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


def create(
    game: Game, options: dict[str, Any], *, seats: int | None = None, luck: str = "", hidden_until: int = 0
) -> Table:
    """A new table with nobody at it. Refuses with ``bad_options`` (field, message)."""
    decoded, count = _checked(game, options, seats, USUAL_PLAYERS)
    return Table.objects.create(
        game=game.slug,
        version=game.version,
        options=game_options.encode(decoded),
        seats=count,
        by_days=game.by_days(decoded),
        luck=luck,
        hidden_until=hidden_until,
        created=wall(),
        look_at=wall() + EMPTY_AFTER,
    )


def sit(table: Table, player: Player, seat: int | None = None, n: int | None = None) -> Place:
    """Give a person a place, the first free one of the table or the seat unless named; who sits already gets
    the own place, or moves. Partners share a seat's card back.

    The first person is the host. Refuses with ``started``, ``over``, ``no_free_seat``, ``seat_taken``,
    ``unknown_seat``.
    """
    with locked(table, "open") as (row, there):
        mine = _place_of(there, player)
        if mine is not None and seat in (None, mine.seat) and n in (None, mine.n):
            return mine
        free, n = _free(row, there, seat, n)
        if mine is not None:
            _move(mine, free, n, [place for place in there if place.pk != mine.pk])
            return mine
        return Place.objects.create(
            table=row,
            seat=free,
            n=n,
            player=player,
            name=player.name,
            weave=_weave(there, player.weave, free),
            host=not any(place.host for place in there),
            seen_at=wall(),
        )


def add_bot(
    table: Table,
    seat: int | None,
    level: str,
    n: int | None = None,
    *,
    name: str = "",
    weave: int | None = None,
) -> Place:
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
        free, n = _free(row, there, seat, n)
        return Place.objects.create(
            table=row,
            seat=free,
            n=n,
            name=name or random.choice([name for name in BOT_NAMES if name not in taken]),
            weave=_weave(there, 0, free) if weave is None else weave,
            bot=level,
        )


def clear(table: Table, seat: int, n: int = 0) -> None:
    """Take a bot or a person off a place, before the start. An empty one stays empty."""
    with locked(table, "open") as (row, there):
        _check_place(row, seat, n)
        for place in there:
            if (place.seat, place.n) == (seat, n):
                _remove(place, there)


def leave(table: Table, player: Player) -> None:
    """Go: before the start the seat is free again; in the game a bot plays on. The next person is the host.

    Of a game that is over nobody leaves: nothing happens; nor at a table that shares its luck, where nobody
    plays for another and one may come back. Refuses with ``not_here``.
    """
    with locked(table) as (row, there):
        mine = _place_of(there, player)
        if mine is None:
            raise Refused("not_here")
        if row.state == "open":
            _remove(mine, there)
        elif row.state == "running" and mine.left_at is None and not row.luck:
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
        decoded, count = _checked(game_of(row), options, seats, row.seats * players_of(row))
        if len(there) > (most := count * game_of(row).players(decoded)):
            raise Refused("too_many", needs=[most, most])
        row.options, row.seats = game_options.encode(decoded), count
        row.by_days = game_of(row).by_days(decoded)
        row.save(update_fields=["options", "seats", "by_days"])
        known = places_of(row)
        staying = [place for place in there if (place.seat, place.n) in known]
        for place in there:
            if place not in staying:
                _move(place, *_free(row, staying), staying)
                staying.append(place)
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
    return replaced.exists() and bool(replaced.update(stand_in=""))  # seldom: a write would wait for others


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
    """The options and how many seats: as asked, else for the usual number of players, or the nearest that is
    allowed.
    """
    try:
        options = game_options.decode(game, raw)
        count = usual_seats(game, options, usual) if seats is None else seats
        return game_options.decode(game, raw, count), count
    except BadOptions as bad:
        raise Refused("bad_options", field=bad.field, message=bad.message) from None


def _place_of(there: list[Place], player: Player) -> Place | None:
    return next((place for place in there if place.player_id == player.pk), None)


def _check_place(table: Table, seat: int, n: int | None) -> None:
    """Refuses with ``unknown_seat``."""
    if not (0 <= seat < table.seats and (n is None or 0 <= n < players_of(table))):
        raise Refused("unknown_seat", seat=seat)


def _free(table: Table, there: list[Place], seat: int | None = None, n: int | None = None) -> tuple[int, int]:
    """A free place: this one, the first at this seat, or the first of all."""
    if seat is not None:
        _check_place(table, seat, n)
    taken = {(place.seat, place.n) for place in there}
    for free in places_of(table):
        if free not in taken and seat in (None, free[0]) and n in (None, free[1]):
            return free
    raise Refused("no_free_seat") if seat is None else Refused("seat_taken", seat=seat)


def _move(place: Place, seat: int, n: int, others: list[Place]) -> None:
    if seat != place.seat:
        place.weave = _weave(others, place.weave, seat)
    place.seat, place.n = seat, n
    place.save(update_fields=["seat", "n", "weave"])


def _weave(there: list[Place], preferred: int, seat: int) -> int:
    """A seat has one card back: the one it has, or one that no other seat has."""
    if (shared := next((place.weave for place in there if place.seat == seat), None)) is not None:
        return shared
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
