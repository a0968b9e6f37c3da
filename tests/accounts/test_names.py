"""Names that others can read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compendium.accounts.names import LONGEST, BadName, clean, initial, suggest


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\n\tLovelace", "Ada Lovelace"),
        ("\u202egnp.exe", "gnp.exe"),  # a bidi override
        ("A\u200bd\u2066a\u0000", "Ada"),
        ("Zażółć ĝi ñ", "Zażółć ĝi ñ"),
        ("e\u0301", "é"),
        ("z\u0301\u0302\u0303\u0304\u0305", "ź\u0302\u0303"),  # accents piled on accents
        ("李 🦊", "李 🦊"),
        ("x" * 24, "x" * 24),
        ("👨‍👩‍👧 Fox", "👨‍👩‍👧 Fox"),  # joined: one picture
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("A\u200da👧\u200d", "Aa👧"),  # a joiner that joins no pictures
        ("👩\u200d\u202e👧", "👩👧"),
    ],
)
def test_a_name_is_made_fit(raw: str, name: str) -> None:
    assert clean(raw) == name


@pytest.mark.parametrize("raw", ["", "   ", "\u200b", "\u202e\u2066", "\u3164", "\u2800", "\u0301"])
def test_a_name_that_prints_nothing_is_none(raw: str) -> None:
    with pytest.raises(BadName, match="name_empty"):
        clean(raw)


def test_a_long_name_is_refused() -> None:
    with pytest.raises(BadName, match="name_long"):
        clean("x" * 25)


@given(st.text(max_size=60))
def test_what_is_clean_stays_as_it_is(raw: str) -> None:
    try:
        name = clean(raw)
    except BadName:
        return
    assert clean(name) == name
    assert 1 <= len(name) <= LONGEST


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("ada", "A"),
        ("łukasz", "Ł"),
        ("z\u0301\u0302x", "Z\u0301\u0302"),
        ("🇵🇱 Pole", "🇵🇱"),
        ("🇵🇱🇳🇴", "🇵🇱"),
        ("👨‍👩‍👧 Fox", "👨‍👩‍👧"),
        ("👩🏽\u200d🚀x", "👩🏽\u200d🚀"),
        ("❤\ufe0fx", "❤\ufe0f"),
        ("李", "李"),
        ("", ""),
    ],
)
def test_the_letter_of_a_name_is_a_whole_one(name: str, letter: str) -> None:
    assert initial(name) == letter


def test_guests_get_names_that_are_fit() -> None:
    for _ in range(50):
        name = suggest()
        assert clean(name) == name
