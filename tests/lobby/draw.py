"""Draw: the smallest game, for tests of the lobby.

Two to five players. Take a card when it is your turn; the game is over when `cards` are taken.

## Points

1. The first taker gets -10.
2. Everybody else gets 1-3.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from compendium.rules import BadOptions, Game, Move, Preset, Table


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of each kind."""

    cards: Annotated[int, Meta(title="Cards", description="How many are taken.", ge=1, le=9)] = 5
    pace: Annotated[
        Literal["slow", "fast"],
        Meta(title="Pace", extra_json_schema={"x-labels": {"slow": "Take your time", "fast": "Hurry"}}),
    ] = "slow"
    open_hands: Annotated[bool, Meta(title="Open hands", description="Everybody sees all cards.")] = False


class Draw(Game):
    slug = "draw"
    name = "Draw"
    summary = "Take a card."
    minutes = 1
    verbs = frozenset({"take"})
    Options = Options
    presets = (Preset("usual", "Usual"), Preset("hasty", "Hasty", {"cards": 3, "pace": "fast"}))
    levels = {"easy": "Easy", "hard": "Hard"}
    default_level = "easy"
    level_words = {"easy": "Takes any card"}

    def seats(self, options: Any) -> range:
        return range(2, 4) if options.pace == "fast" else range(2, 6)

    def check(self, options: Any, seats: int) -> None:
        if options.cards < seats:
            raise BadOptions("cards", f"There must be a card for each of the {seats} seats.")

    def setup(self, t: Table) -> None:
        t.zone("stock", [f"{rank}S" for rank in "A23456789"[: t.options.cards]], see="none")
        for seat in t.seats:
            t.zone(f"h{seat}", see="owner", owner=seat)
        t.set(turn=0)

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        return [("take",)] if t.turn == seat else []

    def play(self, t: Table, seat: int, move: Move) -> None:
        t.move("stock", f"h{seat}", t["stock"][-1])
        t.set(turn=t.next(seat))
        if not t["stock"]:
            t.set(turn=None, over="done")
