"""The rule bot's policy for deals 8-11 as tables of suits, for playing out thousands of deals a second.

What a card is worth, in tricks, is what ``win`` says it is, as far as it follows from one suit and from how
many trumps are out. There are two kinds of suits, trumps and others; their tables last as long as the
process.
"""

from __future__ import annotations

from functools import lru_cache

from .kept import Kept
from .losing import put, spread, squeezed
from .memory import NO_SUIT
from .suits import ranks
from .win import LAST, W, fallen, nobody_void

OTHERS = 3
MISS = 2 / 3
"""How likely an unseen card is not in the hand of one of the others."""
KEPT = Kept(100_000)
MOST = 4_000
"""Entries kept of each kind, for each number of cards that are left."""
MOST_TRUMPS = 6
"""More trumps out than that make no difference."""
Best = tuple[float, int]
"""What the best card is worth, and its bit."""


class Suit:
    """Tables of the trump suit, or of any other. Cards that have been played make no difference."""

    def __init__(self, trump: bool) -> None:
        self.rows = [Row(n, trump) for n in range(14)]
        """How many cards are left of the suit -> what is worth what."""
        self.leads: dict[int, Best] = KEPT.table()
        """Own cards, unseen ones and trumps that are out -> the best lead."""
        self.follows: dict[int, Best] = KEPT.table()
        """The same with the number of later players and of own cards that are beaten -> the best card."""
        self.throws: dict[int, Best] = KEPT.table()
        """Own cards, unseen ones, trumps that are out -> the best card to throw."""
        self.ruffs: dict[int, Best] = KEPT.table()
        """Own trumps, unseen ones, later players, those that win, cards out of the suit led -> the best."""
        self.worths: dict[int, float] = KEPT.table()

    def lead(self, mine: int, unseen: int, trumps: int) -> Best:
        """The best card to lead, and what it and the suit's other cards bring, less what they brought."""
        left = mine | unseen
        found = self.rows[left.bit_count()].lead(squeezed(mine, left), trumps)
        return put(self.leads, (mine << 13 | unseen) << 3 | trumps, _spread(found, left))

    def follow(self, mine: int, unseen: int, trumps: int, later: int, under: int, key: int) -> Best:
        """The best card to follow with; ``under``: own cards that are beaten."""
        left = mine | unseen
        found = self.rows[left.bit_count()].follow(squeezed(mine, left), trumps, later, squeezed(under, left))
        return put(self.follows, key, _spread(found, left))

    def throw(self, mine: int, unseen: int, trumps: int) -> Best:
        """The best card to throw."""
        left = mine | unseen
        found = self.rows[left.bit_count()].throw(squeezed(mine, left), trumps)
        return put(self.throws, (mine << 13 | unseen) << 3 | trumps, _spread(found, left))

    def ruff(self, mine: int, over: int, unseen: int, later: int, led: int, key: int) -> Best:
        """The best trump of those in ``over``, each of which would be the highest of the trick so far."""
        left = mine | unseen
        found = self.rows[left.bit_count()].ruff(squeezed(mine, left), squeezed(over, left), later, led)
        return put(self.ruffs, key, _spread(found, left))

    def worth(self, mine: int, unseen: int, trumps: int) -> float:
        """The tricks that the suit's cards may still win."""
        key = (mine << 13 | unseen) << 3 | trumps
        known = self.worths.get(key)
        if known is None:
            left = mine | unseen
            mine = squeezed(mine, left)
            row = self.rows[left.bit_count()]
            known = put(self.worths, key, row.worth(mine, row.all ^ mine, trumps))
        return known


class Row:
    """What is left of a suit: so many cards. Own ones are a mask of their places, the lowest first."""

    def __init__(self, n: int, trump: bool) -> None:
        self.all, self.trump = (1 << n) - 1, trump
        self.worths: dict[tuple[int, int, int], float] = KEPT.table()
        self.lead = lru_cache(MOST)(self._lead)
        self.follow = lru_cache(MOST)(self._follow)
        self.throw = lru_cache(MOST)(self._throw)
        self.ruff = lru_cache(MOST)(self._ruff)

    def _lead(self, mine: int, trumps: int) -> Best:
        unseen = self.all ^ mine
        before = self.worth(mine, unseen, trumps)

        def value(bit: int) -> float:
            after = self.worth(mine ^ bit, fallen(unseen, bit.bit_length() - 1), trumps)
            return self._takes(unseen, bit, trumps, OTHERS) + after - before - W.high * bit.bit_length()

        return max((value(bit), bit) for bit in _different(mine, unseen))

    def _follow(self, mine: int, trumps: int, later: int, under: int) -> Best:
        unseen = self.all ^ mine

        def value(bit: int) -> float:
            takes = 0.0 if bit & under else self._takes(unseen, bit, trumps, later)
            return takes + self.worth(mine ^ bit, unseen, trumps) - W.high * bit.bit_length()

        return max((value(bit), bit) for bit in _different(under, unseen) + _different(mine & ~under, unseen))

    def _throw(self, mine: int, trumps: int) -> Best:
        unseen = self.all ^ mine
        before = self.worth(mine, unseen, trumps)
        return max(
            (self.worth(mine ^ bit, unseen, trumps) - before - W.high * bit.bit_length(), bit)
            for bit in _different(mine, unseen)
        )

    def _ruff(self, mine: int, over: int, later: int, led: int) -> Best:
        unseen, void = self.all ^ mine, MISS**led
        before = self.worth(mine, unseen, 0)

        def value(bit: int) -> float:
            higher = (unseen >> bit.bit_length()).bit_count()
            takes = float((1 - void * (1 - MISS**higher)) ** later)
            return takes + self.worth(mine ^ bit, unseen, 0) - before - W.high * bit.bit_length()

        return max((value(bit), bit) for bit in _different(over, unseen))

    def worth(self, mine: int, unseen: int, trumps: int) -> float:
        """As ``win.Weighing`` has it."""
        if not mine:
            return 0.0
        known = self.worths.get((mine, unseen, trumps))
        if known is not None:
            return known
        total = 0.0
        length, n = mine.bit_count(), unseen.bit_count()
        for place, rank in enumerate(reversed(ranks(mine))):
            higher = (unseen >> (rank + 1)).bit_count()
            if self.trump:
                total += W.trumps[min(higher, LAST)]
                continue
            win = W.cards[higher if higher < min(length, LAST) else LAST] if n else W.lone
            if trumps:
                safe = nobody_void(n, place + higher)
                win *= safe + (1 - safe) * max(0.0, 1 - trumps / OTHERS)
            total += win
        self.worths[mine, unseen, trumps] = total
        return total

    def _takes(self, unseen: int, bit: int, trumps: int, later: int) -> float:
        """How likely a card of the suit led takes the trick."""
        beaten = 1 - MISS ** (unseen >> bit.bit_length()).bit_count()
        if not self.trump:
            beaten += MISS ** unseen.bit_count() * (1 - MISS**trumps)
        return float((1 - beaten) ** later) if beaten < 1 else 0.0


def _spread(best: Best, left: int) -> Best:
    """A card's place among those that are left as its bit."""
    worth, place = best
    return worth, spread(place, left)


def _different(mine: int, unseen: int) -> list[int]:
    """One card of each row of cards that nobody else's come between: the lowest."""
    found = []
    below = 0
    for rank in ranks(mine):
        bit = 1 << rank
        if not below or unseen & (bit - below):
            found.append(bit)
        below = bit
    return found


TRUMP, PLAIN = Suit(True), Suit(False)


def suits(trump: int) -> tuple[Suit, ...]:
    """Each suit's tables, where ``trump`` is (or nothing: -1)."""
    return tuple(TRUMP if s == trump != NO_SUIT else PLAIN for s in range(4))


def bound() -> None:
    """As ``losing.bound``."""
    if KEPT.full():
        KEPT.clear()
