"""Many come at once, as after a restart: what is written of them does not hold up the moves of others."""

import asyncio
from collections.abc import Collection

import pytest

from compendium.tables import empty
from compendium.tables.models import Place
from tests.tables.conftest import Game, Play


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The places that were written together, one transaction after the other."""
    batches: list[list[int]] = []
    real = empty.arrived

    def arrived(place_ids: Collection[int], when: int) -> None:
        batches.append(list(place_ids))
        real(place_ids, when)

    monkeypatch.setattr(empty, "arrived", arrived)
    return batches


async def places(game: Game) -> list[int]:
    """Its places, of whose people nobody has heard yet."""
    await game.do(lambda: Place.objects.filter(table=game.id).update(seen_at=0))
    return await game.do(
        lambda: list(Place.objects.filter(table=game.id).order_by("pk").values_list("pk", flat=True))
    )


async def seen(game: Game) -> list[bool]:
    return [
        bool(at)
        for at in await game.do(
            lambda: list(Place.objects.filter(table=game.id).values_list("seen_at", flat=True))
        )
    ]


async def test_all_who_come_while_one_is_written_are_written_together(
    play: Play, batches: list[list[int]]
) -> None:
    game = await play(people=4)
    first, *others = await places(game)
    await asyncio.gather(*map(game.hub.presence._write_arrival, [first, *others]))
    assert batches == [[first], others]
    assert await seen(game) == [True] * 4


async def test_one_failure_loses_no_arrival(
    play: Play, batches: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await play(people=4)
    first, *others = await places(game)
    counted = empty.arrived

    def fails(place_ids: Collection[int], when: int) -> None:
        monkeypatch.setattr(empty, "arrived", counted)
        raise RuntimeError("the database is away")

    monkeypatch.setattr(empty, "arrived", fails)
    arrivals = map(game.hub.presence._write_arrival, [first, *others])
    told, *_ = await asyncio.gather(*arrivals, return_exceptions=True)
    assert isinstance(told, RuntimeError)
    assert batches == [[first, *others]]
    assert await seen(game) == [True] * 4
