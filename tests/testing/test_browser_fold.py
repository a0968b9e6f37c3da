"""The fold in the browser does what ``testing.client`` does: it leads to a fresh view, whatever the game."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from compendium.rules import Audience, Game, Table, redact, registry, view
from compendium.setup import node
from compendium.testing.examples import highcard
from compendium.testing.playthrough import entries
from tests.testing.toys import Toy

FOLD = Path(__file__).with_name("fold.ts")
GAMES = {game.slug: game for game in (*registry.find().values(), highcard.game, Toy())}


def shown(t: Table, audience: Audience) -> dict[str, Any]:
    """The table of a view frame."""
    v = view(t, audience)
    return {"game": "x", "options": {}, "seats": len(v.seats), "zones": v.zones, "facts": v.facts}


def watched(game: Game, seats: int, most: int) -> list[dict[str, Any]]:
    """The start of a game as all its audiences get it, and a fresh view after each entry."""
    log = list(islice(entries(game, seats, game.Options(), "browser"), most))
    return [
        {
            "seat": audience,
            "start": shown(log[0].before, audience),
            "entries": [
                {"ops": redact(entry.before, entry.table, audience), "fresh": shown(entry.table, audience)}
                for entry in log
            ],
        }
        for audience in (None, *log[0].table.seats)
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_the_browser_folds_to_a_fresh_view(slug: str) -> None:
    game = GAMES[slug]
    sent = watched(game, max(2, game.seats(game.Options())[0]), 700)
    command = [
        node.find().program,
        "--experimental-strip-types",
        "--disable-warning=ExperimentalWarning",
        str(FOLD),
    ]
    done = subprocess.run(command, input=msgspec.json.encode(sent), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    told = msgspec.json.decode(done.stdout)
    assert told["wrong"] == []
    assert told["folded"] == sum(len(each["entries"]) for each in sent)
