"""Kierki: twelve deals for four players, first paying for what they take, then winning it back.

Four players, one pack of 52 cards, ace high. The highest total after twelve deals wins; equal totals share
the place. The first dealer is drawn; the deal passes to the left each time, so everybody deals three times.

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
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from compendium.rules import Game, Illegal, Move, Table, View

from . import bots, clock, flow, lottery, tricks
from .deals import LAST_DEAL, LOTTERY, number
from .options import Options
from .refusals import refusal

READY: Move = ("ready",)


def _asked(t: Table, seat: int) -> tuple[str, tuple[str, ...]]:
    """What the player to act is asked for: the verb, and what may follow it."""
    if flow.naming(t):
        return "trump", tricks.trumps(t.options)
    if number(t) == LOTTERY:
        return "lay", lottery.layable(t, seat)
    return "play", tricks.playable(t, seat)


class Kierki(Game):
    """The game's moves: play a card, name a trump, lay a card, be ready for the next deal."""

    slug = "kierki"
    name = "Kierki"
    summary = "Dodge the hearts, the queens and the last trick, then win it all back."
    minutes = 40
    verbs = frozenset({"play", "trump", "lay", "ready"})
    Options = Options
    levels = bots.LEVELS
    default_level = bots.DEFAULT

    def seats(self, options: Any) -> range:
        """Always four."""
        return range(4, 5)

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
        return [(verb, each) for each in choice]

    def allows(self, t: Table, seat: int, move: Move) -> bool:
        """The same as ``legal``, asked about one move."""
        if t.facts["turn"] != seat:
            return move in self.legal(t, seat)
        verb, choice = _asked(t, seat)
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
        elif verb == "lay":
            flow.lay(t, seat, str(move[1]), facts)
        else:
            flow.play_card(t, seat, str(move[1]), facts)
        t.set(**facts)

    def wake(self, t: Table) -> None:
        """Between deals: deal the next. In a turn: its time and the seat's bank have run out."""
        if t.turn is not None:
            t.set(**clock.ran_out(t))
        elif number(t) < LAST_DEAL:
            t.set(**flow.next_deal(t))

    def bot(self, v: View, legal: list[Move], rng: random.Random, level: str) -> tuple[Move, float]:
        """Bots are in ``bots``."""
        return bots.bot(v, legal, rng, level)

    def tells(self, t: Table) -> Any:
        """In the lottery a pass says what a player lacks, and who begins says who holds an opener."""
        return (t.turn, t.passed) if number(t) == LOTTERY else None


game = Kierki()
