"""A small game, people, and their browsers and programs."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.crypto import get_random_string

from compendium.accounts.models import Player, Token
from compendium.rules import registry
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Table
from tests.lobby.draw import Draw


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
    """The browser of a person; of a newcomer without one."""

    def make(player: Player | None = None, **known: Any) -> Client:
        client = Client(**known)
        if player is not None:
            session = client.session
            session["player"] = player.pk
            session.save()
        return client

    return make


class Program:
    """A client of the API: JSON in and out, by a person's token or as nobody."""

    def __init__(self, player: Player | None = None, key: str | None = None) -> None:
        self.player = player
        key = key or (Token.make(player, get_random_string(6))[1] if player else None)
        self.client = Client(headers={"Authorization": f"Bearer {key}"} if key else {})

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON that came back."""
        answer = self.client.generic(
            method, f"/api/{path}", b"" if body is None else _json(body), content_type="application/json"
        )
        return answer.status_code, answer.json() if answer.content else None


def _json(body: Any) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body).encode()


@pytest.fixture
def program() -> type[Program]:
    """Makes programs: `program(player)("GET", "tables")`."""
    return Program


@pytest.fixture
def table(game: Draw, db: None) -> Table:
    """A table of Draw for four with nobody at it."""
    return seating.create(game, {"cards": 5})


@pytest.fixture
def finish() -> Callable[[Table, list[int]], None]:
    """Ends a table with a score."""

    def end(table: Table, score: list[int]) -> None:
        Table.objects.filter(pk=table.pk).update(started_at=wall() - 1, over_at=wall(), score=score)

    return end
