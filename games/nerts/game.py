"""The game object: moves in, writes on the table out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from compendium.rules import Game, Illegal, Move, Table, View

from . import bot, hands, jokers, moves, standstill, stock
from .board import MOST_BOARDS, NEXT, TAKES, Board, board, foundations
from .daily import DAILY
from .figures import FIGURES, reached
from .landings import late_place
from .moves import Effect
from .options import PRESETS, Options

CALL: Move = ("call",)
STUCK: Move = ("stuck",)
UNSTUCK: Move = ("unstuck",)
SHIFT: Move = ("shift",)
READY: Move = ("ready",)


class Nerts(Game):
    """Moves: ``("play", source, target, card)``, where a card in a work pile takes what lies on it along;
    ``("slide", source, target, card)`` under a work pile; ``("flip", cards in the stock)``; ``("call",)``;
    ``("stuck",)``, a vote, and ``("unstuck",)``, which takes it back and no bot makes; ``("shift",)``, alone
    in being stuck; ``("ready",)``. Where a joker becomes a card a play or slide may say which in a fifth
    place, and for a foundation must: ``("play", "v0", "f3", "*10", "7H")``.
    """

    slug = "nerts"
    name = "Nerts"
    summary = "Patience as a race: everybody at once, onto the same foundations."
    minutes = 16
    realtime = True
    verbs = frozenset({"play", "slide", "flip", "call", "stuck", "unstuck", "shift", "ready"})
    Options = Options
    presets = PRESETS
    levels = {slug: level.title for slug, level in bot.LEVELS.items()}
    default_level = bot.DEFAULT
    level_words = {slug: level.words for slug, level in bot.LEVELS.items()}
    figures = FIGURES
    personal = frozenset({"ready"})
    daily = DAILY

    def seats(self, options: Any) -> range:
        """A board for each player, or each two partners; one player alone is practice."""
        return range(1 if options.players == 1 else 2, MOST_BOARDS + 1)

    def players(self, options: Any) -> int:
        """Partners both command their board."""
        players: int = options.players
        return players

    def setup(self, t: Table) -> None:
        """Zones are described in ``board``, facts in ``hands``, ``standstill`` and ``stock``."""
        hands.lay_out(t)

    def legal(self, t: Table, seat: int) -> Iterator[Move]:
        """All moves of a seat but to take its vote back; each is also what ``allows`` says."""
        if hands.may_be_ready(t, seat):
            yield READY
        for move in _candidates(t, seat):
            if self.allows(t, seat, move):
                yield move

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        """The same as a predicate, asked for every move that is played."""
        if not move:
            return False
        verb, *rest = move
        facts = t.facts
        b = board(seat, t.options.piles)
        if facts["caller"] is not None or facts["ended"] is not None:
            if verb != "ready" and not _in_the_air(t, seat, move):
                return False
        elif t.now < facts["go"] and verb != "ready":
            return False
        if verb == "play":
            return _names_cards(rest) and moves.can_play(t, b, *rest)
        if verb == "flip":
            held = len(t.piles[b.stock])
            return rest == [held] and type(rest[0]) is int and stock.can_flip(t, b)
        if verb == "slide":
            return _names_cards(rest) and moves.can_slide(t, b, *rest)
        if verb == "ready":
            return not rest and hands.may_be_ready(t, seat)
        if rest:
            return False
        if verb == "shift":
            return standstill.may_shift(t, seat)
        if verb == "call":
            return not t.piles[b.nerts]
        return move in (STUCK, UNSTUCK) and (seat in facts["voted"]) == (move == UNSTUCK)

    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        """The first reason that holds, with a stable code."""
        if not move or not isinstance(move[0], str) or move[0] not in self.verbs:
            return Illegal("unknown_verb")
        verb, *rest = move
        if verb == "ready":
            return hands.unready(t, seat) if not rest else Illegal("illegal")
        if t.facts["caller"] is not None or t.facts["ended"] is not None:
            if t.facts["caller"] is not None and verb == "call":
                return Illegal("already_called")
            if not _in_the_air(t, seat, move):
                return Illegal("hand_over")
        elif t.now < t.facts["go"]:
            return Illegal("not_started")
        b = board(seat, t.options.piles)
        if verb in ("play", "slide") and _names_cards(rest):
            code, args = moves.misfit(t, b, verb, *rest)
            return Illegal(code, **args)
        if verb == "call" and not rest:
            return Illegal("nerts_pile_not_empty")
        if verb == "flip" and len(rest) == 1 and type(rest[0]) is int:
            return Illegal("stale_flip" if stock.can_flip(t, b) else "nothing_to_flip")
        if verb == "shift" and not rest and t.options.shift:
            return Illegal("nothing_to_shift" if seat in t.facts["stuck"] else "not_stuck")
        if move in (STUCK, UNSTUCK):
            return Illegal("already_voted" if move == STUCK else "not_voted")
        return Illegal("illegal")

    def play(self, t: Table, seat: int, move: Move) -> None:
        """Carry out a move that is allowed, and what follows from it for everybody."""
        verb: Any = move[0]
        rest: Sequence[Any] = move[1:]
        b = board(seat, t.options.piles)
        if verb == "play":
            _follow(t, seat, moves.play(t, b, *rest))
        elif verb == "flip":
            stock.flip(t, b)
            _settle(t, seat)
        elif verb == "slide":
            _follow(t, seat, moves.slide(t, b, *rest))
        elif verb == "call":
            hands.call(t, seat)
        elif verb == "stuck":
            _settle(t, seat, vote=True)
        elif verb == "unstuck":
            standstill.take_back(t, seat)
        elif verb == "shift":
            stock.rotate(t, b)
            _settle(t, seat)
        else:
            hands.ready(t, seat)

    def wake(self, t: Table) -> None:
        """The next hand, the end of the landing time, "Go!", or the end of the others' patience."""
        facts = t.facts
        if facts["ended"] is not None:
            hands.next_hand(t)
        elif facts["caller"] is not None:
            hands.end(t, "called", facts["caller"])
        elif facts["wake_at"] != facts["go"]:
            if standstill.ring(t):
                hands.end(t, "blocked", None)
        elif hands.begin(t) and standstill.presence(t):
            hands.end(t, "blocked", None)

    def presence(self, t: Table) -> None:
        """Absent boards may count as voting."""
        in_play = t.facts["caller"] is None and t.facts["ended"] is None and t.now >= t.facts["go"]
        if in_play and standstill.presence(t):
            hands.end(t, "blocked", None)

    def resumed(self, t: Table) -> None:
        """Nobody is to be caught out: three, two, one, as before each hand."""
        if t.facts["caller"] is None and t.facts["ended"] is None:
            standstill.later(t, hands.count_down(t))

    def reached(self, t: Table, seat: int) -> dict[str, float]:
        """See ``figures``."""
        return reached(t, seat)

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        """See ``bot``."""
        return bot.bot(v, legal, rng, level)


def _follow(t: Table, seat: int, effect: Effect) -> None:
    """After a play: the call that comes by itself, or votes and the stuck rule."""
    if t.facts["caller"] is not None:
        t.set(landed=[*t.facts["landed"], seat])
    elif effect.nerts and t.options.call == "auto" and not t.piles[board(seat, t.options.piles).nerts]:
        hands.call(t, seat)
    else:
        _settle(t, seat, effect)


def _settle(t: Table, seat: int, effect: Effect = moves.NOTHING, *, vote: bool = False) -> None:
    if standstill.settle(t, seat, effect, vote=vote):
        hands.end(t, "blocked", None)


def _in_the_air(t: Table, seat: int, move: Move) -> bool:
    """Whether a move made after the call may still count: a card that its board lands in time."""
    verb, *rest = move
    if verb not in ("play", "slide") or not _names_cards(rest) or not hands.may_land(t, seat):
        return False
    return moves.lands_late(t, board(seat, t.options.piles), *rest)


def _names_cards(rest: Sequence[Any]) -> bool:
    """Whether this may follow the verb of a play or slide: two zones and a card, and what a joker becomes."""
    return len(rest) == 3 or (len(rest) == 4 and rest[3] is not None)


def _candidates(t: Table, seat: int) -> Iterator[Move]:
    """Moves that may be allowed, among them all that are."""
    b = board(seat, t.options.piles)
    yield from _plays(t, b) if t.options.jokers == "none" else _plays_with_jokers(t, b)
    yield "flip", len(t.piles[b.stock])
    yield CALL
    yield STUCK
    yield SHIFT


def _plays(t: Table, b: Board) -> Iterator[Move]:
    piles = t.piles
    for source in b.sources:
        pile = piles[source]
        if not pile:
            continue
        top, gap = pile[-1], moves.has_gap(t, b)
        for target in foundations(t):
            fits = top[0] == "A" or (piles[target] and NEXT[piles[target][-1]] == top[:2])
            if fits or late_place(t, target, top) is not None:
                yield "play", source, target, top
        for target in b.work:
            fitting = TAKES[piles[target][-1]] if piles[target] else pile
            yield from (("play", source, target, card) for card in fitting if card in pile)
            if gap:
                yield "slide", source, target, top


def _plays_with_jokers(t: Table, b: Board) -> Iterator[Move]:
    piles = t.piles
    for source in (name for name in b.sources if piles[name]):
        pile, top = piles[source], piles[source][-1]
        for target in (*foundations(t), *b.work):
            for card in pile if source in b.work and target in b.work else (top,):
                for became in jokers.ways(t, b, "play", target, card):
                    yield "play", source, target, card, *became
        for target in (name for name in b.work if piles[name]):
            for became in jokers.ways(t, b, "slide", target, top):
                yield "slide", source, target, top, *became
