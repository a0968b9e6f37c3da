"""The laws that are looked at after every entry, each a named function.

A law is given the checker (what has been seen of this game so far) and the entry; it raises LawBroken.
"""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from collections.abc import Callable

import msgspec

from compendium.rules import Illegal, Move, Table, audiences, fold, play, redact, view, wake

from .checker import Checker, LawBroken, difference
from .client import wire
from .moves import fits_the_wire, strange
from .playthrough import Entry, Luck

PLATFORM_FACTS = frozenset({"absent", "paused", "paused_why", "refused", "votes"})


def folding_the_ops_gives_the_state(c: Checker, entry: Entry) -> None:
    """What JSON keeps of the ops, and of the secrets, leads to the same table."""
    t = entry.table
    if set(t.facts) & PLATFORM_FACTS:
        raise LawBroken(f"{PLATFORM_FACTS} are the platform's facts")
    try:
        ops, secret = wire(t.ops), wire(t.secret)
    except TypeError as error:
        raise LawBroken(f"facts and secrets are JSON values: {error}") from error
    _same(c.replica, entry.before, "the committed table was written on")
    c.replica = c.replica.draft(entry.at)
    for op in ops:
        fold(c.replica, op)
    c.replica.kept = {**c.replica.kept, **secret}
    _same(c.replica, t, "the ops lead elsewhere")


def clients_see_what_a_fresh_view_shows(c: Checker, entry: Entry) -> None:
    """The redacted ops, folded by a client, lead to what its audience would be shown if it came now."""
    apart = audiences(entry.before, entry.table)
    shared = wire(redact(entry.before, entry.table, None))
    for audience, client in c.clients.items():
        told = shared if audience is None else wire(redact(entry.before, entry.table, audience))
        if audience not in apart and told != shared:
            raise LawBroken(f"seat {audience} is told apart from the watchers: {difference(told, shared)}")
        client.fold(told)
        fresh = view(entry.table, audience)
        for have, want in ((client.zones, wire(fresh.zones)), (client.facts, wire(fresh.facts))):
            if have != want:
                raise LawBroken(f"audience {audience} has {difference(have, want)}")


def cards_are_conserved(c: Checker, entry: Entry) -> None:
    """Every card that was ever laid out lies in one zone, once."""
    there = [card for pile in entry.table.piles.values() for card in pile]
    if not c.deck:
        c.deck = frozenset(there)
    if len(there) != len(c.deck) or c.deck.symmetric_difference(there):
        twice = sorted(card for card, n in Counter(there).items() if n > 1)
        missing, new = sorted(c.deck.difference(there)), sorted(frozenset(there) - c.deck)
        raise LawBroken(f"cards twice: {twice}, lost: {missing}, new: {new}")


def allows_agrees_with_legal(c: Checker, entry: Entry) -> None:
    """Of legal and of strange moves ``allows`` says the same as ``legal``; legal moves fit the wire."""
    t, seat = entry.table, c.rng.choice(entry.table.seats)
    legal = list(c.game.legal(t, seat))
    c.remember(legal)
    for move in legal:
        if not fits_the_wire(move):
            raise LawBroken(f"{move!r} is not a verb and a few short texts and whole numbers")
    words = [*t.piles, *c.rng.sample(sorted(c.deck), min(4, len(c.deck)))]
    tried = [*c.rng.sample(legal, min(4, len(legal))), *(strange(c.rng, c.known, words) for _ in range(3))]
    for move in tried:
        if _allowed(c, t, seat, move) != (move in legal):
            raise LawBroken(f"seat {seat}, {move!r}: legal has {legal}, allows says the opposite")


def refused_moves_leave_no_trace(c: Checker, entry: Entry) -> None:
    """What is not allowed is refused with a code, and the table is as before; looking changes nothing."""
    t = entry.table
    before = _trace(t)
    for _ in range(2):
        seat, move = c.rng.choice(t.seats), strange(c.rng, c.known, [*t.piles])
        if not _allowed(c, t, seat, move):
            try:
                play(c.game, t, seat, move, chance=Luck(c.seed, entry.seq))
            except Illegal as no:
                if not (isinstance(no.code, str) and no.code and wire(no.args_) == no.args_):
                    raise LawBroken(f"{move!r} is refused with {no.code!r}, {no.args_!r}") from no
            else:
                raise LawBroken(f"{move!r} of seat {seat} is not allowed, and was played")
    if _trace(t) != before:
        raise LawBroken("the table is another after legal, allows, refusal and refused moves")


def wakes_move_on(c: Checker, entry: Entry) -> None:
    """A wake leaves ``wake_at`` empty or later; one that comes early, or a second time, does nothing."""
    t, due = entry.table, entry.table.wake_at
    if due is None or t.over is not None or c.rng.random() < 0.8:
        return
    if type(due) is not int:
        raise LawBroken(f"wake_at is {due!r}, not a number of ms")
    if due > t.now and wake(c.game, t, now=due - 1, chance=Luck(c.seed, entry.seq)) is not None:
        raise LawBroken("a wake that came early did something")
    woken = t.draft(max(due, t.now), Luck(c.seed, entry.seq + 1))
    c.game.wake(woken)
    if woken.over is None and woken.wake_at is not None and woken.wake_at <= woken.now:
        raise LawBroken(f"woken at {woken.now}, it wants to be woken at {woken.wake_at} again")


def absence_keeps_the_table(c: Checker, entry: Entry) -> None:
    """In real time: whoever is absent, the ops say what ``presence`` did, cards stay, and no wake is past."""
    if not c.game.realtime or entry.table.over is not None or c.rng.random() < 0.9:
        return
    t = entry.table.draft(entry.at, Luck(c.seed, entry.seq + 1))
    told = entry.table.draft(entry.at)
    t.set(absent=sorted(c.rng.sample(t.seats, c.rng.randrange(len(t.seats)))))
    c.game.presence(t)
    for op in wire(t.ops):
        fold(told, op)
    told.kept = {**told.kept, **wire(t.secret)}
    _same(told, t, "the ops of an absence lead elsewhere")
    if sorted(card for pile in t.piles.values() for card in pile) != sorted(
        card for pile in entry.table.piles.values() for card in pile
    ):
        raise LawBroken("an absence adds cards or loses them")
    if t.wake_at is not None and t.wake_at <= t.now and t.wake_at != entry.table.wake_at:
        raise LawBroken(f"told at {t.now} of an absence, it wants to be woken at {t.wake_at}")
    c.counted["absences"] += 1


def bots_play_legal_moves(c: Checker, entry: Entry) -> None:
    """Each level of bot, given a view sent to another process, finds a legal move and a time for it."""
    t = entry.table
    if t.over is not None or c.bots <= 0 or c.rng.random() < 0.9:
        return
    c.bots -= 1
    seat = c.rng.choice(t.seats)
    legal = list(c.game.legal(t, seat))
    for level in c.game.levels if legal else ():
        v = pickle.loads(pickle.dumps(view(t, seat)))
        move, seconds = c.game.bot(v, list(legal), random.Random(c.rng.random()), level)
        if move not in legal:
            raise LawBroken(f"the {level} bot plays {move!r}; legal are {legal}")
        if not 0 <= seconds < math.inf:
            raise LawBroken(f"the {level} bot thinks for {seconds!r} seconds")
        c.counted["bot moves"] += 1


Law = Callable[[Checker, Entry], None]
ENTRY_LAWS: tuple[Law, ...] = (
    folding_the_ops_gives_the_state,
    clients_see_what_a_fresh_view_shows,
    cards_are_conserved,
    allows_agrees_with_legal,
    refused_moves_leave_no_trace,
    wakes_move_on,
    absence_keeps_the_table,
    bots_play_legal_moves,
)


def outcome(c: Checker, t: Table, seat: int, move: Move) -> tuple[str, str]:
    """How a move would be answered: allowed, or the refusal's code and arguments."""
    if _allowed(c, t, seat, move):
        return "", ""
    no = c.game.refusal(t, seat, move)
    return no.code, repr(no.args_)


def _allowed(c: Checker, t: Table, seat: int, move: Move) -> bool:
    try:
        return c.game.allows(t, seat, move)
    except Exception as error:
        raise LawBroken(f"allows raises for {move!r} of seat {seat}: {error!r}") from error


def _same(folded: Table, real: Table, else_: str) -> None:
    for part in ("piles", "kinds", "facts", "kept"):
        have, want = getattr(real, part), getattr(folded, part)
        if have != want:
            raise LawBroken(f"{else_}: {part}, {difference(have, want)}")


def _trace(t: Table) -> bytes:
    return msgspec.json.encode((t.piles, t.kinds, t.facts, t.kept, t.now, t.ops, t.secret))
