"""The games as the site shows them: what stands on a card of the home page, and the rules as a page."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from compendium.rules import Game, registry
from compendium.rules import options as game_options
from compendium.tables.seating import Refused

ANY_ART = "art/any.svg"
NUMBERED = re.compile(r"\d+\. ")
MINUS = re.compile(r"(?<![\w-])-(?=\d)")
RANGE = re.compile(r"(?<=\d)-(?=\d)")


@dataclass(frozen=True)
class Card:
    """A game in the catalogue."""

    slug: str
    name: str
    summary: str
    seats_text: str
    minutes: int
    art_url: str
    alone: bool
    """Whether one person can practise it without anybody else."""
    day: str
    """What everybody may play once a day; empty: nothing."""


def games() -> list[Game]:
    """The games that are installed, by name."""
    return sorted(registry.find().values(), key=lambda game: game.name)


def find(slug: str) -> Game:
    """A game that is installed. Refuses with ``unknown_game``."""
    game = registry.get(slug)
    if game is None:
        raise Refused("unknown_game", game=slug[:40])
    return game


def name_of(slug: str) -> str:
    """A game's name; its slug where it is not installed."""
    game = registry.get(slug)
    return game.name if game else slug


def card(game: Game) -> Card:
    """What the home page says of a game."""
    allowed = game.seats(game.Options())
    seats_text = _seats_text(allowed)
    return Card(
        game.slug,
        game.name,
        game.summary,
        seats_text,
        game.minutes,
        _art(game.slug),
        alone=1 in allowed,
        day=game.daily.title if game.daily else "",
    )


def schema(game: Game) -> dict[str, Any]:
    """What a program needs to know of a game."""
    allowed = game.seats(game.Options())
    return {
        "slug": game.slug,
        "name": game.name,
        "summary": game.summary,
        "minutes": game.minutes,
        "realtime": game.realtime,
        "seats": {"least": allowed[0], "most": allowed[-1]},
        "levels": [
            {"level": level, "title": title, "words": game.level_words.get(level, "")}
            for level, title in game.levels.items()
        ],
        "default_level": game.default_level or None,
        "day": {"title": game.daily.title, "summary": game.daily.summary} if game.daily else None,
        "presets": [{"preset": one.slug, "title": one.title, "options": one.options} for one in game.presets],
        "options": game_options.schema(game),
    }


def rules_html(game: Game) -> SafeString:
    """The docstring of a game's module: paragraphs, ``## headings`` and numbered or dashed lists."""
    module = sys.modules[type(game).__module__]
    package = sys.modules.get(module.__package__ or "")
    holder = package if getattr(package, "game", None) is game else module
    text = getattr(holder, "__doc__", None) or game.summary
    blocks = re.split(r"\n\s*\n", cleandoc(text))
    return mark_safe("\n".join(_block(block) for block in blocks))  # every line is escaped


def _block(block: str) -> str:
    lines = RANGE.sub("–", MINUS.sub("−", escape(block))).split("\n")
    if lines[0].startswith("## "):
        return f"<h2>{lines[0][3:]}</h2>"
    if NUMBERED.match(lines[0]):
        return f"<ol>{_items(lines, NUMBERED)}</ol>"
    if lines[0].startswith("- "):
        return f"<ul>{_items(lines, re.compile('- '))}</ul>"
    return f"<p>{' '.join(lines)}</p>"


def _items(lines: list[str], mark: re.Pattern[str]) -> str:
    items: list[str] = []
    for line in lines:
        if mark.match(line):
            items.append(mark.sub("", line, count=1))
        else:
            items[-1] += " " + line.strip()
    return "".join(f"<li>{item}</li>" for item in items)


def _seats_text(allowed: range) -> str:
    if len(allowed) == 1:
        return _("%(n)d players") % {"n": allowed[0]}
    return _("%(least)d to %(most)d") % {"least": allowed[0], "most": allowed[-1]}


def _art(slug: str) -> str:
    own = f"art/{slug}.svg"
    return static(own if finders.find(own) else ANY_ART)
