"""Card names."""

from __future__ import annotations

from compendium.rules.cards import ACE_HIGH, ACE_LOW, DECK, deck, deck_of, is_red, rank_of, suit_of


def test_a_deck_has_52_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert DECK[0] == "AS"


def test_cards_of_several_decks_carry_the_deck() -> None:
    assert len({card for number in range(8) for card in deck(number)}) == 8 * 52
    assert (rank_of("TH3"), suit_of("TH3"), deck_of("TH3")) == ("T", "H", 3)
    assert (deck_of("TH"), deck_of("AS0")) == (0, 0)


def test_jokers_have_no_rank() -> None:
    assert rank_of("*1") == "*"
    assert deck_of("*13") == 3


def test_ranks_are_ordered_with_the_ace_low_or_high() -> None:
    assert [ACE_LOW[rank] for rank in "A2TK"] == [1, 2, 10, 13]
    assert [ACE_HIGH[rank] for rank in "A2TK"] == [14, 2, 10, 13]


def test_hearts_and_diamonds_are_red() -> None:
    assert [is_red(card) for card in ("AS", "AH", "AC", "AD1")] == [False, True, False, True]
