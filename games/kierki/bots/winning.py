"""Playing out deals 8-11: each player decides by own cards, what is out, and how many trumps are."""

from __future__ import annotations

from collections.abc import Sequence

from ..deals import TRICKS, WON_TRICK
from ..options import Options
from .memory import NO_SUIT
from .taking import MOST_TRUMPS, suits
from .win import W
from .worlds import Hands


class Winning:
    """A deal of 8-11 at a table of some options, for one of its players, with a trump (-1: none)."""

    def __init__(self, trump: int, options: Options, me: int) -> None:
        self.trump, self.me = trump, me
        self.must_trump = options.must_trump and trump != NO_SUIT
        self.suits = suits(trump)

    def play(self, hands: Hands, number: int, leader: int, lying: Sequence[tuple[int, int]]) -> float:
        """The points that the player wins from here on; ``avoiding.Avoiding.play`` says the rest."""
        trump, tables, me = self.trump, self.suits, self.me
        out = [hands[s] | hands[4 + s] | hands[8 + s] | hands[12 + s] for s in range(4)]
        won = 0
        while number <= TRICKS:
            if lying:
                led, top = lying[0]
                over = 0  # the highest trump, where the suit led is another
                taker = leader
                for place, (s, bit) in enumerate(lying):
                    if s == led:
                        if bit > top and not over:
                            taker = (leader + place) & 3
                        top = max(top, bit)
                    elif s == trump and bit > over:
                        over, taker = bit, (leader + place) & 3
                seat, later, lying = (leader + len(lying)) & 3, 3 - len(lying), ()
            else:
                led, top = self._lead(hands, out, leader)
                hands[4 * leader + led] ^= top
                out[led] ^= top
                taker, seat, later, over = leader, (leader + 1) & 3, 2, 0
            table = tables[led]
            while later >= 0:
                first = 4 * seat
                mine = hands[first + led]
                if mine:
                    if mine & (mine - 1):
                        unseen = out[led] ^ mine
                        under = mine if over else mine & (top - 1)
                        trumps = 0
                        if trump >= 0 and trump != led:
                            trumps = (out[trump] ^ hands[first + trump]).bit_count()
                            trumps = trumps if trumps < MOST_TRUMPS else MOST_TRUMPS
                        key = (((mine << 13 | unseen) << 3 | trumps) << 2 | later) << 4 | under.bit_count()
                        found = table.follows.get(key)
                        if found is None:
                            found = table.follow(mine, unseen, trumps, later, under, key)
                        bit = found[1]
                    else:
                        bit = mine
                    hands[first + led] = mine ^ bit
                    out[led] ^= bit
                    if bit > top:
                        top = bit
                        if not over:
                            taker = seat
                else:
                    s, bit = self._void(hands, out, first, led, over, later)
                    hands[first + s] ^= bit
                    out[s] ^= bit
                    if s == trump and bit > over:
                        over, taker = bit, seat
                seat = (seat + 1) & 3
                later -= 1
            won += taker == me
            number += 1
            leader = taker
        return WON_TRICK * won

    def _lead(self, hands: Hands, out: Hands, leader: int) -> tuple[int, int]:
        """Suit and bit of a lead."""
        trump, tables, first = self.trump, self.suits, 4 * leader
        trumps = 0
        if trump >= 0:
            trumps = (out[trump] ^ hands[first + trump]).bit_count()
            trumps = trumps if trumps < MOST_TRUMPS else MOST_TRUMPS
        best, led, top = -1e9, 0, 0
        for s in range(4):
            mine = hands[first + s]
            if mine:
                unseen, known = out[s] ^ mine, 0 if s == trump else trumps
                found = tables[s].leads.get((mine << 13 | unseen) << 3 | known)
                if found is None:
                    found = tables[s].lead(mine, unseen, known)
                worth = found[0]
                if s == trump and trumps:
                    left = max(0, trumps - int(W.drawn))
                    for k in range(4):
                        if k != trump and (mine := hands[first + k]):
                            unseen = out[k] ^ mine
                            worth += tables[k].worth(mine, unseen, left)
                            worth -= tables[k].worth(mine, unseen, trumps)
                if worth > best:
                    best, led, top = worth, s, found[1]
        return led, top

    def _void(self, hands: Hands, out: Hands, first: int, led: int, over: int, later: int) -> tuple[int, int]:
        """Suit and bit of a card that does not follow: a trump, or one thrown."""
        trump, tables = self.trump, self.suits
        best, thrown, card, trumps = -1e9, 0, 0, 0
        due = False
        if trump >= 0 and trump != led:
            mine = hands[first + trump]
            unseen = out[trump] ^ mine
            trumps = unseen.bit_count()
            trumps = trumps if trumps < MOST_TRUMPS else MOST_TRUMPS
            higher = mine & ~((over << 1) - 1) if over else mine
            if higher:
                n = out[led].bit_count()
                key = (((mine << 13 | unseen) << 2 | later) << 4 | higher.bit_count()) << 4 | n
                found = tables[trump].ruffs.get(key)
                if found is None:
                    found = tables[trump].ruff(mine, higher, unseen, later, n, key)
                best, card = found
                thrown = trump
            if self.must_trump and mine:
                if higher:
                    return thrown, card
                due = True
        for s in range(4):
            mine = hands[first + s]
            if mine and (not due or s == trump):
                unseen, known = out[s] ^ mine, 0 if s == trump else trumps
                found = tables[s].throws.get((mine << 13 | unseen) << 3 | known)
                if found is None:
                    found = tables[s].throw(mine, unseen, known)
                if found[0] > best:
                    best, card = found
                    thrown = s
        return thrown, card
