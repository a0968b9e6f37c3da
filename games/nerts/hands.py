"""A hand from the deal to the score, and the match.

Facts: ``hand`` its number · ``go`` when play begins · ``caller`` who called "Nerts!" · ``landed`` boards
that have played in the landing time · ``ended`` None, ``called`` or ``blocked`` · ``ready`` boards that
want to go on · ``sheet`` rows of finished hands: ``[points, caller, cards on foundations, cards left in the
Nerts piles]``, of which all but the caller are lists by seat · ``times`` how long each of those hands took
from "Go!", ms. ``score`` is the points of all hands, or the
hands won where those count.

After a pause it is counted down to another "Go!". Once that has been: ``spent`` ms that this hand was played
before its pause · ``rest`` None, or the ms that the stuck rule's clock has left at that "Go!".
"""

from __future__ import annotations

from typing import Any

from compendium.rules import Illegal, Table
from compendium.rules.cards import deck_of

from .board import board, foundations, own_deck

COUNTDOWN = 3000
"""Milliseconds from the deal to "Go!"."""
SHORT_COUNTDOWN = 1000
"""The same once everybody is ready."""
BREAK = 15_000
"""Milliseconds from the score to the next deal, if not everybody is ready."""
MOST_HANDS = 60
"""A match ends after so many hands, whatever the score."""


def lay_out(t: Table) -> None:
    """A new table: all zones, the first hand dealt."""
    for seat in t.seats:
        b = board(seat, t.options.piles)
        t.zone(b.stock, own_deck(seat, t.options), see="none", owner=seat)
        t.zone(b.nerts, see="top", owner=seat)
        for zone in b.sources[1:]:
            t.zone(zone, owner=seat)
    for zone in foundations(t):
        t.zone(zone)
    t.set(sheet=[], times=[], ready=[])
    _deal(t, 1, COUNTDOWN)


def next_hand(t: Table) -> None:
    """Gather all cards and deal the next hand."""
    for seat in t.seats:
        b = board(seat, t.options.piles)
        for zone in b.sources:
            t.move(zone, b.stock, *t.piles[zone])
    for zone in foundations(t):
        for seat in sorted({deck_of(card) for card in t.piles[zone]}):
            own = [card for card in t.piles[zone] if deck_of(card) == seat]
            t.move(zone, board(seat, t.options.piles).stock, *own)
    _deal(t, t.hand + 1, SHORT_COUNTDOWN if len(t.ready) == len(t.seats) else COUNTDOWN)


def _deal(t: Table, hand: int, countdown: int) -> None:
    facts: dict[str, Any] = {"hand": hand, "go": t.now + countdown, "wake_at": t.now + countdown}
    facts.update(caller=None, landed=[], ended=None, stuck=[], voted=[], applied=0, single=False)
    if "applied_at" in t.facts:
        facts["applied_at"] = None
    if "spent" in t.facts:
        facts.update(spent=0, rest=None)
    if t.options.jokers == "two":
        facts["jokers"] = {}
    for seat in t.seats:
        b = board(seat, t.options.piles)
        t.shuffle(b.stock, deal=(hand, seat))
        t.deal(b.stock, b.nerts, t.options.pile)
        for zone in b.work:
            t.deal(b.stock, zone)
        facts[b.unseen] = None
    t.set(**facts)


def count_down(t: Table) -> int:
    """Count down to "Go!" once more, within a hand; by how much later all that was to come does, in ms."""
    go, facts = t.now + COUNTDOWN, dict[str, Any]()
    later: int = go - max(t.now, t.go)
    if t.now >= t.go:
        clock = None if t.wake_at in (None, t.go) else t.wake_at - t.now
        facts.update(spent=t.facts.get("spent", 0) + t.now - t.go, rest=clock)
    t.set(**facts, ready=[], go=go, wake_at=go)
    return later


def begin(t: Table) -> bool:
    """ "Go!" Whether this hand has been played before."""
    again, rest = "spent" in t.facts, t.facts.get("rest")
    if rest is None:
        t.set(wake_at=None)
    else:
        t.set(wake_at=t.now + max(1, rest), rest=None)
    return again


def may_be_ready(t: Table, seat: int) -> bool:
    """During the countdown and between hands, once."""
    if t.facts["over"] is not None or seat in t.facts["ready"]:
        return False
    return t.facts["ended"] is not None or bool(t.now < t.facts["go"])


def unready(t: Table, seat: int) -> Illegal:
    """Why a board may not say that it is ready: a partner has, or play has begun."""
    if t.facts["caller"] is not None and t.facts["ended"] is None:
        return Illegal("illegal")
    waiting = t.facts["ended"] is not None or t.now < t.facts["go"]
    return Illegal("already_ready" if waiting and seat in t.facts["ready"] else "hand_begun")


def ready(t: Table, seat: int) -> None:
    """A board wants to go on; when all do, the next hand is dealt, or the countdown cut short."""
    everybody = len(t.ready) + 1 == len(t.seats)
    t.set(ready=[*t.ready, seat])
    if everybody and t.ended is not None:
        next_hand(t)
    elif everybody:
        go = min(t.go, t.now + SHORT_COUNTDOWN)
        t.set(go=go, wake_at=go)


def call(t: Table, seat: int) -> None:
    """“Nerts!” Nothing more may be played but what lands within the landing time."""
    if t.options.landing:
        t.set(caller=seat, wake_at=t.now + t.options.landing)
    else:
        end(t, "called", seat)


def may_land(t: Table, seat: int) -> bool:
    """Whether a card of this board may still land: once each, within the time."""
    facts = t.facts
    if facts["ended"] is not None or facts["wake_at"] is None:
        return False
    return bool(t.now < facts["wake_at"] and seat not in facts["landed"])


def end(t: Table, why: str, caller: int | None) -> None:
    """Score the hand; the match is over or the next hand follows."""
    out, left = [0] * len(t.seats), [len(t.piles[board(s, t.options.piles).nerts]) for s in t.seats]
    for zone in foundations(t):
        for card in t.piles[zone]:
            out[deck_of(card)] += 1
    points = [out[s] - t.options.penalty * left[s] + t.options.bonus * (s == caller) for s in t.seats]
    gained = [int(p == max(points)) for p in points] if t.options.match == "won" else points
    score = [old + new for old, new in zip(t.score, gained, strict=True)]
    facts: dict[str, Any] = {"caller": caller, "ended": why, "ready": [], "score": score}
    facts["sheet"] = [*t.sheet, [points, caller, out, left]]
    facts["times"] = [*t.times, t.now - t.go + t.facts.get("spent", 0)]
    if _decided(t, score):
        facts.update(over="done", wake_at=None)
    else:
        facts["wake_at"] = t.now + BREAK
    t.set(**facts)


def _decided(t: Table, score: list[int]) -> bool:
    """Whether the match ends here: somebody is there and alone at the top, or it has lasted long enough."""
    if t.hand >= MOST_HANDS:
        return True
    best, o = max(score), t.options
    there = t.hand >= o.hands if o.match == "hands" else best >= (o.target if o.match == "points" else o.wins)
    return there and score.count(best) == 1
