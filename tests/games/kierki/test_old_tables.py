"""Tables that were begun with older rules, months ago: they open, and are played on to their end.

``old/version-1.json`` is a log as the first rules of Kierki wrote it, and the options it was stored with. It
is never written anew: facts and options that came later must do without having been there.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from compendium.rules import Table, fold, play, view, wake
from compendium.rules.options import decode
from games.kierki import game

LOGS = sorted(Path(__file__).with_name("old").glob("*.json"))
LONGEST = 5_000  # moves


def opened(said: dict[str, Any]) -> Table:
    """The fold of a stored log."""
    t = Table(4, decode(game, said["options"]))
    for at, _, _, ops, secret in said["entries"]:
        t = t.draft(at)
        for op in ops:
            fold(t, op)
        t.kept = {**t.kept, **(secret or {})}
    return t


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_an_old_table_is_played_on(log: Path) -> None:
    t, rng = opened(json.loads(log.read_text())), random.Random(1)
    assert t.facts["deal"] == 2
    for _ in range(LONGEST):
        if t.over is not None:
            break
        if t.turn is None:
            t = wake(game, t, now=t.wake_at) or t
            continue
        late = wake(game, t, now=t.wake_at) if rng.random() < 0.1 else None
        legal = list(game.legal(late or t, t.turn))
        game.bot(view(late or t, t.turn), legal, rng, "normal")
        t = play(game, late or t, t.turn, rng.choice(legal))
    assert t.over == "done"
    assert sum(t.score) == 0
