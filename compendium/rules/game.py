"""What a game is: one object with a few named functions, each pure Python on a table."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from .audience import View
from .daily import Daily
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


class Figure(NamedTuple):
    """Something that is counted of a game for people's personal bests: its title, and what is best."""

    title: str
    best: Literal["most", "least"] = "most"
    unit: Literal["", "ms"] = ""
    """What it counts; times are in ms."""


class Preset(msgspec.Struct, frozen=True):
    """Options that go together under a name people know, set by one click."""

    slug: str
    """Small letters, digits and hyphens; stable."""
    title: str
    options: dict[str, Any] = {}
    """Field -> JSON value; what it does not name has its default."""


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
    verbs: ClassVar[frozenset[str]] = frozenset()
    """First words of its moves."""
    Options: ClassVar[type[msgspec.Struct]] = NoOptions
    presets: ClassVar[tuple[Preset, ...]] = ()
    """The usual sets of options, the defaults among them if they have a name."""
    levels: ClassVar[dict[str, str]] = {}
    """Bots' levels and their titles, weakest first; empty: no bots."""
    level_words: ClassVar[Mapping[str, str]] = {}
    """What each level does, in a few words for who chooses one; those that say nothing are left out."""
    default_level: ClassVar[str] = ""
    figures: ClassVar[dict[str, Figure]] = {}
    """What is counted for personal bests, by name; see ``reached``."""
    quick_level: ClassVar[str] = ""
    """The level that answers within a millisecond for others where too many bots wait; empty: any move."""
    personal: ClassVar[frozenset[str]] = frozenset()
    """Verbs that a bot leaves to a person who shares its seat, such as saying that one is ready."""
    daily: ClassVar[Daily | None] = None
    """What everybody may play once a day with the same cards, and how it ranks; None: nothing."""

    def seats(self, options: Any) -> range:
        """How many seats a table may have."""
        raise NotImplementedError

    def players(self, options: Any) -> int:
        """How many players share each seat: two are partners, who both move for it, and ``play`` is not told
        which of them did.
        """
        return 1

    def check(self, options: Any, seats: int) -> None:
        """Rules across the options' fields. Raises BadOptions."""

    def by_days(self, options: Any) -> bool:
        """Whether a turn takes days: such a table never rests or closes because nobody is there, no bot sits
        in for who is away, and bots move with nobody looking on.
        """
        return False

    def setup(self, t: Table) -> None:
        """Lay out the zones, deal, and say who begins."""
        raise NotImplementedError

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        """The moves a seat may make now; for several seats at once where all play at once.

        A bot chooses among them. What only people do, such as taking back what they said, is left out.
        """
        raise NotImplementedError

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        """Whether a seat may move so at ``t.now``. Agrees with ``legal``, but for what
        is left out there; never raises, whatever it holds.
        """
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

    def waits(self, t: Table, seat: int) -> bool:
        """Whether the table still waits for an absent person; where it does not, a bot sits in after a while.

        A game of turns that has its own time says no once that is spent.
        """
        return not self.realtime

    def presence(self, t: Table) -> None:
        """The fact ``absent`` has changed: seats, sorted, whose people are away and for whom no bot plays.

        Only games in real time are told, while they are played and not paused. Until the first change
        there is no such fact: read it as ``t.facts.get("absent", [])``.
        """

    def resumed(self, t: Table) -> None:
        """The table goes on after a pause, in which its clock stood still. Games in real time are told."""

    def reached(self, t: Table, seat: int) -> Mapping[str, float]:
        """A seat's ``figures`` at a table that is over, by name; left out where there is nothing to count."""
        return {}

    def tells(self, t: Table) -> Any:
        """What the rules themselves tell everybody about hidden cards, such as who had to pass.

        Only tests call it: blindness is checked between deals in which this is the same.
        """
        return None

    def advice(self, v: View, legal: list[Move]) -> tuple[Move, str] | None:
        """What a learner at a practice table might play, and a stable code for why; None: no advice.

        It is asked of the seat's view alone. The page has the words for the code.
        """
        return None

    def values(self, v: View, legal: list[Move], rng: random.Random) -> dict[Move, float]:
        """What each move is worth to the seat, in points: for those who look back at a game that is over.

        Moves that are left out, and all where it is empty, are not judged. It may take some 100 ms.
        """
        return {}

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
