"""Two processes of one site."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.people import Person
from tests.servers import Server, Site

RECKLESS = Path(__file__).with_name("reckless.py")


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Server, Server]]:
    """Two processes on PostgreSQL and a Redis of their own."""
    site = Site(postgres=True, pace=0.1, environment={})
    yield site.start(), site.start()
    site.close()


@pytest.fixture(scope="package")
def reckless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """The same with the game Reckless, installed as its author would ship it. Nobody stops these two."""
    folder = tmp_path_factory.mktemp("plugins")
    shutil.copy(RECKLESS, folder)
    about = folder / "reckless-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: reckless\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[compendium.games]\nreckless = reckless:game\n")
    site = Site(postgres=True, pace=0.05, environment={"PYTHONPATH": str(folder)})
    yield site.start(), site.start()
    site.close()


@pytest.fixture(scope="package")
def crowd(reckless: tuple[Server, Server]) -> list[Person]:
    """Guests of that site."""
    return [Person(reckless[n % 2]) for n in range(4)]
