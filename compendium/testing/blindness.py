"""The law of blindness: what an audience receives depends only on what it may see.

Two cards of one shuffle, neither of which an audience has been told since, change places in that shuffle,
and the same moves are made again. Everything that the audience receives must be the same: the ops of each
entry, its legal moves, and how its moves would be refused. A world in which somebody else's move has become
impossible, or in which the rules themselves tell something else (``Game.tells``), is left there; how much
was compared is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from compendium.rules import Audience, Illegal, Table, redact, sees, view

from .checker import Checker, LawBroken, difference
from .entry_laws import outcome
from .moves import about
from .playthrough import Entry, again

PROBES = 4
"""Moves of the audience that are tried at an entry whose refusals are compared."""


class Deal(NamedTuple):
    """One shuffle: the entry's place in the log, its number within the entry, and the cards."""

    start: int
    number: int
    cards: frozenset[str]


def audiences_are_blind(c: Checker) -> None:
    """Swap, in the deal, cards never told to an audience so far: nothing that it receives changes."""
    log = c.log
    deals = [
        Deal(start, number, frozenset(cards))
        for start, entry in enumerate(log)
        for number, cards in enumerate(entry.shuffles)
    ]
    for _ in range(c.worlds if deals else 0):
        audience, deal = c.rng.choice(c.audiences), c.rng.choice(deals)
        told = _told(log, deal, audience)
        untold = sorted(deal.cards, key=lambda card: (-told.get(card, len(log)), card))
        if len(untold) > 2 and c.rng.random() < 0.7:
            untold = untold[: max(2, len(untold) // 2)]  # those that stay hidden longest
        if len(untold) > 1:
            a, b = c.rng.sample(untold, 2)
            end = min(told.get(a, len(log)), told.get(b, len(log)))
            _compare(c, log[deal.start : end], audience, (deal.number, a, b))
    if not c.counted["entries compared"] and any(_hides(c, entry.table) for entry in log):
        raise LawBroken("cards are hidden, but no two could be swapped: are they dealt with t.shuffle?")


def _told(log: Sequence[Entry], deal: Deal, audience: Audience) -> dict[str, int]:
    """For cards of a deal: the first entry that names them to the audience, or shuffles them again."""
    told: dict[str, int] = {}
    for place in range(deal.start, len(log)):
        entry = log[place]
        before, after = entry.before, entry.table
        if place == deal.start:
            before, after = _since_shuffle(entry, deal.number)
        names = set(_names(redact(before, after, audience)))
        again = entry.shuffles if place > deal.start else entry.shuffles[deal.number + 1 :]
        for card in deal.cards.intersection(names.union(*again)):
            told.setdefault(card, place)
        if len(told) == len(deal.cards):
            break
    return told


def _since_shuffle(entry: Entry, number: int) -> tuple[Table, Table]:
    """The part of an entry that follows one of its shuffles, as a table before and a table after."""
    ops, place = entry.ops, -1
    for cards in entry.shuffles[: number + 1]:
        place = next(n for n in range(place + 1, len(ops)) if ops[n][0] in "oz" and ops[n][-1] == cards)
    before, after = entry.table.draft(), entry.table.draft()
    before.kinds = {**entry.before.kinds, **entry.table.kinds}
    after.ops = ops[place + 1 :]
    return before, after


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _names(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _names(part)


def _compare(c: Checker, log: Sequence[Entry], audience: Audience, swap: tuple[int, str, str]) -> None:
    """Make the entries again in the other world, and compare what the audience receives."""
    c.counted["worlds"] += 1
    other = log[0].before if log else None
    for place, entry in enumerate(log):
        assert other is not None
        try:
            made = again(c.game, entry, other, c.seed, None if place else swap)
        except Illegal as no:
            if entry.seat == audience:
                raise _seen(entry, audience, swap, f"{entry.move} is refused: {no.code}") from no
            c.counted["worlds left: a move was impossible"] += 1
            return
        if c.game.tells(made.table) != c.game.tells(entry.table):
            c.counted["worlds left: the rules told"] += 1
            return
        told, other_told = redact(entry.before, entry.table, audience), redact(other, made.table, audience)
        if msgspec.json.encode(told) != msgspec.json.encode(other_told):
            raise _seen(entry, audience, swap, f"told {difference(other_told, told)}")
        other = made.table
        c.counted["entries compared"] += 1
        if c.rng.random() < 0.15 or place == len(log) - 1:
            _compare_choices(c, entry, other, audience, swap)


def _compare_choices(
    c: Checker, entry: Entry, other: Table, audience: Audience, swap: tuple[int, str, str]
) -> None:
    real, false = view(entry.table, audience), view(other, audience)
    if real != false:
        raise _seen(entry, audience, swap, f"shown {difference(false.zones, real.zones)}")
    if audience is None:
        return
    legal, other_legal = (list(c.game.legal(t, audience)) for t in (entry.table, other))
    if legal != other_legal:
        raise _seen(entry, audience, swap, f"legal moves {legal}, with the cards swapped {other_legal}")
    for _ in range(PROBES if c.known else 0):
        move = about(c.rng, c.known, swap[1:], c.deck)
        answer, other_answer = (outcome(c, t, audience, move) for t in (entry.table, other))
        c.counted["refusals compared"] += 1
        if answer != other_answer:
            raise _seen(entry, audience, swap, f"{move} is answered {answer}, or else {other_answer}")


def _seen(entry: Entry, audience: Audience, swap: tuple[int, str, str], what: str) -> LawBroken:
    who = "the watchers" if audience is None else f"seat {audience}"
    hint = "if the rules themselves tell it, as a forced pass does, the game says so with Game.tells"
    return LawBroken(f"entry {entry.seq}: {who} can tell {swap[1]} from {swap[2]}: {what} ({hint})")


def _hides(c: Checker, t: Table) -> bool:
    """Whether some audience is not shown at least two cards."""
    return any(
        sum(len(t.piles[name]) for name, kind in t.kinds.items() if not sees(kind, audience)) > 2
        for audience in c.audiences
    )
