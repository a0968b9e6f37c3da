"""``check`` plays a game through under all laws. Each law is a named function.

    from compendium.testing import laws
    laws.check(game, seats=3, seed="a")

The laws of an entry are in ``entry_laws``, the law of blindness in ``blindness``, those of a whole game here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from compendium.rules import Game, registry
from compendium.rules import options as game_options

from .blindness import audiences_are_blind
from .checker import Checker, LawBroken, difference
from .client import wire
from .entry_laws import LAWS
from .playthrough import Entry, Mover, again, any_move, entries

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
    """Play one game under all laws; LawBroken says which one it broke. Returns what was counted.

    ``seats`` and ``options``: by default the fewest seats and the default options. ``bound``: entries after
    which the game must be over. ``worlds``: how many pairs of hidden cards are swapped. ``bots``: positions
    that are shown to the bots.
    """
    options = game.Options() if options is None else options
    seats = game.seats(options)[0] if seats is None else seats
    c = Checker.of(game, seats, options, seed, bots)
    log: list[Entry] = []
    law: Any = it_describes_itself
    try:
        it_describes_itself(c)
        for entry in islice(entries(game, seats, options, seed, mover), bound):
            log.append(entry)
            _count(c, entry)
            for law in LAWS:
                law(c, entry)
        law = it_ends
        it_ends(c, log, bound)
        law = the_same_seed_makes_the_same_log
        the_same_seed_makes_the_same_log(c, log, mover)
        law = audiences_are_blind
        audiences_are_blind(c, log, worlds)
    except Exception as error:
        where = f"{game.slug}, seats={seats}, options={options}, seed={seed!r}, entry {len(log)}"
        error.add_note(f"{law.__name__}: {law.__doc__}\nin {where}")
        raise
    return c.counted


def it_describes_itself(c: Checker) -> None:
    """The catalogue can show it, and its options survive the way to a form and back."""
    try:
        registry.sound(c.game)
        back = game_options.decode(c.game, wire(game_options.encode(c.options)), c.seats)
    except Exception as error:
        raise LawBroken(str(error)) from error
    if back != c.options:
        raise LawBroken(f"options {c.options} come back as {back}")


def it_ends(c: Checker, log: Sequence[Entry], bound: int) -> None:
    """While it is not over somebody can move or a wake is set; and it is over after so many entries."""
    t = log[-1].table
    if t.over is None:
        what = (
            f"not over after {bound} entries" if len(log) >= bound else "nobody can move and no wake is set"
        )
        raise LawBroken(what)
    if not isinstance(t.over, str):
        raise LawBroken(f"over says in a word why it is; not {t.over!r}")


def the_same_seed_makes_the_same_log(c: Checker, log: Sequence[Entry], mover: Mover) -> None:
    """A move made again on the same table has the same ops: the game itself remembers nothing."""
    for entry in c.rng.sample(log, min(MADE_AGAIN, len(log))):
        ops = again(c.game, entry, entry.before, c.seed).ops
        if ops != entry.ops:
            raise LawBroken(f"entry {entry.seq} made again: {difference(ops, entry.ops)}")
    same = entries(c.game, c.seats, c.options, c.seed, mover)
    for entry, other in zip(log, same, strict=True):
        if (entry.seat, entry.move, entry.ops) != (other.seat, other.move, other.ops):
            raise LawBroken(f"entry {entry.seq} of the same game: {difference(other.ops, entry.ops)}")


def _count(c: Checker, entry: Entry) -> None:
    c.counted["entries"] += 1
    c.counted["moves" if entry.seat is not None else "wakes"] += 1
    c.counted["deals"] += len(entry.shuffles)
