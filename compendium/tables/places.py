"""Which places a table has: one a seat, or several where its game has partners."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from compendium.rules import BadOptions, Game, registry
from compendium.rules import options as game_options

from .models import Place, Table

USUAL_PLAYERS = 4  # where a game leaves it open


def players_of(table: Table) -> int:
    """How many players share each seat of a table; one where its game, or the game its options, is not known
    here.
    """
    game = registry.get(table.game)
    try:
        return 1 if game is None else game.players(game_options.decode(game, table.options))
    except BadOptions:
        return 1


def places_of(table: Table) -> list[tuple[int, int]]:
    """All places of a table, seat and n, in the order in which they are taken: partners side by side."""
    players = players_of(table)
    return [(seat, n) for seat in range(table.seats) for n in range(players)]


def lacking(table: Table, there: Collection[Place]) -> int:
    """How many places are still to be taken before a table can begin: those beside people and bots who have
    no partner yet, and seats that the options ask for.
    """
    players, seats = players_of(table), {place.seat for place in there}
    game = registry.get(table.game)
    try:
        least = 1 if game is None else game.seats(game_options.decode(game, table.options))[0]
    except BadOptions:
        least = 1
    return max(least, len(seats)) * players - len(there)


def usual_seats(game: Game, options: Any, players: int = USUAL_PLAYERS) -> int:
    """How many seats so many players take, as nearly as the options allow."""
    allowed = game.seats(options)
    return min(max(-(-players // game.players(options)), allowed[0]), allowed[-1])
