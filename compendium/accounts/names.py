"""What people may be called: suggestions for guests, and names made fit to be shown to others."""

from __future__ import annotations

import random
import unicodedata

LONGEST = 24
MOST_MARKS = 2  # accents on one letter; more of them climb over the lines above
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that print nothing

ADJECTIVES = """
Brave Bright Calm Clever Cosy Daring Eager Fair Gentle Golden Happy Hazel Humble Jolly Keen Kind Lively Lucky
Mellow Merry Mighty Nimble Patient Proud Quick Quiet Rosy Silver Sly Steady Sunny Swift Tidy Witty
""".split()
ANIMALS = """
Badger Beaver Bee Bison Crane Deer Dormouse Falcon Fox Goat Hare Hedgehog Heron Jackdaw Lark Lynx Magpie
Marten Mole Moose Newt Otter Owl Perch Pike Puffin Raven Robin Seal Squirrel Stork Swan Trout Wolf
""".split()


class BadName(ValueError):
    """A name that cannot be shown: ``code`` is ``name_empty`` or ``name_long``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def suggest() -> str:
    """A friendly name for a guest; not unique, as names need not be."""
    return f"{random.choice(ADJECTIVES)} {random.choice(ANIMALS)}"


def clean(raw: str) -> str:
    """The name as it will be shown, 1-24 characters. Raises BadName.

    Dropped are characters that print nothing or rearrange their neighbours (controls, bidi overrides, zero
    widths, private use), and accents piled on accents; runs of spaces become one space.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", raw[: LONGEST * 40]):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or sign in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C" and sign not in BLANKS and marks <= MOST_MARKS:
            kept.append(sign)
    name = " ".join("".join(kept).split())
    if not any(unicodedata.category(sign)[0] in "LNSP" for sign in name):
        raise BadName("name_empty")
    if len(name) > LONGEST:
        raise BadName("name_long")
    return name
