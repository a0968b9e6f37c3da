"""High Card: five tricks, the highest card wins each.

Everybody is dealt five cards. In turn each plays one to the middle; the highest rank takes the trick (of
equal ones the first) and leads the next. Most tricks win.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from compendium.rules import Game, Move, Table
from compendium.rules.cards import ACE_HIGH, DECK


class HighCard(Game):
    slug, name = "high-card", "High Card"
    summary = "Five cards, five tricks, no rules to learn."
    verbs = frozenset({"play"})

    def seats(self, options: Any) -> range:
        return range(2, 9)

    def setup(self, t: Table) -> None:
        t.zone("stock", DECK, see="none")
        t.zone("trick")
        t.shuffle("stock")
        for seat in t.seats:
            t.zone(f"h{seat}", see="owner", owner=seat)
            t.zone(f"w{seat}")
            t.deal("stock", f"h{seat}", 5)
        t.set(turn=0, leader=0)

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        return [("play", card) for card in t[f"h{seat}"]] if t.turn == seat else []

    def play(self, t: Table, seat: int, move: Move) -> None:
        t.move(f"h{seat}", "trick", str(move[1]))
        t.set(turn=t.next(seat))
        if len(t["trick"]) == len(t.seats):
            self.take_trick(t)

    def take_trick(self, t: Table) -> None:
        cards = t["trick"]
        best = max(cards, key=lambda card: ACE_HIGH[card[0]])
        winner = (t.leader + cards.index(best)) % len(t.seats)
        t.move("trick", f"w{winner}", *cards)
        t.add(winner, 1)
        t.set(turn=winner, leader=winner)
        if not t[f"h{winner}"]:
            t.set(turn=None, over="done")


game = HighCard()
