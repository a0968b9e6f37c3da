"""What there is to tell: the tables by days at which it is somebody's turn.

A digest is due as soon as it has one that was not told of in this turn; then it lists them all. A table that
one has just looked at is in none, and nothing in it is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from compendium.lobby.catalogue import name_of
from compendium.lobby.spans import span
from compendium.tables.turns import Awaited, awaited

LOOKED = 600_000
"""ms since somebody was at a table for which they need no notice of it."""


class Line(NamedTuple):
    """A table in a digest."""

    text: str
    left: str
    url: str


class Digest(NamedTuple):
    """The tables of one person, the most urgent first; ``told`` and ``news`` by table: since which entry."""

    lines: list[Line]
    told: dict[str, int]
    until: int | None
    """wall, ms: when the first of these turns runs out."""

    @property
    def title(self) -> str:
        """As a subject says it."""
        return ngettext("Your turn at %(n)d table", "Your turn at %(n)d tables", len(self.lines)) % {
            "n": len(self.lines)
        }

    def news(self, told: dict[str, int]) -> bool:
        """Whether there is a turn among these that was not told of."""
        return any(told.get(table) != since for table, since in self.told.items())


def digests(players: Collection[int], now: int) -> dict[int, Digest]:
    """What there is to tell each of these people, told or not. Those with nothing are left out."""
    found: dict[int, list[Awaited]] = {}
    for one in awaited(players, by_days=True):
        if one.place.seen_at < now - LOOKED and one.place.player_id is not None:
            found.setdefault(one.place.player_id, []).append(one)
    return {player: _digest(theirs, now) for player, theirs in found.items()}


def address(path: str) -> str:
    """Where a page is, for people who are not here."""
    return f"{settings.PUBLIC_URL}{path}"


def _digest(theirs: list[Awaited], now: int) -> Digest:
    return Digest(
        [_line(one, now) for one in theirs],
        {str(one.table.pk): one.since for one in theirs},
        min((one.table.wake_at for one in theirs if one.table.wake_at is not None), default=None),
    )


def _line(one: Awaited, now: int) -> Line:
    names = [place.name for place in one.table.places.all() if place.pk != one.place.pk]
    game = name_of(one.table.game)
    text = _("%(game)s with %(names)s") % {"game": game, "names": ", ".join(names)} if names else game
    left = "" if one.table.wake_at is None else span(one.table.wake_at - now)
    return Line(text, left, address(f"/t/{one.table.code}"))
