"""Scripts for tables of load: legal moves in a fixed order, found beforehand by playing a known deal.

Seats move in turn and as bots choose, so that moves of each kind are as many as in a match: about half are
flips. No Nerts pile is emptied and nobody becomes stuck: the hand does not end, and no clock runs meanwhile.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from compendium.rules import Game, Illegal, Move, Table, play, view
from compendium.rules.options import decode
from compendium.testing.playthrough import NO_LUCK, Entry, enter

TRIES = 200
"""Deals looked at, at most, for each script."""

_encode = msgspec.json.Encoder().encode


class Lift(NamedTuple):
    """What a hand takes up for a move: so many cards of a pile."""

    source: str
    cards: int
    over: str


class Step(NamedTuple):
    """One move: whose, its frame's end after the id, and what is carried for it (None: it is a click)."""

    seat: int
    frame: bytes
    lift: Lift | None


class Script(NamedTuple):
    """A table's log when play begins, and moves that are legal from there on, one after the other."""

    opening: list[Entry]
    steps: list[Step]


def scripts(game: Game, seats: int, length: int, count: int) -> list[Script]:
    """So many different ones. Raises LookupError where a game has no deals that last so long."""
    found = []
    for seed in range(count * TRIES):
        dealt = opening(game, seats, f"load {seed}")
        steps = list(_steps(game, dealt[-1].table, seed, length))
        if len(steps) == length:
            found.append(Script(dealt, steps))
            if len(found) == count:
                return found
    raise LookupError(f"{game.slug}: no {count} deals for {seats} last {length} moves")


def opening(game: Game, seats: int, seed: str) -> list[Entry]:
    """The log of a seed's table when play begins: dealt, and woken when its countdown, if any, is over."""
    blank = Table(seats, decode(game, {}), NO_LUCK)
    dealt = enter(game, blank, seed, 1, 0, None, None)
    due = dealt.table.facts["wake_at"]
    if due is None or not game.realtime:  # a turn's time, which is not over
        return [dealt]
    return [dealt, enter(game, dealt.table, seed, 2, due, None, None)]


def _steps(game: Game, t: Table, seed: int, length: int) -> Iterator[Step]:
    rng, now, seats = random.Random(seed), t.now, len(t.seats)
    for number in range(length):
        seat = number % seats
        now += 1000 // (2 * seats)
        chosen = _choice(game, t.draft(now), seat, rng)
        if chosen is None:
            return
        move, after = chosen
        yield Step(seat, b'",%d,%b]' % (seat, _encode(move)), _lift(t, move))
        t = after


def _choice(game: Game, t: Table, seat: int, rng: random.Random) -> tuple[Move, Table] | None:
    """A move after which everything goes on as before; None: there is none."""
    legal = [move for move in game.legal(t, seat) if move[0] in ("play", "slide", "flip")]
    while legal:
        move = game.bot(view(t, seat), legal, rng, game.default_level)[0]
        if after := _quiet(game, t, seat, move):
            return move, after
        legal.remove(move)
    return None


def _quiet(game: Game, t: Table, seat: int, move: Move) -> Table | None:
    try:
        after = play(game, t, seat, move, now=t.now)
    except Illegal:
        return None
    facts: dict[str, Any] = after.facts
    ends = facts["wake_at"] is not None or facts["stuck"] or not all(after[f"n{s}"] for s in after.seats)
    return None if ends else after


def _lift(t: Table, move: Move) -> Lift | None:
    if move[0] == "flip":
        return None
    source, target, card = map(str, move[1:4])
    pile = t[source]
    return Lift(source, len(pile) - pile.index(card), target)
