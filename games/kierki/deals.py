"""The twelve deals as data: their names, what tricks and cards are worth in each, and which a game has."""

from __future__ import annotations

from typing import NamedTuple

from compendium.rules import Table
from compendium.rules.cards import DECK, rank_of, suit_of

from .options import Options

TRICK, HEART, QUEEN, KING_OR_JACK, KING_OF_HEARTS = -20, -20, -60, -30, -150
WON_TRICK = 25
PRIZES = {1: (800, 500), 4: (200, 125)}
"""Option ``lotteries`` -> what each of them pays the first and the second empty hand."""
TRICKS = 13

THE_KING = "KH"
LAST_TRICKS = {
    "seventh_and_last": {7: -75, 13: -75},
    "last_two": {12: -75, 13: -75},
    "last": {13: -150},
}
"""Option ``last_tricks`` -> number of a trick -> what taking it costs."""


class Deal(NamedTuple):
    """A deal of tricks: points for each trick and card, and the rules that not every deal has."""

    polish: str
    english: str
    trick: int = 0
    heart: int = 0
    queen: int = 0
    king_or_jack: int = 0
    king_of_hearts: int = 0
    last_tricks: bool = False
    no_heart_lead: bool = False
    trump: bool = False
    all_out: int | None = None
    """The points that can be taken, where a deal can be decided before its end."""


_TRUMP = Deal("Odgrywka", "Trumps", trick=WON_TRICK, trump=True)

DEALS = (
    Deal("", ""),  # deals are counted from 1
    Deal("Bez lew", "No tricks", trick=TRICK),
    Deal("Bez kierów", "No hearts", heart=HEART, no_heart_lead=True, all_out=13 * HEART),
    Deal("Bez dam", "No queens", queen=QUEEN, all_out=4 * QUEEN),
    Deal("Bez panów", "No kings or jacks", king_or_jack=KING_OR_JACK, all_out=8 * KING_OR_JACK),
    Deal(
        "Bez króla kier",
        "No king of hearts",
        king_of_hearts=KING_OF_HEARTS,
        no_heart_lead=True,
        all_out=KING_OF_HEARTS,
    ),
    Deal("Bez siódmej i ostatniej", "No seventh and last", last_tricks=True),
    Deal(
        "Rozbójnik",
        "The robber",
        TRICK,
        HEART,
        QUEEN,
        KING_OR_JACK,
        KING_OF_HEARTS,
        last_tricks=True,
        no_heart_lead=True,
    ),
    *(4 * (_TRUMP,)),
    Deal("Mała loteryjka", "The little lottery"),
)
LOTTERY = 12
PENALTIES, TRUMPS = range(1, 8), range(8, 12)
PROGRAMMES = {
    "full": (*PENALTIES, *TRUMPS),
    "rozgrywka": (*PENALTIES,),
    "odgrywka": (*TRUMPS,),
    "short": (PENALTIES[-1], *TRUMPS),
}
"""Option ``programme`` -> its deals of tricks; but for Rozgrywka the lottery follows."""


def programme(options: Options) -> tuple[int, ...]:
    """The deals of a game in the order they are dealt, each by its number (1-12)."""
    tricks = PROGRAMMES[options.programme]
    return tricks if options.programme == "rozgrywka" else (*tricks, *options.lotteries * (LOTTERY,))


def place(t: Table) -> int:
    """Which deal of the game's programme this one is, from 1; of several lotteries the sheet tells."""
    deal = number(t)
    lotteries = sum(row[0] == LOTTERY for row in t.sheet) - (t.turn is None) if deal == LOTTERY else 0
    return programme(t.options).index(deal) + 1 + lotteries


def number(t: Table) -> int:
    """Which deal is being played, 1-12 (``t.deal`` is the table's verb, not the fact)."""
    return int(t.facts["deal"])


def _worth(deal: Deal, card: str) -> int:
    rank, suit = rank_of(card), suit_of(card)
    return (
        deal.heart * (suit == "H")
        + deal.queen * (rank == "Q")
        + deal.king_or_jack * (rank in "KJ")
        + deal.king_of_hearts * (card == THE_KING)
    )


CARDS = tuple({card: worth for card in DECK if (worth := _worth(deal, card))} for deal in DEALS)
"""Number of the deal -> card -> points, for the cards that have any."""


def trick_points(options: Options, deal: int, number: int, cards: tuple[str, ...]) -> int:
    """What the taker of a deal's ``number``-th trick (1-13) gets for it."""
    points = DEALS[deal].trick
    worth = CARDS[deal]
    if worth:
        points += sum(worth.get(card, 0) for card in cards)
    if DEALS[deal].last_tricks:
        points += LAST_TRICKS[options.last_tricks].get(number, 0)
    return points
