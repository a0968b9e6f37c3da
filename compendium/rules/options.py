"""Typed options: from JSON to a game's struct and back, and their schema for forms and programs."""

from __future__ import annotations

from typing import Any

import msgspec

from .game import BadOptions, Game


def decode(game: Game, raw: dict[str, Any], seats: int | None = None) -> Any:
    """The options struct that ``raw`` (JSON values; missing fields get their defaults) stands for.

    With ``seats`` the rules across fields are checked too. Raises BadOptions, naming the field where it can.
    """
    try:
        options = msgspec.convert(raw, game.Options)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter for lone surrogates
        text = str(error)
        where = text.rpartition("`$.")[2].rstrip("`") if "`$." in text else None
        raise BadOptions(where, text) from None
    if seats is not None:
        allowed = game.seats(options)
        if seats not in allowed:
            number = f"{allowed[0]}" if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
            raise BadOptions(None, f"{game.name} is for {number} seats with these options")
        game.check(options, seats)
    return options


def encode(options: Any) -> dict[str, Any]:
    """A struct's fields as JSON values."""
    raw: dict[str, Any] = msgspec.to_builtins(options)
    return raw


def schema(game: Game) -> dict[str, Any]:
    """JSON Schema of a game's options: an object whose properties have title, description and default."""
    parts: dict[str, Any] = msgspec.json.schema(game.Options)["$defs"]
    whole: dict[str, Any] = parts.pop(game.Options.__name__)
    return {**whole, "$defs": parts} if parts else whole
