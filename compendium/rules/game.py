"""What a game is: one object with a few named functions, each pure Python on a table."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from .audience import View
from .table import Chance, Table

Move = tuple[str | int | None, ...]


class Illegal(Exception):
    """A move the rules do not allow: a stable code and what its text needs. Told, never logged."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(code, args)
        self.code = code
        self.args_ = args


class BadOptions(Exception):
    """Options a game does not take: the field (or None) and a sentence for people."""

    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game without options."""


class Game:
    """Base of every game. The module's docstring is its rules, as people read them."""

    slug: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str] = ""
    """One line for the catalogue."""
    minutes: ClassVar[int] = 10
    """How long a game takes people."""
    version: ClassVar[int] = 1
    realtime: ClassVar[bool] = False
    """Everybody moves at once: legal moves are not sent with every entry."""
    listed: ClassVar[bool] = True
    """Whether the catalogue shows it to players."""
    verbs: ClassVar[frozenset[str]] = frozenset()
    """First words of its moves."""
    Options: ClassVar[type[msgspec.Struct]] = NoOptions
    levels: ClassVar[dict[str, str]] = {}
    """Bots' levels and their titles, weakest first; empty: no bots."""
    default_level: ClassVar[str] = ""

    def seats(self, options: Any) -> range:
        """How many seats a table may have."""
        raise NotImplementedError

    def check(self, options: Any, seats: int) -> None:
        """Rules across the options' fields. Raises BadOptions."""

    def setup(self, t: Table) -> None:
        """Lay out the zones, deal, and say who begins."""
        raise NotImplementedError

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        """The moves a seat may make now; for several seats at once where all play at once."""
        raise NotImplementedError

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        """Whether a seat may move so at ``t.now``. Agrees with ``legal``; never raises, whatever it holds."""
        return any(move == one for one in self.legal(t, seat))

    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        """Why a move that is not allowed is refused."""
        if not move or move[0] not in self.verbs:
            return Illegal("unknown_verb")
        if t.turn is not None and t.turn != seat:
            return Illegal("not_your_turn")
        return Illegal("illegal")

    def play(self, t: Table, seat: int, move: Move) -> None:
        """Carry out a move that is allowed."""
        raise NotImplementedError

    def wake(self, t: Table) -> None:
        """The time in the fact ``wake_at`` has come: set a later one, or None, and do what is due."""

    def tells(self, t: Table) -> Any:
        """What the rules themselves tell everybody about hidden cards, such as who had to pass.

        Only tests call it: blindness is checked between deals in which this is the same.
        """
        return None

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        """A bot's move and the seconds it seems to think. It is given a seat's view and nothing else."""
        return rng.choice(legal), 1.0


def new_table(
    game: Game, seats: int, options: Any = None, chance: Chance | None = None, *, now: int = 0
) -> Table:
    """The first draft of a table: laid out and dealt, its ops those of the first entry."""
    options = game.Options() if options is None else options
    draft = Table(seats, options, chance).draft(now)
    game.setup(draft)
    return draft


def play(
    game: Game, t: Table, seat: int, move: Move, *, now: int | None = None, chance: Chance | None = None
) -> Table:
    """The draft a move leads to; ``t`` is untouched. Judged at its own time. Raises Illegal.

    A move is a verb (a text) and what it needs; games are not asked about anything else.
    """
    if not move or not isinstance(move[0], str):
        raise Illegal("unknown_verb")
    if t.facts["over"] is not None:
        raise Illegal("game_over")
    draft = t.draft(now, chance)
    if not game.allows(draft, seat, move):
        raise game.refusal(draft, seat, move)
    game.play(draft, seat, move)
    return draft


def wake(game: Game, t: Table, *, now: int, chance: Chance | None = None) -> Table | None:
    """The draft that time leads to, or None where nothing is due (early and repeated wakes do nothing)."""
    due = t.facts["wake_at"]
    if due is None or now < due or t.facts["over"] is not None:
        return None
    draft = t.draft(now, chance)
    game.wake(draft)
    if draft.facts["wake_at"] is not None and draft.facts["wake_at"] <= now:
        draft.set(wake_at=None)  # a game that forgets to must not be woken for ever
    return draft
