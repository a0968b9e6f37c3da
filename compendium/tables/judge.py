"""From a request to what it leads to: rules are run on a draft ahead of what is committed.

Whatever a game does wrong here is its own table's: the draft is dropped and the move refused as ``internal``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from compendium.rules import Game, Illegal, Move, Table, play

from . import house, protocol
from .clock import wall
from .replica import LOST, Frames, Replica, Row

log = logging.getLogger(__name__)

SLOW_RULES = 0.050
"""Seconds of processor that game code may take for one move; more is reported, it cannot be interrupted."""
SLOW_WAIT = 0.250
"""Seconds that may pass meanwhile: a game that sleeps costs no processor, and holds up everybody."""
LARGEST_ENTRY = 64 * 1024
"""Characters of a move, its ops and its secret: every client of the table is sent them."""
FARTHEST = 2**53
"""ms: no wake is set later."""


@dataclass(slots=True, eq=False)
class Request:
    """A move that waits: a person's, a bot's, or one of the table's own (``seat`` and ``id`` may be
    missing).
    """

    replica: Replica
    move: Move
    seat: int | None = None
    player: str = ""
    id: str = ""
    received: int = field(default_factory=wall)
    stand_in: tuple[int, str] | None = None
    answer: Callable[[str, dict[str, Any]], None] | None = None
    """Called with code and args when it is refused."""
    in_doubt: bool = False
    """It may have been written: only the log can tell."""


@dataclass(slots=True)
class Outcome:
    """What became of a request on the drafts: an entry to be, a refusal, or (neither) nothing to do."""

    request: Request
    before: Table
    after: Table | None = None
    row: Row | None = None
    refusal: Illegal | None = None
    frames: Frames | None = None


class Accepted(Illegal):
    """Not a refusal: the same move was accepted before, as the entry ``seq``."""

    def __init__(self, seq: int) -> None:
        super().__init__("accepted", seq=seq)


def judge(request: Request, busy: float = 0.0) -> Outcome:
    """Run the rules on what is ahead of the request's replica, and move that on by the draft.

    ``busy`` is the thread's processor time (s) a little before: to ask for it costs as much as a move.
    """
    replica = request.replica
    outcome, clock = Outcome(request, replica.ahead), replica.ahead_clock
    began = time.perf_counter()
    try:
        after = _draft(request)
        if after is not None:
            check(after)
            outcome.row = _row(after, replica.ahead_head + 1, request)
            outcome.after = replica.ahead = after
            replica.ahead_head += 1
    except Illegal as refusal:
        outcome.refusal = refusal
    except (Exception, SystemExit):
        said = (replica.slug, replica.code, _verb(request))
        log.exception("the rules of %s failed on table %s: %s", *said, extra=replica.named)
        outcome.refusal = Illegal("internal")
    if outcome.after is None:
        replica.ahead_clock, request.stand_in = clock, None
    took = time.perf_counter() - began
    if took > SLOW_WAIT or (took > SLOW_RULES and time.thread_time() - busy > SLOW_RULES):
        log.warning("%s took %.0f ms for %s", replica.slug, took * 1000, _verb(request), extra=replica.named)
    return outcome


def _verb(request: Request) -> str:
    """A move as a log may name it: its cards may be hidden, its words a client's."""
    verb = request.move[0]
    return f"{verb}" if request.seat is None or verb in (request.replica.game or Game).verbs else "a move"


def _draft(request: Request) -> Table | None:
    replica, t = request.replica, request.replica.ahead
    request.stand_in = None
    if replica.head == 0:
        raise Illegal("not_started")
    known = replica.ids.get((request.player, request.id)) if request.id else None
    if known is not None:
        raise Illegal("lost") if known == LOST else Accepted(known)
    now = max(t.now, replica.ahead_clock.at(request.received))
    if isinstance(request.move[0], str) and request.move[0].startswith("@"):
        return house.judge(request, now)
    if replica.game is None:
        raise Illegal("not_installed")
    if t.facts.get("paused"):
        raise Illegal("paused")
    assert request.seat is not None
    if request.player.startswith("bot:") and not _bot_plays(replica, request):
        raise Illegal("not_your_seat")  # its person came back while the move was on its way
    return play(replica.game, t, request.seat, request.move, now=now, chance=replica.chance)


def _bot_plays(replica: Replica, request: Request) -> bool:
    if replica.ahead.facts["late"] == request.seat:
        return True
    bots = (place for place in replica.places if place["bot"] or place["stand_in"])
    return any(request.player == f"bot:{place['seat']}.{place['n']}" for place in bots)


def check(t: Table) -> None:
    """The facts that the platform itself reads are what they can be. Raises TypeError."""
    wake_at, over, score = t.facts["wake_at"], t.facts["over"], t.facts["score"]
    if not (wake_at is None or (isinstance(wake_at, int) and 0 <= wake_at < FARTHEST)):
        raise TypeError(f"wake_at is {wake_at!r}")
    if not (over is None or isinstance(over, str)) or not isinstance(score, list):
        raise TypeError(f"over is {over!r}, score is {score!r}")
    turn, late = t.facts["turn"], t.facts["late"]
    if not all(seat is None or isinstance(seat, int) for seat in (turn, late)):
        raise TypeError(f"turn is {turn!r}, late is {late!r}")


def _row(after: Table, seq: int, request: Request) -> Row:
    secret = protocol.encode_text(after.secret) if after.secret else ""
    move, ops = protocol.encode_text(request.move), protocol.encode_text(after.ops)
    if len(move) + len(ops) + len(secret) > LARGEST_ENTRY:
        raise ValueError(f"an entry of {len(ops)} characters of ops, {len(secret)} of secrets")
    return Row(seq, after.now, request.seat, request.player, request.id, move, ops, secret)
