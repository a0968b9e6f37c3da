"""What a browser does with the ops that it is sent: the same four ops, over what one audience is shown.

A zone is ``[see, owner, shown]``, where ``shown`` is the list of its cards where they are seen, their count
where they are not, and ``[count, top card or None]`` where only the top one is. No rules here, only what
JSON brought.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from compendium.rules import View


def wire(value: Any) -> Any:
    """A value as it arrives at the other end of a socket."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Client:
    """A table in a browser: zones and facts of one audience's view."""

    def __init__(self, v: View) -> None:
        self.zones: dict[str, list[Any]] = wire(v.zones)
        self.facts: dict[str, Any] = wire(v.facts)

    def fold(self, ops: Iterable[Any]) -> None:
        """Apply the ops of an entry, as they arrive."""
        for verb, *rest in ops:
            getattr(self, f"_{verb}")(*rest)

    def _z(self, name: str, see: str, owner: int | None, shown: Any) -> None:
        self.zones[name] = [see, owner, [shown, None] if see == "top" else _own(shown)]

    def _m(self, source: str, target: str, cards: list[str] | int, at: int | None = None) -> None:
        self._leave(self.zones[source], cards)
        self._arrive(self.zones[target], cards, at)

    def _leave(self, zone: list[Any], cards: list[str] | int) -> None:
        see, _, shown = zone
        if isinstance(shown, int):
            zone[2] = shown - _number(cards)
        elif see == "top":
            zone[2] = [shown[0] - _number(cards), None]
        elif isinstance(cards, int):
            del shown[len(shown) - cards :]
        else:
            for card in cards:
                shown.remove(card)

    def _arrive(self, zone: list[Any], cards: list[str] | int, at: int | None) -> None:
        see, _, shown = zone
        if isinstance(shown, int):
            zone[2] = shown + _number(cards)
        elif see == "top":
            zone[2] = [shown[0] + _number(cards), None]
        else:
            assert isinstance(cards, list)
            place = len(shown) if at is None else at
            shown[place:place] = cards

    def _o(self, name: str, cards: Any) -> None:
        zone = self.zones[name]
        if zone[0] == "top":
            zone[2] = [zone[2][0], cards]
        elif cards is not None:
            zone[2] = _own(cards)

    def _s(self, facts: dict[str, Any]) -> None:
        self.facts.update(facts)


def _own(shown: list[str] | int) -> list[str] | int:
    return shown if isinstance(shown, int) else list(shown)


def _number(cards: list[str] | int) -> int:
    return cards if isinstance(cards, int) else len(cards)
