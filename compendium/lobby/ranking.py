"""The ranking of a day. What a finished table comes to is read off its log once, when somebody first asks."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date

from compendium.accounts.models import Player
from compendium.rules import Daily, Ranked
from compendium.tables import store
from compendium.tables.empty import ABANDONED

from . import days
from .models import Attempt

log = logging.getLogger(__name__)

LONGEST = 100
"""Lines that are shown."""


@dataclass(frozen=True)
class Line:
    """One person's; who shares a place has equal ``rank``."""

    place: int
    name: str
    weave: int
    words: str
    mine: bool


@dataclass(frozen=True)
class Ranking:
    """Of one day: the best lines, how many there are in all, and the reader's own."""

    lines: list[Line]
    count: int
    mine: Line | None

    @property
    def further(self) -> bool:
        """Whether the reader's own line is beyond those that are shown."""
        return self.mine is not None and not any(line.mine for line in self.lines)


def of(slug: str, day: date, reader: Player | None) -> Ranking:
    """The ranking as a reader sees it."""
    settle(slug, day)
    played = Attempt.objects.filter(game=slug, day=day, ranked=True, rank__isnull=False)
    best = played.select_related("player").order_by("rank", "pk")[:LONGEST]
    lines: list[Line] = []
    ranks: list[int | None] = []
    for number, attempt in enumerate(best, 1):
        place = lines[-1].place if ranks and ranks[-1] == attempt.rank else number
        ranks.append(attempt.rank)
        lines.append(_line(place, attempt, reader))
    own = played.filter(player=reader).select_related("player").first() if reader else None
    mine = None
    if own is not None:
        mine = _line(1 + played.filter(rank__lt=own.rank).count(), own, reader)
    return Ranking(lines, played.count(), mine)


def _line(place: int, attempt: Attempt, reader: Player | None) -> Line:
    player = attempt.player
    return Line(
        place, player.name, player.weave, attempt.words, reader is not None and player.pk == reader.pk
    )


def settle(slug: str, day: date) -> None:
    """Write what tables that are over have come to; each is looked at once."""
    _, daily = days.find(slug)
    over = Attempt.objects.filter(
        game=slug, day=day, ranked=True, settled=False, table__over_at__isnull=False
    )
    for attempt in over:
        came_to = _result(daily, attempt)
        if came_to is not None:
            attempt.rank, attempt.words = came_to.rank, came_to.words
        attempt.settled = True
        attempt.save(update_fields=["rank", "words", "settled"])


def _result(daily: Daily, attempt: Attempt) -> Ranked | None:
    """None for a table that was closed before it was played out, and where the game cannot say."""
    replica = store.load(attempt.table_id)
    if replica is None or replica.table.over in (None, ABANDONED):
        return None
    try:
        return daily.result(replica.table, 0)
    except (Exception, SystemExit):
        log.exception("%s cannot rank a table of its day", replica.slug, extra=replica.named)
        return None
