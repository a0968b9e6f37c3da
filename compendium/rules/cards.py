"""Card names.

A card is a short string: its rank, its suit and, where several decks are in play, the digit of its deck:
``"TH"`` is the ten of hearts, ``"TH3"`` the one of deck 3. A joker is ``"*1"`` or ``"*2"`` (``"*13"`` in
deck 3).
"""

RANKS = "A23456789TJQK"
SUITS = "SHCD"
RED = frozenset("HD")
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""One 52-card pack, by suit, ace to king."""

ACE_LOW = {rank: place for place, rank in enumerate(RANKS, 1)}
"""Rank character -> 1..13, the ace lowest."""
ACE_HIGH = {**ACE_LOW, "A": 14}
"""Rank character -> 2..14, the ace highest."""


def deck(number: int) -> tuple[str, ...]:
    """The 52 cards of deck ``number`` (0-9), each with the deck's digit."""
    return tuple(f"{card}{number}" for card in DECK)


def jokers(number: int) -> tuple[str, str]:
    """The two jokers of deck ``number``, with its digit."""
    return f"*1{number}", f"*2{number}"


def rank_of(card: str) -> str:
    """The rank's character, or ``"*"`` for a joker."""
    return card[0]


def suit_of(card: str) -> str:
    """The suit's character: S, H, C or D."""
    return card[1]


def deck_of(card: str) -> int:
    """The deck a card belongs to; 0 where only one is in play."""
    return int(card[2:] or 0)


def is_red(card: str) -> bool:
    """Hearts and diamonds."""
    return card[1] in RED
