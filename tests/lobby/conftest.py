"""A small game, people, and their browsers and programs."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby.models import Listing
from compendium.lobby.opening import open_table
from compendium.rules import registry
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Table
from tests import clients
from tests.lobby.draw import Draw
from tests.lobby.programs import Program


@pytest.fixture
def game() -> Iterator[Draw]:
    """Draw, registered for a while."""
    draw = Draw()
    with registry.registered(draw):
        yield draw


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Nobody has made guests yet."""
    cache.clear()


@pytest.fixture
def person(db: None) -> Callable[..., Player]:
    """Makes people: `person("Ada")`."""

    def make(name: str = "Ada", **known: Any) -> Player:
        return Player.objects.create(name=name, **known)

    return make


@pytest.fixture
def browser_of() -> Callable[..., Client]:
    """See ``clients.browser_of``."""
    return clients.browser_of


@pytest.fixture
def ada(person: Callable[..., Player], game: Draw) -> Program:
    """Ada's program; the game is there too."""
    return Program(person("Ada"))


@pytest.fixture
def bob(person: Callable[..., Player]) -> Program:
    """Bob's program."""
    return Program(person("Bob"))


@pytest.fixture
def table(game: Draw, db: None) -> Table:
    """A table of Draw for four with nobody at it."""
    return seating.create(game, {"cards": 5})


@pytest.fixture
def listing(game: Draw, person: Callable[..., Player]) -> Listing:
    """Ada's public table for four."""
    return open_table(person("Ada"), game, {"cards": 5}, public=True)


@pytest.fixture
def finish() -> Callable[[Table, list[int]], None]:
    """Ends a table with a score."""

    def end(table: Table, score: list[int]) -> None:
        Table.objects.filter(pk=table.pk).update(started_at=wall() - 1, over_at=wall(), score=score)

    return end
