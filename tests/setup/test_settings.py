"""What the environment decides, and what is refused."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host
from django.test import Client

from compendium.setup import addresses, checks, environment


def read(tmp_path: Path, **variables: str) -> environment.Environment:
    return environment.read({"COMPENDIUM_DATA": str(tmp_path), **variables})


def test_sqlite_is_the_default_and_survives_a_power_cut(tmp_path: Path) -> None:
    database = read(tmp_path).database
    assert database["NAME"] == tmp_path / "compendium.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]


def test_a_database_url_is_taken_apart(tmp_path: Path) -> None:
    database = read(tmp_path, DATABASE_URL="postgres://me:p%40ss@db.example.org:5433/cards").database
    assert (database["USER"], database["PASSWORD"], database["HOST"], database["PORT"], database["NAME"]) == (
        "me",
        "p@ss",
        "db.example.org",
        "5433",
        "cards",
    )


def test_hosts_are_loopback_and_those_named(tmp_path: Path) -> None:
    assert read(tmp_path, COMPENDIUM_HOSTS="cards.example.org, www.example.org").hosts == [
        *environment.LOOPBACK,
        "cards.example.org",
        "www.example.org",
    ]


@pytest.mark.parametrize("pace", ["-1", "nan", "inf", "1e9", "x"])
def test_a_pace_that_is_no_sensible_number_is_refused(tmp_path: Path, pace: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="COMPENDIUM_PACE"):
        read(tmp_path, COMPENDIUM_PACE=pace)


def test_sqlite_that_locks_late_is_a_system_check_error(monkeypatch: pytest.MonkeyPatch) -> None:
    late: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": "x", "OPTIONS": {}}
    monkeypatch.setattr(checks, "settings", SimpleNamespace(DATABASES={"default": late}))
    assert [message.id for message in checks.sqlite_locks_at_begin()] == ["compendium.E001"]
    late["OPTIONS"] = {"transaction_mode": "IMMEDIATE"}
    assert checks.sqlite_locks_at_begin() == []


def test_a_server_on_loopback_answers_to_that_name_only() -> None:
    assert addresses.names("127.0.0.1") == ["127.0.0.1"]
    assert addresses.names("::1") == ["[::1]"]


def test_a_server_on_the_whole_network_answers_to_this_machines_names() -> None:
    names = addresses.names("0.0.0.0")
    assert "127.0.0.1" in names
    assert "0.0.0.0" not in names


@pytest.mark.parametrize("called", ["box", "box.lan", "box.local"])
def test_on_the_whole_network_lan_addresses_and_the_machines_name_are_accepted(
    monkeypatch: pytest.MonkeyPatch, called: str
) -> None:
    found = [("127.0.1.1", 0), ("192.168.1.7", 0), ("fe80::1", 0, 0, 0)]
    monkeypatch.setattr(addresses.socket, "gethostname", lambda: called)
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_: [(0, 0, 0, "", at) for at in found])
    monkeypatch.setattr(addresses, "_outward", lambda: "10.0.0.7")
    for host in addresses.WILDCARDS:
        names = addresses.names(host)
        assert names[0] == "10.0.0.7"
        hosts = [*environment.LOOPBACK, *names]
        for asked in (
            "192.168.1.7",
            "10.0.0.7",
            "[fe80::1]",
            "box",
            "box.local",
            called,
            "localhost",
            "[::1]",
        ):
            assert validate_host(asked, hosts), asked
        assert not validate_host("example.org", hosts)
        assert len(names) == len(set(names))


def test_an_unknown_host_is_one_line_in_the_log_and_a_page_that_names_the_setting(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/", headers={"Host": "<cards>.example.org"})
    assert answer.status_code == 400
    assert "COMPENDIUM_HOSTS" in answer.content.decode()
    assert "&lt;cards&gt;.example.org" in answer.content.decode()
    [told] = [record for record in caplog.records if record.name == "django.security.DisallowedHost"]
    assert "'<cards>.example.org'" in told.getMessage()
    assert "COMPENDIUM_HOSTS" in told.getMessage()
    assert told.exc_info is None


@pytest.mark.django_db
def test_every_page_forbids_inline_scripts_and_framing(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
