"""Fixtures for every test: real servers, and Chromium with a new profile."""

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import chromium, services, turns
from tests.servers import Server, Site

settings.register_profile(
    "busy", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("busy")  # how long an example takes is the machine's affair

LONG = re.compile(
    "^tests/(faults/|operating/|browser/test_(kierki_games|nerts_games|nerts_crowd|nerts_fits)[.])"
)
"""Tests of modules that take long."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """On SQLite or the in-process layer the suite would pass and prove nothing."""
    if session.config.option.tx:
        return  # other processes run the tests
    from channels.layers import get_channel_layer
    from channels_redis.pubsub import RedisPubSubChannelLayer
    from django.db import connection

    if connection.vendor != "postgresql" or not isinstance(get_channel_layer(), RedisPubSubChannelLayer):
        pytest.exit("The tests must run on PostgreSQL and Redis.", returncode=3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with Playwright come last: it keeps an event loop running, which asyncio's tests cannot share.

    Of both kinds those that take long come first, so that all processes of a run end together.
    """
    for item in items:
        if _with_playwright(item):
            item.add_marker("browser")
    items.sort(key=lambda item: (_with_playwright(item), not LONG.search(item.nodeid)))


def _with_playwright(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Tests of several processes take turns with those that measure time."""
    with turns.turn(alone=item.get_closest_marker("alone") is not None):
        return (yield)


@pytest.fixture
def server() -> Iterator[Callable[..., Server]]:
    """Starts sites: `server()` on SQLite, `server(postgres=True)` on PostgreSQL and a Redis of its own.

    `pace` multiplies the bots' thinking times, `environment` adds variables, `arguments` go to `serve`.
    `another()` of a server is a second process of its site. Everything ends with the test.
    """
    if services.unbuilt:
        pytest.fail(str(services.unbuilt))
    sites: list[Site] = []

    def start(
        *,
        postgres: bool = False,
        pace: float = 0.05,
        environment: dict[str, str] | None = None,
        arguments: Sequence[str] = (),
    ) -> Server:
        sites.append(Site(postgres=postgres, pace=pace, environment=environment or {}, arguments=arguments))
        return sites[-1].start()

    yield start
    for site in sites:
        site.close()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Playwright's browser is the one that was found; each launch has a profile of its own."""
    return {**browser_type_launch_args, "executable_path": services.browser, "args": chromium.flags()}
