"""A game's day: everybody plays the same cards, once for the ranking, as often as they like after that.

The day is the date in UTC, and an attempt counts for the day on which it was begun. The cards follow from
the site's secret key, the game and the date, so that nobody knows them beforehand.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from compendium.accounts.models import Player
from compendium.rules import Daily, Game
from compendium.rules import options as game_options
from compendium.tables import store
from compendium.tables.clock import wall
from compendium.tables.models import Table
from compendium.tables.seating import Refused
from compendium.tables.start import start

from . import catalogue
from .models import Attempt
from .opening import fill, open_table

DAY = 86_400_000
"""ms."""


def today() -> date:
    """The date in UTC, by the clock that the tables go by."""
    return datetime.fromtimestamp(wall() / 1000, UTC).date()


def end_of(day: date) -> int:
    """The midnight that ends a day, wall ms."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000 + DAY


def find(slug: str) -> tuple[Game, Daily]:
    """A game that has a day. Refuses with ``unknown_game``."""
    game = catalogue.find(slug)
    if game.daily is None:
        raise Refused("unknown_game", game=game.slug)
    return game, game.daily


def read(text: str | None) -> date:
    """A day as addresses write it, today where there is none. Refuses with ``unknown_day``."""
    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.max
    if day > today() or day.isoformat() != text:
        raise Refused("unknown_day", day=text[:20])
    return day


def yesterday(day: date) -> date:
    """The day before."""
    return day - timedelta(days=1)


def tomorrow(day: date) -> date:
    """The day after."""
    return day + timedelta(days=1)


def luck_of(slug: str, day: date) -> str:
    """What the tables of a day draw from. Another key during the day leaves those that come later alike."""
    known = Table.objects.filter(attempt__game=slug, attempt__day=day).values_list("luck", flat=True).first()
    return known or salted_hmac("compendium.day", f"{slug}/{day}", algorithm="sha256").hexdigest()


def ranked(slug: str, day: date, player: Player | None) -> Attempt | None:
    """A person's attempt that counts, begun or over."""
    mine = Attempt.objects.filter(game=slug, day=day, player=player, ranked=True) if player else None
    return None if mine is None else mine.select_related("table", "player").first()


def played(player: Player | None, day: date) -> set[str]:
    """The games of which a person has played the day to the end."""
    over = Attempt.objects.filter(day=day, player=player, ranked=True, table__over_at__isnull=False)
    return set(over.values_list("game", flat=True)) if player else set()


def play(player: Player, slug: str) -> Attempt:
    """Today's attempt, begun now or long ago: there is one, however often somebody asks at once."""
    game, daily = find(slug)
    day = today()
    mine = ranked(slug, day, player)
    if mine is not None:
        return mine
    try:
        return _begin(player, game, daily, day, counts=True)
    except IntegrityError:
        mine = ranked(slug, day, player)
        if mine is None:
            raise
        return mine


def practise(player: Player, slug: str, day: date) -> Attempt:
    """The cards of a day that is over, or that one has played, once more and for nothing.

    A table of that kind that waits is gone on with. Refuses with ``play_first``.
    """
    game, daily = find(slug)
    mine = ranked(slug, day, player)
    if day == today() and (mine is None or mine.table.over_at is None):
        raise Refused("play_first", title=daily.title)
    begun = Attempt.objects.filter(game=slug, day=day, player=player, table__over_at=None)
    return begun.select_related("table").order_by("-pk").first() or _begin(
        player, game, daily, day, counts=False
    )


def counts(table: Table) -> bool:
    """Whether a table is somebody's attempt that ranks."""
    return bool(table.luck) and Attempt.objects.filter(table=table, ranked=True).exists()


def may_look(table: Table, player: Player | None) -> bool:
    """Whether somebody may see the cards of a table: those of a day not before having played them."""
    return not table.luck or store.may_look(table.pk, "" if player is None else str(player.pk))


@transaction.atomic
def _begin(player: Player, game: Game, daily: Daily, day: date, *, counts: bool) -> Attempt:
    """A table that begins at once, and what says whose and which day's it is: both or neither."""
    options = {} if daily.options is None else game_options.encode(daily.options)
    luck = luck_of(game.slug, day)
    table = open_table(
        player, game, options, public=False, seats=daily.seats, luck=luck, hidden_until=end_of(day)
    ).table
    attempt = Attempt.objects.create(game=game.slug, day=day, player=player, table=table, ranked=counts)
    fill(table, daily.level or game.default_level)
    start(table)
    table.refresh_from_db()
    return attempt
