"""The table: zones of cards and public facts, changed only through four recorded ops.

An op is a tuple, and a JSON array in the log and on the wire:

    ("z", name, see, owner, cards)     a zone is laid out (new, or empty so far)
    ("m", source, target, cards[, at]) cards go from one zone to another; ``at`` counts from its bottom
    ("o", zone, cards)                 a zone's cards get a new order, bottom to top
    ("s", facts)                       facts get new values

Folding an op never runs game code, so every process, an old log and a newer version of a game agree.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from sys import intern
from typing import Any, NamedTuple

Op = tuple[Any, ...]
Cards = tuple[str, ...]


class Kind(NamedTuple):
    """Who may see a zone's cards: ``all``, its ``owner``, ``none``, or everybody the ``top`` one only."""

    see: str = "all"
    owner: int | None = None


class Chance:
    """Where a table's luck comes from. The default is the system's, which nobody can foresee or repeat."""

    def __init__(
        self, rng: random.Random | None = None, deals: Mapping[Any, Iterable[str]] | None = None
    ) -> None:
        """``deals`` gives the order of some shuffles beforehand, by the deal they are for."""
        self.rng = rng or random.SystemRandom()
        self.deals = deals or {}

    @classmethod
    def seeded(cls, seed: object) -> Chance:
        """Repeatable luck: the same seed and the same moves make the same log."""
        return Seeded(seed)

    def deal_rng(self, deal: object) -> random.Random:
        """The luck of one deal alone, so that other draws do not change the deal."""
        return self.rng

    def shuffled(self, cards: Cards, deal: object) -> Cards:
        """The cards in the order of this deal."""
        given = self.deals.get(deal)
        return tuple(given) if given is not None else tuple(self.deal_rng(deal).sample(cards, len(cards)))


class Seeded(Chance):
    """Luck that follows from a seed; for tests, playthroughs and measurements."""

    def __init__(self, seed: object, deals: Mapping[Any, Iterable[str]] | None = None) -> None:
        super().__init__(random.Random(f"{seed}"), deals)
        self.seed = seed

    def deal_rng(self, deal: object) -> random.Random:
        return random.Random(f"{self.seed}/{deal}")


class Table:
    """One table. Reading is free; a committed table is never written: changes are made on a ``draft``.

    ``t["h0"]`` is the tuple of a zone's cards, bottom to top; facts are attributes (``t.turn``).
    Times are milliseconds on the table's clock, which starts at its creation and stands still in a pause.
    """

    __slots__ = ("chance", "facts", "kept", "kinds", "now", "ops", "options", "piles", "seats", "secret")

    def __init__(self, seats: int = 0, options: Any = None, chance: Chance | None = None) -> None:
        self.piles: dict[str, Cards] = {}
        self.kinds: dict[str, Kind] = {}
        self.facts: dict[str, Any] = {
            "turn": None,
            "over": None,
            "score": [0] * seats,
            "wake_at": None,
            "late": None,
        }
        self.kept: dict[str, Any] = {}
        self.seats = range(seats)
        self.options = options
        self.chance = chance or Chance()
        self.now = 0
        self.ops: list[Op] = []
        self.secret: dict[str, Any] = {}

    def draft(self, now: int | None = None, chance: Chance | None = None) -> Table:
        """A copy to write on, with no ops yet; a rejected move simply drops it."""
        t = Table.__new__(Table)
        t.piles = self.piles.copy()
        t.kinds, t.facts, t.kept = self.kinds, self.facts, self.kept
        t.seats, t.options = self.seats, self.options
        t.chance = chance or self.chance
        t.now = self.now if now is None or now < self.now else now
        t.ops = []
        t.secret = {}
        return t

    def __getitem__(self, zone: str) -> Cards:
        return self.piles[zone]

    def __contains__(self, zone: str) -> bool:
        return zone in self.piles

    def __getattr__(self, fact: str) -> Any:
        if fact.startswith("_") or fact in RESERVED:  # asked for while a copy or a pickle is being built
            raise AttributeError(fact)
        try:
            return self.facts[fact]
        except KeyError:
            raise AttributeError(f"the table has no fact {fact!r}") from None

    @property
    def rng(self) -> random.Random:
        """Luck other than the deal's."""
        return self.chance.rng

    def deal_rng(self, deal: object) -> random.Random:
        """The luck of one deal alone."""
        return self.chance.deal_rng(deal)

    # The four ops.

    def zone(
        self, name: str, cards: Iterable[str] = (), *, see: str = "all", owner: int | None = None
    ) -> None:
        """Lay out a zone, new or empty. Raises ValueError for one in use and for a wrong visibility."""
        if self.piles.get(name):
            raise ValueError(f"zone {name!r} is in use")
        if see not in {"all", "owner", "none", "top"}:
            raise ValueError(f"unknown visibility {see!r}")
        if see == "owner" and owner not in self.seats:
            raise ValueError(f"zone {name!r} needs a seat for its owner, not {owner!r}")
        self._record(("z", name, see, owner, tuple(cards)))

    def move(self, source: str, target: str, *cards: str, at: int | None = None) -> None:
        """Move cards, in the order given; on top, or so that the first lies at ``at`` from the bottom.

        Raises ValueError for a card that is not there and for a place outside the target, KeyError for a zone
        that is not there.
        """
        if at is not None and not 0 <= at <= len(self.piles[target]):
            raise ValueError(f"{target!r} has no place {at}")
        if cards:
            self._record(("m", source, target, cards) if at is None else ("m", source, target, cards, at))

    def order(self, zone: str, cards: Iterable[str]) -> None:
        """Put a zone's own cards in a new order. Raises ValueError if they are not exactly its cards."""
        cards = tuple(cards)
        if sorted(cards) != sorted(self.piles[zone]):
            raise ValueError(f"not the cards of {zone!r}")
        self._record(("o", zone, cards))

    def set(self, **facts: Any) -> None:
        """Give facts new values: JSON values (lists, not tuples) that are never changed in place.

        Raises ValueError for a reserved name.
        """
        if not RESERVED.isdisjoint(facts):
            raise ValueError(f"reserved: {sorted(RESERVED.intersection(facts))}")
        self._record(("s", facts))

    def keep(self, key: str, value: Any) -> None:
        """Store a JSON value that survives a crash and stays secret: in the log, in no view, on no wire."""
        self.secret = {**self.secret, key: value}
        self.kept = {**self.kept, key: value}

    # Sugar on the ops.

    def shuffle(self, zone: str, deal: object = 0) -> None:
        """Shuffle a zone with the luck of one deal (any value that names it: a number, a tuple).

        The same luck gives the same order, however the cards came there.
        """
        self.order(zone, self.chance.shuffled(tuple(sorted(self.piles[zone])), deal))

    def deal(self, source: str, target: str, n: int = 1) -> None:
        """Move ``n`` cards one by one off the top; fewer where there are not so many."""
        self.move(source, target, *self.piles[source][: -n - 1 : -1])

    def add(self, seat: int, points: int) -> None:
        """Add points to a seat's score."""
        self.set(score=[old + points if s == seat else old for s, old in enumerate(self.score)])

    def next(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % len(self.seats)

    def _record(self, op: Op) -> None:
        FOLD[op[0]](self, *op[1:])
        self.ops.append(op)


RESERVED = frozenset({*Table.__slots__, "rng", "seat", "zones"})
"""Names that no fact can have, for tables and views use them. (A fact that shares a method's name, such as
``deal``, is read as ``t.facts["deal"]``.)"""


def fold(t: Table, op: Iterable[Any]) -> None:
    """Apply one recorded op, a tuple or a JSON array, to a draft. Generic: knows no game."""
    verb, *rest = op
    FOLD[verb](t, *rest)


def _zone(t: Table, name: str, see: str, owner: int | None, cards: Iterable[str]) -> None:
    t.kinds = {**t.kinds, name: Kind(see, owner)}
    t.piles[name] = _kept(cards)


def _move(t: Table, source: str, target: str, cards: Iterable[str], at: int | None = None) -> None:
    pile, cards = t.piles[source], tuple(cards)
    n = len(cards)
    top = pile[-n:]
    if top == cards or (top := pile[: -n - 1 : -1]) == cards:  # off the top: nearly always
        t.piles[source], cards = pile[:-n], top
    else:
        left = list(pile)
        for card in cards:
            left.remove(card)
        t.piles[source] = tuple(left)
    there = t.piles[target]
    t.piles[target] = there + cards if at is None else there[:at] + cards + there[at:]


def _order(t: Table, zone: str, cards: Iterable[str]) -> None:
    t.piles[zone] = _kept(cards)


def _kept(cards: Iterable[str]) -> Cards:
    """Cards as they lie for long: read from a log each would be a text of its own, at every table."""
    return tuple(map(intern, cards))


def _set(t: Table, facts: dict[str, Any]) -> None:
    t.facts = {**t.facts, **facts}


FOLD: dict[str, Callable[..., None]] = {"z": _zone, "m": _move, "o": _order, "s": _set}
