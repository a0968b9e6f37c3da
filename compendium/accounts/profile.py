"""What people do on their profile: name, card back, tokens, and the games they have played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from compendium.rules import registry
from compendium.tables import seating
from compendium.tables.models import Place

from .models import Player, Token
from .names import clean

MOST_TOKENS = 20
LONGEST_HISTORY = 50


@dataclass(frozen=True)
class Played:
    """A finished game: ``place`` 1 is the winner's; None where no score was kept."""

    code: str
    game_name: str
    when: datetime
    place: int | None
    points: int | None
    of: int
    with_names: list[str]


def change(player: Player, *, name: str | None = None, weave: int | None = None) -> None:
    """Another name, another card back. Tables that are not over show the name at once. Raises BadName."""
    if name is not None:
        player.name = clean(name)
    if weave is not None:
        player.weave = weave
    with transaction.atomic():
        player.save(update_fields=["name", "weave"])
        if name is not None:
            seating.rename(player)


@transaction.atomic
def make_token(player: Player, name: str) -> tuple[Token, str] | None:
    """A token and its key; None where the player has too many already."""
    Player.objects.select_for_update().get(pk=player.pk)
    if player.tokens.count() >= MOST_TOKENS:
        return None
    return Token.make(player, name)


def revoke_token(player: Player, token_id: int) -> bool:
    """Whether the player had such a token."""
    deleted, _ = player.tokens.filter(pk=token_id).delete()
    return bool(deleted)


def history(player: Player) -> list[Played]:
    """The player's finished games, the last one first. Two queries."""
    mine = player.places.filter(table__over_at__isnull=False).select_related("table")
    newest = mine.order_by("-table__over_at").prefetch_related("table__places")[:LONGEST_HISTORY]
    return [_played(place) for place in newest]


def _played(place: Place) -> Played:
    table, game = place.table, registry.get(place.table.game)
    points: list[int] = table.score or []
    mine = points[place.seat] if place.seat < len(points) else None
    return Played(
        code=table.code,
        game_name=game.name if game else table.game,
        when=datetime.fromtimestamp(table.over_at / 1000, UTC),
        place=None if mine is None else 1 + sum(other > mine for other in points),
        points=mine,
        of=table.seats,
        with_names=[other.name for other in table.places.all() if other.pk != place.pk],
    )
