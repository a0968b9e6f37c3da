"""Days: the same cards for everybody, once a day for the ranking."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from compendium.accounts.models import Player

from .. import days, ranking
from .door import ANYBODY, ARRANGING, answers, asker
from .schemas import AttemptOut, DayIn, DayOut

router = Router(tags=["days"])
SHOWN = answers(DayOut, 401, 404)
BEGUN = answers(AttemptOut, *ARRANGING, 429)


@router.get("/{game}", response=SHOWN)
def today(request: HttpRequest, game: str) -> dict[str, Any]:
    """Today's ranking of a game, and what the asker has of it."""
    return shown(game, None, asker(request))


@router.get("/{game}/{day}", response=SHOWN)
def of_day(request: HttpRequest, game: str, day: str) -> dict[str, Any]:
    """The same of a day, `2026-11-30`."""
    return shown(game, day, asker(request))


@router.post("/{game}", auth=ANYBODY, response=BEGUN)
def play(request: Any, game: str, body: DayIn | None = None) -> dict[str, Any]:
    """Your table of today. There is one that counts: asked for again, it is the same."""
    if body is not None and body.practice:
        made = days.practise(request.auth, game, days.today())
    else:
        made = days.play(request.auth, game)
    code = made.table.code
    return {"code": code, "url": request.build_absolute_uri(f"/t/{code}"), "ranked": made.ranked}


def shown(slug: str, text: str | None, reader: Player | None) -> dict[str, Any]:
    """A day as JSON."""
    _, daily = days.find(slug)
    day = days.read(text)
    mine, found = days.ranked(slug, day, reader), ranking.of(slug, day, reader)
    return {
        "game": slug,
        "title": daily.title,
        "day": day.isoformat(),
        "ends": days.end_of(day),
        "count": found.count,
        "you": _line(found.mine) if found.mine else None,
        "table": mine.table.code if mine else None,
        "over": mine is not None and mine.table.over_at is not None,
        "ranking": [_line(line) for line in found.lines],
    }


def _line(line: ranking.Line) -> dict[str, Any]:
    return {
        "place": line.place,
        "name": line.name,
        "weave": line.weave,
        "result": line.words,
        "you": line.mine,
    }
