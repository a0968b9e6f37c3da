"""Kierki: twelve deals for four players, first paying for what they take, then winning it back.

Four players, one pack of 52 cards, ace high. The highest total after twelve deals wins; equal totals share
the place. The first dealer is drawn; the deal passes to the left each time, so everybody deals three times.

At the table: tap a card to lift it and once more to play it, or drag it out. By keys: arrows choose, Enter
plays. Cards that may not be played now are dimmed.

## Deals 1-7: take nothing

The player left of the dealer leads to the first trick. Follow suit if you can; if you cannot, play any card.
The highest card of the suit led takes the trick and leads the next. There is no trump and no duty to beat.

1. Bez lew, no tricks: -20 for each trick.
2. Bez kierów, no hearts: -20 for each heart.
3. Bez dam, no queens: -60 for each queen.
4. Bez panów, no kings or jacks: -30 for each king or jack.
5. Bez króla kier, no king of hearts: -150 for that one card.
6. Bez siódmej i ostatniej, no seventh and last: -75 for the seventh trick, -75 for the thirteenth.
7. Rozbójnik, the robber: all six at once, and they add up.

Whoever is sure of all tricks that are left may say so: "the rest are mine". It counts only if it is certain
from the cards that were seen, whatever the others hold and whatever anybody plays. All hands are then shown,
and the deal ends. This goes for deals 8-11 too.

In deals 2, 5 and 7 you may not lead a heart while you hold another suit. You may always follow with one, or
throw one away. A deal whose points have all been taken stops at once.

## Deals 8-11: win tricks

The dealer deals five cards to each player, looks at their own five and names the trump suit; then the
other eight each are dealt, and the dealer leads. Follow suit if you can; if you cannot, play any card:
nobody has to trump. The highest trump takes the trick, else the highest card of the suit led. +25 for each
trick.

## Deal 12: the little lottery

All cards are dealt, and the dealer starts. Lay one card a turn: any seven opens its suit, after which the
next card up (8 to ace) or down (6 to 2) may be laid. Whoever can lay must lay; whoever cannot is passed. The
first hand to be empty wins +800, the second +500, and the game is over.

The first seven deals cost 2600 points, the other five pay 2600: the four totals always add up to nothing.

A table may agree to play less: deals 1-7 only, deals 8-12 only, or the robber and then deals 8-12. It may
also play four little lotteries, each dealt by another player and paying 200 and 125.

## Deals of the day

Every day the same twelve deals for everybody, against the same three bots, which answer the same play in the
same way. Your first try of the day (UTC) ranks by its total; equal totals share the place. There is no turn
time: go away and come back as you like, what you began counts for its day.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from compendium.rules import Game, Illegal, Move, Table, View

from . import bots, claims, clock, flow, lottery, tricks
from .bots import reasons, search
from .daily import DAILY
from .deals import LOTTERY, number
from .options import Options
from .refusals import refusal

READY: Move = ("ready",)
CLAIM: Move = ("claim",)
"""Legal only where it is certain, see ``claims``; then it stands last."""


def _asked(t: Table, seat: int) -> tuple[str, tuple[str, ...]]:
    """What the player to act is asked for: the verb, and what may follow it."""
    if flow.naming(t):
        return "trump", tricks.trumps(t.options)
    if number(t) == LOTTERY:
        return "lay", lottery.layable(t, seat)
    return "play", tricks.playable(t, seat)


class Kierki(Game):
    """The game's moves: play a card, claim the rest, name a trump, lay a card, be ready for the next deal."""

    slug = "kierki"
    name = "Kierki"
    summary = "Dodge the hearts, the queens and the last trick, then win it all back."
    minutes = 40
    verbs = frozenset({"play", "claim", "trump", "lay", "ready"})
    Options = Options
    levels = bots.LEVELS
    default_level = bots.DEFAULT
    level_words = bots.LEVEL_WORDS
    quick_level = bots.QUICK
    daily = DAILY

    def seats(self, options: Any) -> range:
        """Always four."""
        return range(4, 5)

    def by_days(self, options: Any) -> bool:
        """With a turn time of days."""
        return clock.by_days(options)

    def waits(self, t: Table, seat: int) -> bool:
        """Until the seat's bank is spent; for ever without turn time."""
        return clock.waits(t, seat)

    def setup(self, t: Table) -> None:
        """Zones and facts are described in ``flow``."""
        flow.lay_out(t)

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        """Between deals everybody may be ready; in a deal only the player to act has moves."""
        turn = t.facts["turn"]
        if turn is None:
            return () if t.over is not None or seat in t.ready else (READY,)
        if turn != seat:
            return ()
        verb, choice = _asked(t, seat)
        moves: list[Move] = [(verb, each) for each in choice]
        if verb == "play" and claims.certain(t, seat):
            moves.append(CLAIM)
        return moves

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        """The same as ``legal``, asked about one move."""
        if t.facts["turn"] != seat:
            return move in self.legal(t, seat)
        verb, choice = _asked(t, seat)
        if move == CLAIM:
            return verb == "play" and claims.certain(t, seat)
        return len(move) == 2 and move[0] == verb and move[1] in choice

    def refusal(self, t: Table, seat: int, move: Move) -> Illegal:
        """The codes and what they mean are in ``refusals``."""
        return refusal(t, seat, move)

    def play(self, t: Table, seat: int, move: Move) -> None:
        """One move and what follows: a trick taken, a deal ended, the next one dealt, seats passed."""
        facts = clock.moved(t, seat)
        verb = move[0]
        if verb == "ready":
            flow.ready(t, seat, facts)
        elif verb == "trump":
            flow.name_trump(t, seat, str(move[1]), facts)
        elif verb == "claim":
            flow.claim(t, seat, facts)
        elif verb == "lay":
            flow.lay(t, seat, str(move[1]), facts)
        else:
            flow.play_card(t, seat, str(move[1]), facts)
        t.set(**facts)

    def wake(self, t: Table) -> None:
        """Between deals: deal the next. In a turn: its time and the seat's bank have run out."""
        if t.turn is not None:
            t.set(**clock.ran_out(t))
        else:
            t.set(**flow.next_deal(t))

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        """Bots are in ``bots``."""
        return bots.bot(v, legal, rng, level)

    def advice(self, v: View, legal: list[Move]) -> tuple[Move, str] | None:
        """The rule bot's move, and its reason: see ``bots.reasons``."""
        if v.seat is None or v.turn != v.seat:
            return None
        if legal[-1] == CLAIM and len(v[tricks.HAND[v.seat]]) > 1:
            return CLAIM, "claim"
        legal = [move for move in legal if move != CLAIM]  # a single card is sooner played
        move = bots.rule(v, legal, random.Random(0))
        return move, reasons.reason(v, legal, move)

    def values(self, v: View, legal: list[Move], rng: random.Random) -> dict[Move, float]:
        """Points on average, as the expert looks ahead; a claim is as good as any card."""
        if len({move[0] for move in legal}) > 1:
            return {}
        return search.values(v, legal, rng)

    def tells(self, t: Table) -> Any:
        """In the lottery a pass says what a player lacks, and who begins says who holds an opener."""
        return (t.turn, t.passed) if number(t) == LOTTERY else None


game = Kierki()
