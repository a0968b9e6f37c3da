"""What an audience may know: a seat, or the watchers (``None``).

A zone's cards are *shown* as a list where the audience sees the zone, as a count where it does not, and as
``[count, top card]`` for a zone of which only the top is seen. What one entry discloses is worked out for the
entry as a whole: of a ``top`` zone only the card that lies on top after it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .table import Kind, Op, Table

Audience = int | None


class View(msgspec.Struct, frozen=True):
    """A table as one audience knows it; all that a bot is ever given.

    ``v["h0"]`` is what is shown of a zone; facts are attributes, as on a table.
    """

    seat: int | None
    seats: range
    options: Any
    now: int
    zones: dict[str, tuple[str, int | None, Any]]
    facts: dict[str, Any]

    def __getitem__(self, zone: str) -> Any:
        return self.zones[zone][2]

    def __getattr__(self, fact: str) -> Any:
        if fact.startswith("_"):
            raise AttributeError(fact)
        try:
            return self.facts[fact]
        except KeyError:
            raise AttributeError(f"the table has no fact {fact!r}") from None


def sees(kind: Kind, audience: Audience) -> bool:
    """Whether an audience sees every card of a zone of this kind."""
    return kind.see == "all" or (kind.see == "owner" and audience is not None and kind.owner == audience)


def shown(t: Table, zone: str, audience: Audience) -> Any:
    """A zone's cards, their count, or ``[count, top]``."""
    kind, cards = t.kinds[zone], t.piles[zone]
    if sees(kind, audience):
        return cards
    if kind.see == "top":
        return [len(cards), cards[-1] if cards else None]
    return len(cards)


def view(t: Table, audience: Audience) -> View:
    """The whole table as an audience knows it."""
    zones = {name: (kind.see, kind.owner, shown(t, name, audience)) for name, kind in t.kinds.items()}
    return View(audience, t.seats, t.options, t.now, zones, t.facts)


def audiences(before: Table, after: Table) -> set[Audience]:
    """Who is to be told apart about a draft's ops: owners of private zones touched; all others are None."""
    apart: set[Audience] = {None}
    for op in after.ops:
        if op[0] == "s":
            continue
        if op[0] == "z" and op[2] == "owner":
            apart.add(op[3])
        for name in op[1:3] if op[0] == "m" else op[1:2]:
            for kinds in (before.kinds, after.kinds):
                kind = kinds.get(name)
                if kind is not None and kind.see == "owner":
                    apart.add(kind.owner)
    return apart


def redact(before: Table, after: Table, audience: Audience) -> list[Op]:
    """A draft's ops as one audience may know them.

    A card that the audience sees neither leaving nor arriving becomes part of a count, and so do the topmost
    cards of a zone that it sees, which go where it does not: a waste turned over is not spelt out. A hidden
    zone's new order is ``None``. For every ``top`` zone touched, an order of its top card alone stands at the
    end.
    """
    kinds, told, tops, changed = before.kinds, [], dict[str, None](), set[str]()
    for op in after.ops:
        verb = op[0]
        if verb == "s":
            told.append(op)
        elif verb == "m":
            source, target = kinds[op[1]], kinds[op[2]]
            tops.update((name, None) for name in op[1:3] if kinds[name].see == "top")
            if sees(target, audience) or (
                sees(source, audience)
                and (op[1] in changed or set(op[3]) != set(before.piles[op[1]][-len(op[3]) :]))
            ):
                told.append(op)
            else:
                told.append((verb, op[1], op[2], len(op[3]), *op[4:]))
            changed.update(op[1:3])
        elif verb == "z":
            kind = Kind(op[2], op[3])
            kinds = {**kinds, op[1]: kind}
            changed.add(op[1])
            told.append(op if sees(kind, audience) else (*op[:4], len(op[4])))
            if kind.see == "top":
                tops[op[1]] = None
        else:
            changed.add(op[1])
            if kinds[op[1]].see == "top":
                tops[op[1]] = None
            else:
                told.append(op if sees(kinds[op[1]], audience) else (verb, op[1], None))
    for name in tops:
        if kinds[name].see == "top":
            pile = after.piles[name]
            told.append(("o", name, pile[-1] if pile else None))
    return told
