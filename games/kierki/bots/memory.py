"""What a seat remembers in a deal of tricks: which cards are still out, and who has shown a lack of some.

All of it follows from what lies open: the tricks taken, in the order played, and their takers. Whoever does
not follow has none of that suit. Who leads a heart where none may be led has nothing else. Who must throw
the king of hearts and does not, lacks it; who must trump or overtrump and does not, lacks those trumps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from compendium.rules import View
from compendium.rules.cards import SUITS

from ..deals import DEALS, THE_KING, TRICKS
from ..options import Options
from ..tricks import HAND, TAKEN
from .suits import BIT, RANK, SUIT, WHOLE_SUIT, Masks, masks

NO_SUIT = -1
HEARTS = SUITS.index("H")
ALL_SUITS = 0b1111


class Position(NamedTuple):
    """A player about to play a card, and all that they know. Suits are numbers, cards of a suit bit masks."""

    seat: int
    deal: int
    number: int
    """Of the trick, 1-13."""
    trump: int
    """Number of the suit, or -1."""
    mine: Masks
    unseen: Masks
    """Cards in the other hands."""
    void: list[int]
    """Seat -> a bit for each suit that it is known not to hold."""
    lacks: list[Masks]
    """Seat -> single cards that it is known not to hold either."""
    trick: tuple[str, ...]
    later: list[int]
    """Seats that play to this trick after this one."""
    options: Options

    def held(self, seat: int) -> int:
        """How many cards another seat holds."""
        return TRICKS + 1 - self.number - (seat not in self.later)

    def is_void(self, seat: int, suit: int) -> bool:
        """Whether a seat is known to have none of a suit (also asked about no suit: nobody has that)."""
        return suit == NO_SUIT or bool(self.void[seat] >> suit & 1)

    def share(self, suit: int) -> float:
        """How likely an unseen card of a suit is in the hand of one of those who may have it."""
        may = [seat for seat in range(4) if seat != self.seat and not self.is_void(seat, suit)]
        return 1 / max(1, len(may))


def recall(v: View) -> Position:
    """The position of the seat whose turn it is."""
    assert v.seat is not None
    mine = masks(v[HAND[v.seat]])
    unseen = [WHOLE_SUIT & ~held for held in mine]
    void = [0, 0, 0, 0]
    lacks = [[0, 0, 0, 0] for _ in v.seats]
    deal, trump = v.deal, v.trump
    trump = SUITS.index(trump) if trump and trump in SUITS else NO_SUIT
    for leader, cards in _tricks(v):
        led = SUIT[cards[0]] if cards else NO_SUIT
        if led == HEARTS and DEALS[deal].no_heart_lead:
            void[leader] |= ALL_SUITS & ~(1 << HEARTS)
        for place, card in enumerate(cards):
            suit = SUIT[card]
            unseen[suit] &= ~BIT[card]
            if suit != led:
                seat = (leader + place) % 4
                void[seat] |= 1 << led
                if v.options.must_trump and trump != NO_SUIT:
                    void[seat] |= (suit != trump) << trump
                    lacks[seat][trump] |= _not_overtrumped(cards[: place + 1], trump)
                if v.options.throw_king and DEALS[deal].king_of_hearts and card != THE_KING:
                    lacks[seat][HEARTS] |= BIT[THE_KING]
    trick = v["trick"]
    later = [(v.seat + place) % 4 for place in range(1, 4 - len(trick))]
    return Position(
        v.seat, deal, len(v.winners) + 1, trump, mine, unseen, void, lacks, trick, later, v.options
    )


def _not_overtrumped(cards: tuple[str, ...], trump: int) -> int:
    """The trumps that the last player of a trick would have had to play instead of that card."""
    *before, card = cards
    to_beat = max((RANK[each] for each in before if SUIT[each] == trump), default=-1)
    return WHOLE_SUIT >> (to_beat + 1) << (to_beat + 1) if RANK[card] < to_beat else 0


def _tricks(v: View) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Who led, and the cards in the order played, of each trick of this deal and of the one on the table."""
    leader = _first_leader(v)
    seen = [0, 0, 0, 0]
    for taker in v.winners:
        start = seen[taker]
        seen[taker] = start + 4
        yield leader, v[TAKEN[taker]][start : start + 4]
        leader = taker
    if len(v.winners) < TRICKS:
        yield leader, v["trick"]


def _first_leader(v: View) -> int:
    names_trump = DEALS[v.deal].trump and v.options.namer == "dealer"
    return int(v.dealer if names_trump else (v.dealer + 1) % 4)
