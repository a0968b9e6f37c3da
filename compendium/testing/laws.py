"""``check`` plays a game through under all laws. Each law is a named function.

    from compendium.testing import laws
    laws.check(game, seats=3, seed="a")

The laws of an entry are in ``entry_laws``, the law of blindness in ``blindness``, those of a whole game here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from compendium.rules import Game, registry
from compendium.rules import options as game_options

from .blindness import audiences_are_blind
from .checker import Checker, LawBroken, difference
from .client import wire
from .entry_laws import ENTRY_LAWS
from .playthrough import Mover, again, any_move, entries

__all__ = ["LawBroken", "check"]

MADE_AGAIN = 50
"""Entries of a game that are made once more, in any order."""


def check(
    game: Game,
    seats: int | None = None,
    options: Any = None,
    seed: object = 0,
    *,
    mover: Mover = any_move,
    bound: int = 20_000,
    worlds: int = 40,
    bots: int = 12,
) -> Counter[str]:
    """Play one game under all laws. Returns what was counted: entries, deals, worlds and so on.

    Raises LawBroken, with the law's name in its notes. By default the fewest seats play with the default
    options. ``bound``: entries after which the game must be over. ``worlds``: how many pairs of hidden
    cards are swapped. ``bots``: positions that are shown to the bots.
    """
    options = game.Options() if options is None else options
    seats = game.seats(options)[0] if seats is None else seats
    c = Checker(game, seats, options, seed, mover, bound, worlds, bots)
    try:
        _keep(it_describes_itself, c)
        for entry in islice(entries(game, seats, options, seed, mover), bound):
            c.follow(entry)
            for law in ENTRY_LAWS:
                _keep(law, c, entry)
        for game_law in GAME_LAWS:
            _keep(game_law, c)
    except Exception as error:
        error.add_note(f"in {game.slug}, {seats=}, {options=}, {seed=}, after {len(c.log)} entries")
        raise
    return c.counted


def _keep(law: Callable[..., None], *seen: Any) -> None:
    try:
        law(*seen)
    except Exception as error:
        error.add_note(f"{law.__name__}: {law.__doc__}")
        raise


def it_describes_itself(c: Checker) -> None:
    """The catalogue can show it, and its options survive the way to a form and back."""
    try:
        registry.sound(c.game)
        back = game_options.decode(c.game, wire(game_options.encode(c.options)), c.seats)
    except Exception as error:
        raise LawBroken(str(error)) from error
    if back != c.options:
        raise LawBroken(f"options {c.options} come back as {back}")


def it_ends(c: Checker) -> None:
    """While it is not over somebody can move or a wake is set; and it is over after so many entries."""
    t = c.log[-1].table
    if t.over is None:
        if len(c.log) >= c.bound:
            raise LawBroken(f"not over after {c.bound} entries")
        raise LawBroken("nobody can move and no wake is set")
    if not isinstance(t.over, str):
        raise LawBroken(f"over says in a word why it is; not {t.over!r}")


def the_same_seed_makes_the_same_log(c: Checker) -> None:
    """A move made again on the same table has the same ops: the game itself remembers nothing."""
    for entry in c.rng.sample(c.log, min(MADE_AGAIN, len(c.log))):
        ops = again(c.game, entry, entry.before, c.seed).ops
        if ops != entry.ops:
            raise LawBroken(f"entry {entry.seq} made again: {difference(ops, entry.ops)}")
    same = entries(c.game, c.seats, c.options, c.seed, c.mover)
    for entry, other in zip(c.log, same, strict=True):
        if (entry.seat, entry.move, entry.ops) != (other.seat, other.move, other.ops):
            raise LawBroken(f"entry {entry.seq} of the same game: {difference(other.ops, entry.ops)}")


GAME_LAWS: tuple[Callable[[Checker], None], ...] = (
    it_ends,
    the_same_seed_makes_the_same_log,
    audiences_are_blind,
)
