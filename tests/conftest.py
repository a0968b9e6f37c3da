"""Fixtures for every test: real servers, and Chromium with a new profile."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import chromium, services
from tests.servers import Server, Site


def pytest_sessionstart() -> None:
    """On SQLite or the in-process layer the suite would pass and prove nothing."""
    from channels.layers import get_channel_layer
    from channels_redis.pubsub import RedisPubSubChannelLayer
    from django.db import connection

    if connection.vendor != "postgresql" or not isinstance(get_channel_layer(), RedisPubSubChannelLayer):
        pytest.exit("The tests must run on PostgreSQL and Redis.", returncode=3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running, which asyncio's tests cannot share."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture
def server() -> Iterator[Callable[..., Server]]:
    """Starts sites: `server()` on SQLite, `server(postgres=True)` on PostgreSQL and a Redis of its own.

    `pace` multiplies the bots' thinking times, `environment` adds variables; `another()` of a server is a
    second process of its site. Everything ends with the test.
    """
    if services.unbuilt:
        pytest.fail(str(services.unbuilt))
    sites: list[Site] = []

    def start(
        *, postgres: bool = False, pace: float = 0.05, environment: dict[str, str] | None = None
    ) -> Server:
        sites.append(Site(postgres=postgres, pace=pace, environment=environment or {}))
        return sites[-1].start()

    yield start
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Playwright's browser is the one that was found; each launch has a profile of its own."""
    return {**browser_type_launch_args, "executable_path": services.browser, "args": chromium.flags()}
