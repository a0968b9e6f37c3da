"""The game of the day, and the clock of the days."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from compendium.lobby import days
from compendium.rules import registry
from compendium.tables import store
from tests.lobby.days.draw_of_the_day import NOON, DrawOfTheDay
from tests.lobby.draw import Draw


@pytest.fixture(autouse=True)
def game() -> Iterator[Draw]:
    draw = DrawOfTheDay()
    with registry.registered(draw):
        yield draw


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock of the days, which stands still; noon of a day in March at first."""

    def set_to(when: datetime) -> None:
        ms = round(when.timestamp() * 1000)
        for module in (days, store):
            monkeypatch.setattr(module, "wall", lambda: ms)

    set_to(NOON)
    return set_to
