"""Claims: "the rest are mine", granted if it is certain whatever the others hold and whatever anybody plays.

Who is to play knows the own hand, what was played, and what that proves of the other hands: who did not
follow lacks the suit, who led a heart where none may be led has hearts only, who did not throw the king of
hearts or did not trump where one must cannot have done so. Every deal of the unseen cards that fits this
is possible, and from each any legal card may be played, the claimant's own too. A claim is certain if none
of all that loses a trick.

There is no search through deals: whether one is possible is a question of counting (``fits``). A leader
loses a trick exactly if one of three things is possible, see ``may_lose_leading``. Whoever is to play to a
trick that others led loses one if some cards of those who play later lead there; these are few, and if they
are more than ``MOST`` the claim counts as not certain. That is the only case in which a certain claim is
refused. Nothing here looks at another hand, so neither the answer nor its time can tell of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from compendium.rules import Cards, Table
from compendium.rules.cards import DECK, SUITS

from .deals import DEALS, THE_KING, number
from .lottery import ABOVE
from .options import Options
from .tricks import HAND, HIGH, TAKEN, best, choice

Mask = int
"""A set of cards, a bit for each."""

MOST = 2_000
"""Ways in which the others complete a trick that are looked at for one claim."""

BIT: dict[str, Mask] = {card: 1 << place for place, card in enumerate(DECK)}
WHOLE: Mask = (1 << len(DECK)) - 1


def mask(cards: Iterable[str]) -> Mask:
    """The cards as a set."""
    return sum(BIT[card] for card in cards)


SUIT: dict[str, Mask] = {suit: mask(card for card in DECK if card[1] == suit) for suit in SUITS}
KING = BIT[THE_KING]


def _higher(card: str) -> Iterator[str]:
    while card in ABOVE:
        card = ABOVE[card]
        yield card


HIGHER: dict[str, Mask] = {card: mask(_higher(card)) for card in DECK}
"""Card -> those of its suit that beat it."""


class Known(NamedTuple):
    """What a player about to play knows of the rest of a deal."""

    seat: int
    deal: int
    trump: str | None
    options: Options
    hand: Cards
    trick: Cards
    unseen: Mask
    """Cards in the other hands, together."""
    sizes: tuple[int, ...]
    """Seat -> cards in hand."""
    barred: tuple[Mask, ...]
    """Seat -> cards that it is known not to hold."""

    def played(self, seat: int, card: str) -> Known:
        """After one more card to the trick, and what it proves."""
        barred, sizes = list(self.barred), list(self.sizes)
        barred[seat] |= proves(self.deal, self.trump, self.options, self.trick, card)
        sizes[seat] -= 1
        return self._replace(
            trick=(*self.trick, card),
            hand=tuple(one for one in self.hand if one != card),
            unseen=self.unseen & ~BIT[card],
            sizes=tuple(sizes),
            barred=tuple(barred),
        )

    def may_be(self) -> bool:
        """Whether the unseen cards can lie so at all."""
        return self.fits(-1)

    def fits(self, seat: int, *slots: tuple[Mask, int]) -> bool:
        """Whether a deal is possible in which a seat holds so many cards of each of these sets.

        By Hall's theorem: the hands have as many places as there are cards, and all can be filled if any
        of them together have enough cards that may go there.
        """
        unseen = self.unseen
        places = [
            (unseen & ~self.barred[other], self.sizes[other])
            for other in range(4)
            if other not in (seat, self.seat)
        ]
        if seat >= 0:
            own = unseen & ~self.barred[seat]
            left = self.sizes[seat] - sum(n for _, n in slots)
            places += [(own & cards, n) for cards, n in slots] + [(own, left)]
        for some in product((False, True), repeat=len(places)):
            cards = needed = 0
            for (may, n), chosen in zip(places, some, strict=True):
                if chosen:
                    cards |= may
                    needed += n
            if cards.bit_count() < needed:
                return False
        return True


def proves(deal: int, trump: str | None, options: Options, trick: Cards, card: str) -> Mask:
    """The cards that who plays ``card`` to ``trick`` cannot hold."""
    suit = card[1]
    if not trick:
        return WHOLE & ~SUIT["H"] if suit == "H" and DEALS[deal].no_heart_lead else 0
    led = trick[0][1]
    if suit == led:
        return 0
    barred = SUIT[led]
    if options.throw_king and DEALS[deal].king_of_hearts and card != THE_KING:
        barred |= KING
    if options.must_trump and trump in SUIT:
        trumps = [one for one in trick if one[1] == trump]
        to_beat = max(trumps, key=HIGH.__getitem__, default=None)
        if suit != trump:
            barred |= SUIT[trump]
        elif to_beat and HIGH[card] < HIGH[to_beat]:
            barred |= HIGHER[to_beat]
    return barred


def known(t: Table, seat: int) -> Known:
    """What a seat knows that is about to play: from its own hand and what lies open."""
    deal, trump, options = number(t), t.trump, t.options
    barred = [0, 0, 0, 0]
    unseen = WHOLE & ~mask(t[HAND[seat]])
    for leader, cards in _tricks(t):
        unseen &= ~mask(cards)
        for place, card in enumerate(cards):
            barred[(leader + place) % 4] |= proves(deal, trump, options, cards[:place], card)
    sizes = tuple(len(t[hand]) for hand in HAND)
    return Known(seat, deal, trump, options, t[HAND[seat]], t["trick"], unseen, sizes, tuple(barred))


def _tricks(t: Table) -> Iterator[tuple[int, Cards]]:
    """Who led, and the cards as played, of the deal's tricks and of the one on the table."""
    starts = [0, 0, 0, 0]
    leader = t.dealer if DEALS[number(t)].trump and t.options.namer == "dealer" else t.next(t.dealer)
    for taker in t.winners:
        start = starts[taker]
        starts[taker] = start + 4
        yield leader, t[TAKEN[taker]][start : start + 4]
        leader = taker
    yield leader, t["trick"]


def certain(t: Table, seat: int) -> bool:
    """Whether the rest is certainly the seat's whose turn it is to play a card."""
    hand, trick = t[HAND[seat]], t["trick"]
    if t["stock"]:
        return False
    if trick:
        may = choice(hand, trick, number(t), t.trump, t.options)
        if any(best((*trick, card), t.trump) != len(trick) for card in may):
            return False
    elif len(hand) > 1 and not _tops(t, hand):
        return False
    return not may_lose(known(t, seat))


def _tops(t: Table, hand: Cards) -> bool:
    """A quick look before all is counted: a low card of a plain suit loses, if it is led."""
    gone = mask(hand) | sum(mask(t[zone]) for zone in TAKEN)
    return not any(HIGHER[card] & ~gone for card in hand if card[1] != "H")


def may_lose(k: Known) -> bool:
    """Whether who is to play may lose a trick, now or later."""
    if not k.trick:
        return may_lose_leading(k)
    looked = 0
    for card in choice(k.hand, k.trick, k.deal, k.trump, k.options):
        for after in _completed(k.played(k.seat, card), len(k.trick)):
            looked += 1
            if looked > MOST or after is None or may_lose_leading(after):
                return True
    return False


def _completed(k: Known, mine: int) -> Iterator[Known | None]:
    """All ways in which the trick can go on; None for one in which another card than mine takes it."""
    place = len(k.trick)
    if place == 4:
        if k.may_be():
            yield k._replace(trick=()) if best(k.trick, k.trump) == mine else None
        return
    seat = (k.seat + place - mine) % 4
    for card in _kinds(k, k.unseen & ~k.barred[seat]):
        yield from _completed(k.played(seat, card), mine)


def _kinds(k: Known, cards: Mask) -> list[str]:
    """Of cards that are all the same to the claimant one only: neither is an own card between them."""
    kinds: dict[object, str] = {}
    own = (*k.hand, *k.trick)
    for card in DECK:
        if cards & BIT[card]:
            above = sum(BIT[card] & HIGHER[one] != 0 for one in own)
            bars = tuple(barred & BIT[card] != 0 for barred in k.barred)
            exact = card == THE_KING or (k.options.must_trump and card[1] == k.trump)
            kinds[(card[1], above, bars, card if exact else None)] = card
    return list(kinds.values())


def may_lose_leading(k: Known) -> bool:
    """Whether a leader may lose a trick. All are won before it, so that the claimant leads to each.

    A higher card of a suit is out: its holder can keep it until the suit is led. Only a king of hearts that
    must be thrown has to go before, unless its holder follows to all leads of other suits.
    Or somebody has a trump, and can run out of a plain suit before the claimant does.
    """
    held = {suit: [card for card in k.hand if card[1] == suit] for suit in SUITS}
    for cards in held.values():
        higher = k.unseen & HIGHER[min(cards, key=HIGH.__getitem__)] if cards else 0
        goes_before = higher == KING and k.options.throw_king and DEALS[k.deal].king_of_hearts
        if higher and (not goes_before or _king_is_kept(k, held)):
            return True
    return k.trump in SUIT and _may_be_trumped(k, held)


def _king_is_kept(k: Known, held: dict[str, list[str]]) -> bool:
    leads = [(SUIT[suit], len(cards)) for suit, cards in held.items() if suit != "H" and cards]
    return any(k.fits(seat, (KING, 1), *leads) for seat in range(4) if seat != k.seat)


def _may_be_trumped(k: Known, held: dict[str, list[str]]) -> bool:
    assert k.trump is not None
    if not k.unseen & SUIT[k.trump]:
        return False
    for suit, cards in held.items():
        if cards and suit != k.trump:
            for seat in range(4):
                others = k.sizes[seat] - len(cards)  # besides the trump: not of the suit
                plain = (WHOLE & ~SUIT[suit], max(0, others))
                if seat != k.seat and k.fits(seat, (SUIT[k.trump], 1), plain):
                    return True
    return False
