"""`manage.py serve`: from nothing to a page, and back."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.servers import ROOT, Server, Site

Start = Callable[..., Server]


def serve(environment: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A start that is expected to fail."""
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgres"])
def test_a_new_data_folder_serves_the_home_page(server: Start, postgres: bool) -> None:
    first = server(postgres=postgres)
    with urlopen(first.url) as page:
        assert page.status == 200
        assert b"Compendium" in page.read()


def test_the_second_start_prepares_nothing(server: Start) -> None:
    first = server()
    first.restart()
    told = first.log.read_text()
    assert told.count("Preparing the database") == 1
    assert told.count("Compendium is ready") == 2


def test_the_secret_is_made_once_and_is_its_owners(server: Start) -> None:
    first = server()
    secret = first.site.folder / "secret"
    kept = secret.read_text()
    first.restart()
    assert secret.read_text() == kept
    assert secret.stat().st_mode & 0o077 == 0


def test_sigterm_ends_it_cleanly(server: Start) -> None:
    assert server().stop() == 0


def test_a_second_process_on_the_same_sqlite_file_ends_at_once(server: Start) -> None:
    """Two hubs without a Redis between them would split the games."""
    first = server()
    second = serve(first.site.environment, "--port", "0")
    assert second.returncode == 1
    assert f"is already served by process {first.pid}; another port does not help." in second.stderr
    assert "set DATABASE_URL and REDIS_URL" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1
    first.kill()
    first.start()  # kill -9 has freed it


def test_postgres_without_redis_is_for_one_process(server: Start) -> None:
    first = server(postgres=True, environment={"REDIS_URL": ""})
    assert "Only one process may serve this database: REDIS_URL is not set." in first.log.read_text()
    assert serve(first.site.environment, "--port", "0").returncode == 1


def test_a_port_in_use_is_said(server: Start, tmp_path: Path) -> None:
    first = server()
    elsewhere = first.site.environment | {"COMPENDIUM_DATA": str(tmp_path)}
    second = serve(elsewhere, "--port", str(first.port))
    assert second.returncode == 1
    assert str(first.port) in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COMPENDIUM_PACE", "fast"),
        ("COMPENDIUM_DEBUG", "maybe"),
        ("COMPENDIUM_HOSTS", "https://cards.example.org"),
        ("COMPENDIUM_SECRET_KEY", "short"),
        ("DATABASE_URL", "mysql://localhost/cards"),
        ("DATABASE_URL", "postgres://localhost"),
        ("REDIS_URL", "localhost:6379"),
        ("COMPENDIUM_HOST", "cards.example.org"),
    ],
)
def test_a_wrong_variable_is_named_in_one_line(name: str, value: str) -> None:
    told = serve(os.environ | {name: value})
    assert told.returncode == 1
    assert name in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


def test_a_data_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = serve(os.environ | {"COMPENDIUM_DATA": str(tmp_path / "file" / "data")})
    assert told.returncode == 1
    assert "COMPENDIUM_DATA" in told.stderr


def test_a_broken_game_is_named_and_the_site_runs_without_it(server: Start, tmp_path: Path) -> None:
    (tmp_path / "snag.py").write_text("raise RuntimeError('a snag')")
    package = tmp_path / "snag-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: snag\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[compendium.games]\nsnag = snag:game\n")
    first = server(environment={"PYTHONPATH": str(tmp_path)})
    assert "snag = snag:game cannot be loaded: RuntimeError: a snag" in first.log.read_text()
    with urlopen(first.url) as page:
        assert b"Kierki" in page.read()


def test_processes_of_one_site_may_start_together() -> None:
    site = Site(postgres=True, pace=1, environment={})
    try:
        with ThreadPoolExecutor() as pool:
            started = list(pool.map(lambda _: site.start(), range(2)))
        told = "".join(server.log.read_text() for server in started)
        assert told.count("Preparing the database") == 1
        assert told.count("Compendium is ready") == 2
    finally:
        site.close()


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL"])
def test_several_workers_need_postgres_and_redis(missing: str) -> None:
    told = serve(os.environ | {missing: ""}, "--port", "0", "--workers", "2")
    assert told.returncode == 1
    assert "set DATABASE_URL and REDIS_URL" in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


def test_a_site_can_be_prepared_without_being_served(tmp_path: Path) -> None:
    site = os.environ | {"COMPENDIUM_DATA": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    told = serve(site, "--prepare")
    assert (told.returncode, told.stdout.strip()) == (0, "Preparing the database …")
    assert (tmp_path / "compendium.sqlite3").exists()
