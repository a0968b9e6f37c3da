"""Tricks: which cards may be played to one, and who takes it."""

from __future__ import annotations

from compendium.rules import Cards, Table
from compendium.rules.cards import ACE_HIGH, DECK, SUITS

from .deals import DEALS, THE_KING, number
from .options import Options

NO_TRUMP = "N"
HIGH = {card: ACE_HIGH[card[0]] for card in DECK}
"""Card -> 2..14."""
HAND = ("h0", "h1", "h2", "h3")
TAKEN = ("w0", "w1", "w2", "w3")
SHOWN = ("o0", "o1", "o2", "o3")


def trumps(options: Options) -> tuple[str, ...]:
    """What may be named as trump."""
    return (*SUITS, NO_TRUMP) if options.no_trump else tuple(SUITS)


def playable(t: Table, seat: int) -> Cards:
    """The cards a seat may play when it is its turn."""
    return choice(t[HAND[seat]], t["trick"], number(t), t.trump, t.options)


def choice(hand: Cards, trick: Cards, deal: int, trump: str | None, options: Options) -> Cards:
    """The cards of a hand that may be played to a trick (empty: led); never none of a hand that has any."""
    if not trick:
        if DEALS[deal].no_heart_lead:
            return tuple([card for card in hand if card[1] != "H"]) or hand
        return hand
    led = trick[0][1]
    following = tuple([card for card in hand if card[1] == led])
    if following:
        return following
    if options.throw_king and THE_KING in hand and DEALS[deal].king_of_hearts:
        return (THE_KING,)
    if options.must_trump and trump is not None:
        return _trumps_due(hand, trick, trump) or hand
    return hand


def _trumps_due(hand: Cards, trick: Cards, trump: str) -> Cards:
    """The trumps one of which must be played: those that beat every trump in the trick, if there are any."""
    own = tuple(card for card in hand if card[1] == trump)
    to_beat = max((HIGH[card] for card in trick if card[1] == trump), default=0)
    return tuple(card for card in own if HIGH[card] > to_beat) or own


def best(trick: Cards, trump: str | None) -> int:
    """Which card of a trick (0-3, as played) takes it: the highest trump, else the highest of its suit."""
    winner = 0
    suit, high = trick[0][1], HIGH[trick[0]]
    for place in range(1, len(trick)):
        card = trick[place]
        if card[1] == suit:
            if HIGH[card] > high:
                winner, high = place, HIGH[card]
        elif card[1] == trump:
            winner, suit, high = place, trump, HIGH[card]
    return winner
