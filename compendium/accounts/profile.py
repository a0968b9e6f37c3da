"""What people do on their profile: name, card back, tokens, and the games they have played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from compendium.rules import Figure, registry
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
    partner_names: list[str]
    """Who shared the player's seat; they are not among ``with_names``."""


@dataclass(frozen=True)
class Best:
    """The best that a player has reached of something that a game counts, and the table where that was."""

    game_name: str
    title: str
    words: str
    code: str
    when: datetime


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


def _day(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def _played(place: Place) -> Played:
    table, game = place.table, registry.get(place.table.game)
    points: list[int] = table.score or []
    others = [other for other in table.places.all() if other.pk != place.pk]
    mine = points[place.seat] if place.seat < len(points) else None
    return Played(
        code=table.code,
        game_name=game.name if game else table.game,
        when=_day(table.over_at),
        place=None if mine is None else 1 + sum(other > mine for other in points),
        points=mine,
        of=table.seats,
        with_names=[other.name for other in others if other.seat != place.seat],
        partner_names=[other.name for other in others if other.seat == place.seat],
    )


def bests(player: Player) -> list[Best]:
    """The player's personal bests, game by game as the games tell what they count. One query."""
    mine = player.places.filter(table__figures__isnull=False, left_at__isnull=True).order_by("table__over_at")
    found: dict[str, dict[str, tuple[float, str, int]]] = {}
    told = ("seat", "table__game", "table__figures", "table__code", "table__over_at")
    for seat, slug, figures, code, over_at in mine.values_list(*told).iterator():
        game, best = registry.get(slug), found.setdefault(slug, {})
        for name, value in figures[seat].items() if game else ():
            figure = game.figures.get(name) if game else None
            if figure and (name not in best or _better(figure, value, best[name][0])):
                best[name] = (value, code, over_at)
    return [
        Best(game.name, figure.title, in_words(figure, value), code, _day(over_at))
        for slug, best in sorted(found.items())
        if (game := registry.get(slug))
        for name, figure in game.figures.items()
        if name in best
        for value, code, over_at in (best[name],)
    ]


def _better(figure: Figure, value: float, than: float) -> bool:
    return value > than if figure.best == "most" else value < than


def in_words(figure: Figure, value: float) -> str:
    """A figure's value as people read it: times as minutes and seconds begun, minus as minus."""
    if figure.unit == "ms":
        tenths = int(value // 100)
        return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"
    return f"{value:g}".replace("-", "\u2212")
