"""Loaded by pytest before anything else (-p tests.services): what the tests run against.

Settings are read before any conftest, so the services are started here and named in the environment.
"""

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from compendium.setup import frontend
from tests import chromium
from tests.programs import Missing, Postgres, Redis, version_of

postgres: Postgres
browser: str
unbuilt: frontend.BuildFailed | None = None  # why; only the tests that open pages fail for it

_header: list[str] = []
_started = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    if not early_config.known_args_namespace.help:
        atexit.register(_started.close)
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            _start()
        except Missing as fault:
            raise pytest.UsageError(str(fault)) from fault
    return (yield)


def _start() -> None:
    global postgres, browser, unbuilt
    try:
        frontend.build(lambda step: print(f"{step} …", flush=True))
    except frontend.BuildFailed as fault:
        unbuilt = fault
    browser = chromium.find()
    postgres = Postgres()
    redis = Redis()
    data = tempfile.mkdtemp(prefix="compendium-data-")
    _started.callback(shutil.rmtree, data, ignore_errors=True)
    for program in (postgres, redis):
        _started.callback(program.stop)
        program.start()
    os.environ |= {
        "COMPENDIUM_DATA": data,
        "COMPENDIUM_PACE": "0",
        "DATABASE_URL": postgres.url("compendium"),
        "REDIS_URL": redis.url,
    }
    _header.extend(
        version_of(program) for program in (postgres.programs / "postgres", redis.program, browser)
    )


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def pytest_report_header() -> list[str]:
    built = "front end: DOES NOT BUILD" if unbuilt else "front end: built"
    return [f"services: {', '.join(_header)}", built]


def pytest_unconfigure() -> None:
    _started.close()
