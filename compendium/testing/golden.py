"""Golden playthroughs: a whole game in words, so that a person can read it and a test can compare it.

After each deal the first entries are told in full, with the table and what each audience sees of it; so is
every entry that changes the score. The others are named by their moves. The last line is a digest of the
whole log.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from compendium.rules import Audience, Game, Move, Op, Table, registry, shown
from compendium.rules.options import decode, encode

from .playthrough import Entry, entries

WIDTH = 110
IN_FULL = 4
"""Entries told in full after each deal."""
SEEN = {"all": "open", "none": "hidden", "top": "only its top open"}


class Header(NamedTuple):
    """What a playthrough begins with; all that is needed to make it again."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str


def make(game: Game, header: Header) -> str:
    """The text of a playthrough."""
    options = decode(game, header.options, header.seats)
    lines = [f"{game.name}, played at random", ""]
    lines += [f"game: {header.game}", f"seats: {header.seats}"]
    lines += [f"options: {msgspec.json.encode(encode(options)).decode()}", f"seed: {header.seed}"]
    log = list(entries(game, header.seats, options, header.seed))
    lines += _tell(game, log)
    digest = hashlib.sha256()
    for entry in log:
        digest.update(msgspec.json.encode((entry.seq, entry.at, entry.seat, entry.move, entry.ops)))
    last = log[-1].table
    lines += [
        "",
        f"Over: {last.over}. Score: {last.score}. Entries: {len(log)}. Log: {digest.hexdigest()[:20]}",
    ]
    return "\n".join(lines) + "\n"


def read(text: str) -> Header:
    """The header of a playthrough. Raises KeyError where a line is missing."""
    said = dict(line.split(": ", 1) for line in text.splitlines()[:8] if ": " in line)
    options = msgspec.json.decode(said["options"])
    return Header(said["game"], int(said["seats"]), options, said["seed"])


def again(text: str) -> str:
    """The same playthrough as the game would play it today. Raises LookupError without the game."""
    header = read(text)
    game = registry.get(header.game)
    if game is None:
        raise LookupError(f"there is no game {header.game!r}")
    return make(game, header)


def _tell(game: Game, log: list[Entry]) -> Iterator[str]:
    since_deal = 0
    short: list[str] = []
    for entry in log:
        since_deal = 0 if entry.shuffles else since_deal + 1
        if since_deal < IN_FULL or entry.table.score != entry.before.score or entry.table.over:
            yield from _wrapped("   ... " + " · ".join(short)) if short else ()
            short.clear()
            yield from _in_full(entry)
            if entry.shuffles or entry.seq == IN_FULL or entry.table.over:
                yield from _table(game, entry.table)
        else:
            short.append(f"{entry.seq} {_done(entry)}")


def _done(entry: Entry) -> str:
    if entry.move is None:
        return "wake" if entry.seq > 1 else "the table is set up"
    return f"seat {entry.seat}: {_words(entry.move)}"


def _words(move: Move) -> str:
    return " ".join(str(part) for part in move)


def _in_full(entry: Entry) -> Iterator[str]:
    yield ""
    yield f"{entry.seq}  {entry.at / 1000:.3f} s  {_done(entry)}"
    for op in entry.ops:
        yield from _wrapped("   " + _in_words(op))
    if entry.table.secret:
        yield from _wrapped(f"   kept in secret: {entry.table.secret}")


def _in_words(op: Op) -> str:
    match op:
        case ["z", name, see, owner, cards]:
            seen = f"open to seat {owner}" if see == "owner" else SEEN[see]
            return f"lay out {name}, {seen}: {_cards(cards)}"
        case ["m", source, target, cards, *at]:
            place = f", from place {at[0]}" if at else ""
            return f"{source} > {target}{place}: {_cards(cards)}"
        case ["o", zone, cards]:
            return f"new order of {zone}: {_cards(cards)}"
        case _:
            return "; ".join(f"{fact} = {value}" for fact, value in op[1].items())


def _cards(cards: Iterable[str]) -> str:
    return " ".join(cards) or "empty"


def _table(game: Game, t: Table) -> Iterator[str]:
    yield "   The table"
    filled = {name: pile for name, pile in t.piles.items() if pile}
    width = max(map(len, filled), default=0)
    for name, pile in filled.items():
        yield from _wrapped(f"     {name:{width}} {len(pile):3}  {_cards(pile)}", 5 + width + 6)
    empty = [name for name in t.piles if name not in filled]
    yield from _wrapped(f"     empty: {' '.join(empty)}") if empty else ()
    yield from _wrapped("     " + "; ".join(f"{fact} = {value}" for fact, value in t.facts.items()))
    yield from _wrapped(f"   Of this the watchers see only {_hidden(t, None)}")
    for seat in t.seats:
        yield from _wrapped(f"   Seat {seat} sees only {_hidden(t, seat)}")
        legal = [_words(move) for move in game.legal(t, seat)]
        yield from _wrapped(f"     and can move: {', '.join(legal)}") if legal else ()


def _hidden(t: Table, audience: Audience) -> str:
    seen = ((name, shown(t, name, audience)) for name, pile in t.piles.items() if pile)
    return "; ".join(f"{name} {_shown(told)}" for name, told in seen if told != t.piles[name]) or "all"


def _shown(told: int | list[Any]) -> str:
    return f"({told})" if isinstance(told, int) else f"({told[0]}) {told[1]}"


def _wrapped(line: str, indent: int = 7) -> list[str]:
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
