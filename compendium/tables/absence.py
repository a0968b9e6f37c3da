"""Who is missed: the log says it, and after a grace a bot sits in, unless the game still waits for them
(``Game.waits``: one of turns does, until their time is spent). By days nobody is missed.

Here too: whoever comes to a table that was put to rest because nobody was there (``empty.py``) wakes it, in
any game, by ``("@resume",)``, which needs no vote. ``("@lapse", question)`` ends a vote that nobody joins.

``("@away", seat)`` puts a seat into the fact ``absent``, ``("@back", seat)`` takes it out, and
``("@replace", seat)`` without a seat that asks for it puts a bot there. Every process that has somebody at
the table looks; each of these entries is judged on the log as it then is, so that it is written once.
A table at which nobody is present is left as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings

from compendium.rules import Move, Table

from .votes import LAPSE, end, lapsed

if TYPE_CHECKING:
    from .judge import Request
    from .replica import Replica

AWAY, BACK, REPLACE = "@away", "@back", "@replace"
RESUME = ("@resume",)
RETURNS = frozenset({BACK, RESUME[0]})
VERBS = RETURNS | {AWAY, REPLACE, LAPSE}
NOBODY = "nobody"
"""The fact ``paused_why`` of a table put to rest because nobody was there; else it is null, or is not."""
SIT_IN_AFTER: int = settings.SIT_IN_AFTER
"""ms on the table's clock from the entry that says a seat is absent until a bot sits in."""
SINCE = "absent_since"
"""Kept: when each absent seat was found so, by its number as text."""


def present(places: list[dict[str, Any]]) -> set[int]:
    """Seats with a person at the table who plays."""
    return {p["seat"] for p in places if p["here"] and not p["bot"] and not p["stand_in"]}


def missing(places: list[dict[str, Any]]) -> set[int]:
    """Seats of people none of whom is at the table, and for whom no bot plays."""
    people = [place for place in places if not place["bot"]]
    played = {p["seat"] for p in people if p["here"] or p["stand_in"]}
    return {p["seat"] for p in people} - played


def due(replica: Replica, t: Table, now: int) -> list[Move]:
    """What the log of a table should say now and does not, given who is at the table."""
    game, facts = replica.game, t.facts
    if game is None or replica.head == 0 or t.over is not None:
        return []
    here = {socket.seat for socket in replica.sockets if not socket.read_only}
    if facts.get("paused"):
        return [RESUME] if facts.get("paused_why") == NOBODY and here - {None} else []
    asked = lapsed(t, now, replica.by_days) if present(replica.places) else []
    if replica.by_days:
        return asked
    absent, gone = set(facts.get("absent", ())), missing(replica.places) - here
    entries: list[Move] = [*asked, *((BACK, seat) for seat in sorted(absent - gone))]
    if not present(replica.places):
        return entries
    since = t.kept.get(SINCE, {})
    entries += [(AWAY, seat) for seat in sorted(gone - absent)]
    if game.levels:
        late = [seat for seat in sorted(absent & gone) if now >= since[str(seat)] + SIT_IN_AFTER]
        ripe = [seat for seat in late if not replica.waits(t, seat)]
        entries += [(REPLACE, seat) for seat in ripe]
    return entries


def judge(request: Request, now: int) -> Table | None:
    """The draft one of these entries leads to; None where there is nothing to say any more."""
    replica = request.replica
    if request.move not in due(replica, replica.ahead, now):
        return None
    draft = replica.ahead.draft(now)
    if request.move == RESUME:
        resume(request, draft)
        return draft
    match request.move:
        case (str(verb), int(seat)):
            if verb == REPLACE:
                assert replica.game is not None
                request.stand_in = (seat, replica.game.default_level)
            record(replica, draft, seat, verb == AWAY)
        case (_, str(question)):
            end(draft, question)
    return draft


def resume(request: Request, draft: Table) -> None:
    """The table goes on, and its clock."""
    draft.set(paused=False, paused_why=None)
    game = request.replica.game
    if game is not None and game.realtime:
        game.resumed(draft)
    request.replica.ahead_clock = request.replica.ahead_clock.resume(request.received)


def record(replica: Replica, draft: Table, seat: int, away: bool) -> None:
    """Write that a seat is absent, or no longer so, and tell the game. Nothing where it is known already."""
    absent = draft.facts.get("absent", [])
    if replica.game is None or away == (seat in absent):
        return
    since = {key: at for key, at in draft.kept.get(SINCE, {}).items() if key != str(seat)}
    draft.keep(SINCE, {**since, str(seat): draft.now} if away else since)
    draft.set(absent=sorted({*absent, seat} if away else {*absent} - {seat}))
    if replica.game.realtime:
        replica.game.presence(draft)
