"""Loaded by pytest before anything else (-p tests.services): what the tests run against.

Settings are read before any conftest, so the services are started here and named in the environment. The
whole suite is shared out among several processes (pytest-xdist), each with services of its own; a run of some
tests, which are named, is one process.
"""

import atexit
import os
import shutil
import signal
import tempfile
from argparse import Namespace
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from compendium.setup import frontend
from compendium.testing.programs import Missing, Postgres, Redis, find_postgres, find_redis, version_of
from tests import chromium, turns

WORKERS = 2
"""Processes that share the whole suite: as many as cores of the machine that judges it."""

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
            _prepare()
            if _shared_out(early_config.known_args_namespace):
                turns.open_in(os.environ["COMPENDIUM_DATA"])
            else:
                _start()
        except Missing as fault:
            raise pytest.UsageError(str(fault)) from fault
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """For ``-n auto``, which pyproject.toml asks for."""
    return 0 if config.option.file_or_dir else WORKERS


def _shared_out(options: Namespace) -> bool:
    """Whether other processes run the tests, and this one only tells of them."""
    if turns.worker() or options.usepdb or options.collectonly:
        return False
    asked = options.numprocesses
    return not options.file_or_dir if asked == "auto" else bool(asked)


def _prepare() -> None:
    """What all processes of a run need."""
    global browser, unbuilt
    try:
        frontend.build(lambda step: print(f"{step} …", flush=True))
    except frontend.BuildFailed as fault:
        unbuilt = fault
    browser = chromium.find()
    data = tempfile.mkdtemp(prefix="compendium-data-")
    _started.callback(shutil.rmtree, data, ignore_errors=True)
    os.environ |= {"COMPENDIUM_DATA": data, "COMPENDIUM_PACE": "0"}
    if not turns.worker():
        programs = (find_postgres() / "postgres", find_redis(), browser)
        _header.extend(version_of(program) for program in programs)


def _start() -> None:
    """What each process has for itself."""
    global postgres
    postgres = Postgres()
    redis = Redis()
    for program in (postgres, redis):
        _started.callback(program.stop)
        program.start()
    os.environ |= {"DATABASE_URL": postgres.url("compendium"), "REDIS_URL": redis.url}


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def pytest_report_header() -> list[str]:
    built = "front end: DOES NOT BUILD" if unbuilt else "front end: built"
    return [f"services: {', '.join(_header)}", built]


def pytest_unconfigure() -> None:
    _started.close()
