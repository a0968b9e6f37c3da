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


JOINER = "\u200d"  # makes one picture of several: a family, a profession
DRESSING = frozenset("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")  # in colour, and skin tones
FLAG_LETTERS = range(0x1F1E6, 0x1F200)  # two of them make a flag


class BadName(ValueError):
    """A name that cannot be shown: ``code`` is ``name_empty`` or ``name_long``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def suggest() -> str:
    """A friendly name for a guest; not unique, as names need not be."""
    return f"{random.choice(ADJECTIVES)} {random.choice(ANIMALS)}"


def clean(raw: str) -> str:
    """The name as it will be shown, 1-24 characters. Raises BadName."""
    name = printable(raw[: LONGEST * 40])
    if not name:
        raise BadName("name_empty")
    if len(name) > LONGEST:
        raise BadName("name_long")
    return name


def printable(raw: str) -> str:
    """A line of text as it can be shown to others; empty where nothing of it can be seen.

    Dropped are characters that print nothing or rearrange their neighbours (controls, bidi overrides, zero
    widths except the joiner between pictures, private use), and accents piled on accents; runs of spaces
    become one space.
    """
    kept: list[str] = []
    marks = 0
    signs = unicodedata.normalize("NFC", raw)
    for sign, following in zip(signs, signs[1:] + " ", strict=False):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or sign in "\t\n\r":
            kept.append(" ")
        elif sign == JOINER:
            kept.extend(sign if _joins(kept, following) else "")
        elif kind[0] != "C" and sign not in BLANKS and marks <= MOST_MARKS:
            kept.append(sign)
    line = " ".join("".join(kept).split())
    return line if any(unicodedata.category(sign)[0] in "LNSP" for sign in line) else ""


def initial(name: str) -> str:
    """The first letter as people see one: with its accents, or a whole picture or flag. Capital."""
    end = 1
    if len(name) > 1 and ord(name[0]) in FLAG_LETTERS and ord(name[1]) in FLAG_LETTERS:
        end = 2
    while end < len(name) and (_hangs(name[end]) or name[end - 1] == JOINER):
        end += 1
    return name[:end].upper()


def _hangs(sign: str) -> bool:
    """Whether it belongs to the sign before it."""
    return sign == JOINER or sign in DRESSING or unicodedata.category(sign)[0] == "M"


def _joins(kept: list[str], following: str) -> bool:
    before = next((sign for sign in reversed(kept) if sign not in DRESSING), " ")
    return _is_picture(before) and _is_picture(following)


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So" and sign not in BLANKS
