"""Luck that tables share: dealt alike, so that what people make of the same cards can be compared.

A table with a ``luck`` (a secret text in its row) draws from it: the order of each shuffle follows from the
luck and the deal alone, whatever else was drawn; any other draw from the luck and the number of the entry it
is made for. A bot's luck follows from the table's and from what the bot sees, so that whoever plays the same
cards meets the same answers, and a bot still knows no more than its view.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

from compendium.rules import Chance, View

from . import protocol


class Shared(Chance):
    """What the entry ``seq`` of a table with this luck draws from."""

    def __init__(self, luck: str, seq: int) -> None:
        super().__init__(random.Random(f"{luck}/entry/{seq}"))
        self.luck = luck

    def deal_rng(self, deal: object) -> random.Random:
        """The same for every table of this luck."""
        return random.Random(f"{self.luck}/deal/{deal}")


def chance(luck: str, seq: int) -> Chance | None:
    """A table's luck for one entry; None for a table of its own luck, which nobody can foresee."""
    return Shared(luck, seq) if luck else None


def bot_seed(luck: str, v: View) -> int:
    """The seed of a bot's move: the same wherever a seat sees the same cards. 64 bits."""
    zones: dict[str, Any] = {name: shown for name, (_, _, shown) in sorted(v.zones.items())}
    text = f"{luck}/bot/{v.seat}/{protocol.encode_text(zones)}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
