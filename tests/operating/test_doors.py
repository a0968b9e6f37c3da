"""Who is answered what at /healthz, /readyz and /metrics."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.db import connections

from compendium.operating import draining, readiness
from compendium.operating.doors import Doors
from compendium.testing.programs import free_port
from tests.operating.doors import ask, behind
from tests.tables.conftest import soon

TOKEN = "a-token-for-prometheus"


@pytest.fixture(autouse=True)
def fresh_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE", "REDIS"):
        look: readiness.Look = getattr(readiness, name)
        monkeypatch.setattr(readiness, name, readiness.Look(look.name, look._look))


@pytest.fixture
async def black_hole() -> Iterator[int]:  # type: ignore[misc]
    """The port of a server that takes connections and says nothing."""
    holes = []

    async def swallow(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        holes.append(writer)

    server = await asyncio.start_server(swallow, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()
    for writer in holes:
        writer.close()


async def ready(query: str = "") -> tuple[int, list[str]]:
    """The status and what fails; there is nothing else in the answer."""
    answer = await ask(f"/readyz{query}")
    told = json.loads(answer.text)
    assert told.keys() == {"ready", "failing"}
    assert told["ready"] is (answer.status == 200)
    return answer.status, told["failing"]


async def test_healthz_asks_for_no_host_name_and_says_nothing() -> None:
    answer = await ask("/healthz", {"host": "10.1.2.3"}, client="10.9.9.9")
    assert (answer.status, answer.text) == (200, "ok\n")
    assert answer.headers["cache-control"] == "no-store"
    head = await ask("/healthz", method="HEAD")
    assert (head.status, head.text, head.headers["content-length"]) == (200, "", "3")


async def test_doors_are_for_reading_and_all_else_is_for_the_site() -> None:
    assert (await ask("/readyz", method="POST")).status == 405
    with pytest.raises(LookupError):
        await ask("/healthz/more")


@pytest.mark.django_db(transaction=True)
async def test_a_site_that_has_all_it_needs_is_ready() -> None:
    assert await ready() == (200, [])


@pytest.mark.django_db(transaction=True)
async def test_migrations_that_are_not_applied_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = readiness._known() | {("tables", "9999_not_yet")}
    monkeypatch.setattr(readiness, "_known", lambda: known)
    assert await ready() == (503, ["migrations"])


@pytest.mark.django_db(transaction=True)
async def test_a_process_that_is_about_to_end_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "_draining", False)
    assert await ready() == (200, [])
    draining.begin()
    assert await ready() == (503, ["draining"])


@pytest.mark.django_db(transaction=True)
async def test_redis_is_named_and_may_be_left_out(settings: LazySettings) -> None:
    settings.REDIS_URL = f"redis://:hunter2@127.0.0.1:{free_port()}/0"
    assert await ready() == (503, ["redis"])
    assert await ready("?exclude=redis") == (200, [])


@pytest.mark.django_db(transaction=True)
async def test_without_redis_nobody_asks_for_it(settings: LazySettings) -> None:
    settings.REDIS_URL = None
    assert await ready() == (200, [])


@pytest.mark.alone
async def test_services_that_hang_hold_up_nobody(
    black_hole: int, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    hole = {"HOST": "127.0.0.1", "PORT": str(black_hole), "PASSWORD": "hunter2"}
    monkeypatch.setitem(connections.settings, "default", connections.settings["default"] | hole)
    settings.REDIS_URL = f"redis://127.0.0.1:{black_hole}/0"
    threads = sum(thread.name == "readiness" for thread in readiness.threading.enumerate())
    begin = time.monotonic()
    asked = [asyncio.ensure_future(ready()) for _ in range(20)]
    await asyncio.sleep(0.05)
    assert (await ask("/healthz")).status == 200
    assert not any(task.done() for task in asked), "it waits for nothing"
    assert await asyncio.gather(*asked) == [(503, ["database", "redis"])] * 20
    assert time.monotonic() - begin < 2 * readiness.LONGEST
    looking = sum(thread.name == "readiness" for thread in readiness.threading.enumerate())
    assert looking <= threads + 1, "one look is shared by all who ask"


async def test_a_database_that_is_away_is_named_and_seen_again(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    monkeypatch.setattr(readiness, "FRESH", 0.0)
    at_home = connections.settings["default"]
    away = at_home | {"HOST": "127.0.0.1", "PORT": str(free_port())}
    monkeypatch.setitem(connections.settings, "default", away)
    assert await ready("?exclude=redis") == (503, ["database"])
    monkeypatch.setitem(connections.settings, "default", at_home)

    async def seen() -> bool:
        return await ready("?exclude=redis") == (200, [])

    await soon(seen)


@pytest.mark.parametrize(
    ("headers", "client", "status"),
    [
        ({}, "127.0.0.1", 200),
        ({"host": "[::1]:8000"}, "::1", 200),
        ({"host": "localhost"}, "127.0.0.1", 200),
        ({}, "192.168.1.7", 403),
        ({"host": "cards.example.org"}, "127.0.0.1", 403),
        ({"host": ""}, "127.0.0.1", 403),
        ({"x-forwarded-for": "127.0.0.1"}, "127.0.0.1", 403),
        ({"x-forwarded-proto": "https"}, "127.0.0.1", 403),
        ({"via": "1.1 proxy"}, "127.0.0.1", 403),
    ],
)
async def test_metrics_are_for_this_machine_unless_told_otherwise(
    settings: LazySettings, headers: dict[str, str], client: str, status: int
) -> None:
    settings.METRICS = "loopback"
    answer = await ask("/metrics", headers, client=client)
    assert answer.status == status
    assert ("compendium_" in answer.text) is (status == 200)


@pytest.mark.parametrize(
    ("value", "status"),
    [(f"Bearer {TOKEN}", 200), (f"bearer {TOKEN}", 200), ("Bearer no", 401), (TOKEN, 401), ("", 401)],
)
async def test_with_a_token_metrics_are_for_whoever_has_it(
    settings: LazySettings, value: str, status: int
) -> None:
    settings.METRICS = TOKEN
    headers = {"host": "cards.example.org", "x-forwarded-for": "10.0.0.1", "authorization": value}
    answer = await ask("/metrics", headers, client="10.9.9.9")
    assert answer.status == status
    assert ("compendium_" in answer.text) is (status == 200)


async def test_metrics_can_be_turned_off(settings: LazySettings) -> None:
    settings.METRICS = "off"
    assert (await ask("/metrics", {"authorization": "Bearer off"})).status == 404


async def test_metrics_come_in_the_format_that_is_asked_for() -> None:
    doors = Doors(behind)
    assert (
        (await ask("/metrics", doors=doors)).headers["content-type"].startswith("text/plain; version=0.0.4")
    )
    accept = {"accept": "application/openmetrics-text; version=1.0.0"}
    answer = await ask("/metrics", accept, doors=doors)
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    assert answer.text.endswith("# EOF\n")
