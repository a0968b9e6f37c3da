"""Joining a table that somebody else has made, and sending people away from it."""

from __future__ import annotations

import re

from django.db import transaction

from compendium.accounts.models import Player
from compendium.tables import seating
from compendium.tables.models import Place
from compendium.tables.seating import Refused

from .models import Listing
from .opening import old_place

LINK = re.compile(r"(?:^|/)[tj]/([\w-]+)", re.IGNORECASE)


def find(code: str) -> Listing:
    """The listing of a table's code, as people may type it. Refuses with ``unknown_table``."""
    listings = Listing.objects.select_related("table", "rematch__table")
    listing = listings.filter(table__code=plain(code)).first() if plain(code).isalnum() else None
    if listing is None:
        raise Refused("unknown_table", code=code[:40])
    return listing


def code_in(text: str) -> str:
    """The code in what somebody put in: a link to a table or an invitation, of any host, or just it."""
    link = LINK.search(text)
    return link[1] if link else text


def plain(code: str) -> str:
    """A code without the spaces and small letters that people put in."""
    return "".join(code.split()).replace("-", "").upper()


def join(listing: Listing, player: Player, seat: int | None = None, n: int | None = None) -> Place:
    """A place before the start, the own one again after it.

    Refuses as ``seating.sit`` does, and with ``kicked``.
    """
    table = listing.table
    if table.started_at and table.places.filter(player=player).exists():
        return seating.reclaim(table, player)
    if is_barred(listing, player):
        raise Refused("kicked")
    if seat is None:
        seat, n = old_place(listing, player)
    return seating.sit(table, player, seat, n)


def is_barred(listing: Listing, player: Player | None) -> bool:
    """Whether the host has sent this person away from the table."""
    return player is not None and listing.barred.filter(pk=player.pk).exists()


def has_left(listing: Listing, player: Player | None) -> bool:
    """Whether this person has left the table in the game; joining again gives the seat back."""
    return player is not None and listing.table.places.filter(player=player, left_at__isnull=False).exists()


@transaction.atomic
def send_away(listing: Listing, host: Player, seat: int, n: int = 0) -> None:
    """The host clears a place before the start; a person who sat there cannot come back to this table.

    Refuses with ``not_host``, and as ``seating.clear`` does.
    """
    seating.check_host(listing.table, host)
    place = listing.table.places.filter(seat=seat, n=n).exclude(player=host).first()
    seating.clear(listing.table, seat, n)
    if place is not None and place.player_id is not None:
        listing.barred.add(place.player_id)
