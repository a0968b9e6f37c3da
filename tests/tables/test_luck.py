"""Tables that share their luck: bots that answer alike, no pause in a race, nobody looks on too early."""

from __future__ import annotations

from typing import Any

import pytest

from compendium.tables import bots, start, thinking
from compendium.tables.models import Table
from tests.tables.conftest import Game, Play
from tests.tables.test_bots import finished
from tests.tables.toys import Toy

LUCK = "a luck that nobody knows"


async def alike(play: Play, **options: Any) -> Game:
    """A person with two bots, at a table of that luck."""
    game = await play(people=1, bots=("easy", "easy"), begin=False, **options)

    def begin() -> None:
        Table.objects.filter(pk=game.id).update(luck=LUCK)
        game.table.refresh_from_db()
        start.start(game.table)

    await game.do(begin)
    return game


async def test_whoever_plays_alike_meets_the_same_bots(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    decide = thinking.decide

    def seen(slug: str, v: Any, legal: Any, level: str, seed: int, *more: Any) -> Any:
        seeds.append(seed)
        return decide(slug, v, legal, level, seed, *more)

    monkeypatch.setattr(bots.thinking, "decide", seen)
    for _ in range(2):
        game = await alike(play, cards=3)
        await finished(await game.tab(0).join(), "S")
    half = len(seeds) // 2
    assert half == 6
    assert seeds[:half] == seeds[half:]
    assert len(set(seeds)) == half


async def test_other_tables_bots_are_not_foreseen(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.luck, "bot_seed", lambda *_: pytest.fail("asked"))
    game = await play(people=1, bots=("easy", "easy"), cards=1)
    await finished(await game.tab(0).join(), "S")


async def test_a_race_of_shared_luck_has_no_pause(play: Play, toy: Toy, monkeypatch: Any) -> None:
    monkeypatch.setattr(Toy, "realtime", True)
    game = await alike(play, at_once=True)
    ada = await game.tab(0).join()
    id = await ada.move("@pause")
    await ada.until(lambda: id in ada.outcomes)
    assert ada.outcomes[id][:2] == ("no", "no_pause")
    monkeypatch.setattr(Toy, "realtime", False)
    await ada.play("@pause")
    assert ada.facts["paused"]
