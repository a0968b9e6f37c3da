"""What the environment decides, and what is refused."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host
from django.test import Client

from compendium.setup import addresses, checks, environment
from tests.servers import ROOT


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


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DEBUG", "maybe", "must be 1 or 0, not 'maybe'"),
        ("HTTPS", "2", "must be 1 or 0"),
        ("HOSTS", "https://cards.example.org", "host names separated by commas, without http://"),
        ("HOSTS", "cards.example.org:8000", "port or path: 'cards.example.org:8000'"),
        ("HOSTS", "cards.example.org/", "port or path"),
        ("HOSTS", "cards example", "host names"),
        ("SECRET_KEY", "short", "at least 32 characters"),
        ("METRICS", "public", "loopback, off, or a token of at least 16 characters"),
        ("LOG", "xml", "must be one of text, json, not 'xml'"),
        ("LOG_LEVEL", "loud", "must be one of info, debug, warning, error"),
        ("PACE", "fast", "must be a number from 0 to 100, not 'fast'"),
        ("DATA", "/proc/nowhere", "cannot be written at /proc/nowhere"),
    ],
)
def test_a_wrong_value_is_named_with_what_it_should_be(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"COMPENDIUM_{name}") as fault:
        read(tmp_path, **{f"COMPENDIUM_{name}": value})
    assert said in str(fault.value)
    assert len(str(fault.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "mysql://me:hunter2@localhost/cards", "postgres://user:password@host:5432/name"),
        ("DATABASE_URL", "postgres://me:hunter2@localhost", "names no database"),
        ("DATABASE_URL", "postgres://me:hunter2/3@localhost/cards", "%-codes in a password"),
        ("DATABASE_URL", "postgres://me:hunter2@localhost:hunter2/cards", "cannot be read"),
        ("DATABASE_URL", "postgres://me:hunter2@localhost/cards?ssl=on", "unknown option 'ssl'"),
        ("REDIS_URL", "localhost:6379", "redis://host:6379/0"),
        ("REDIS_URL", "redis://", "names no host"),
        ("REDIS_URL", "redis://:hunter2@localhost/cards", "a database's number"),
        ("REDIS_URL", "redis://:hunter2@localhost:port/0", "cannot be read"),
        ("COMPENDIUM_SECRET_KEY", "hunter2", "at least 32"),
        ("COMPENDIUM_METRICS", "hunter2", "a token"),
    ],
)
def test_what_may_be_secret_is_never_repeated(tmp_path: Path, name: str, value: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=name) as fault:
        read(tmp_path, **{name: value})
    assert said in str(fault.value)
    assert "hunter2" not in str(fault.value)
    assert fault.value.__cause__ is None


def test_options_of_a_database_url_are_passed_on(tmp_path: Path) -> None:
    database = read(tmp_path, DATABASE_URL="postgres://me@db/cards?sslmode=verify-full").database
    assert database["OPTIONS"]["sslmode"] == "verify-full"
    assert "pool" in database["OPTIONS"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("COMPENDIUM_HOST", "is COMPENDIUM_HOSTS meant?"),
        ("COMPENDIUM_METRIC", "is COMPENDIUM_METRICS meant?"),
        ("COMPENDIUM_zzz", "README.md"),
        ("COMPENDIUM_FOO", "README.md"),
    ],
)
def test_a_name_that_is_no_setting_is_said(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"There is no setting {name}") as fault:
        read(tmp_path, **{name: "1"})
    assert said in str(fault.value)


def test_the_readme_lists_all_settings(tmp_path: Path) -> None:
    known = environment._Asked({"COMPENDIUM_DATA": str(tmp_path)})
    environment._read(known)
    listed = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert set(listed) == known.asked
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("pace", ["-1", "nan", "inf", "1e9", "x"])
def test_a_pace_that_is_no_sensible_number_is_refused(tmp_path: Path, pace: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="COMPENDIUM_PACE"):
        read(tmp_path, COMPENDIUM_PACE=pace)


def test_how_long_people_are_waited_for(tmp_path: Path) -> None:
    usual = read(tmp_path)
    assert (usual.away, usual.sit_in, usual.empty) == (10_000, 20_000, 60_000)
    assert (usual.close, usual.unstarted_close) == (7 * environment.DAY, environment.DAY)
    assert read(tmp_path, COMPENDIUM_SIT_IN_SECONDS="0.5").sit_in == 500


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AWAY_SECONDS", "2"),
        ("SIT_IN_SECONDS", "-1"),
        ("EMPTY_SECONDS", "9"),  # people are not even away by then
        ("CLOSE_DAYS", "never"),
        ("UNSTARTED_CLOSE_DAYS", "nan"),
    ],
)
def test_waits_that_are_no_sensible_numbers_are_refused(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"COMPENDIUM_{name} must be a number from"):
        read(tmp_path, **{f"COMPENDIUM_{name}": value})


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


MAIL = {
    "COMPENDIUM_PUBLIC_URL": "https://cards.example.org/",
    "COMPENDIUM_EMAIL_URL": "smtp://me:p%40ss@mail.example.org",
    "COMPENDIUM_EMAIL_FROM": "Cards <cards@example.org>",
}


def test_no_notices_without_an_address_of_ones_own(tmp_path: Path) -> None:
    outgoing = read(tmp_path).outgoing
    assert (outgoing.public_url, outgoing.email, outgoing.push_key) == ("", {}, "")
    assert not (tmp_path / "push-key").exists()


def test_mail_goes_by_the_server_that_is_named(tmp_path: Path) -> None:
    outgoing = read(tmp_path, **MAIL).outgoing
    assert (outgoing.public_url, outgoing.push_contact) == (
        "https://cards.example.org",
        "mailto:cards@example.org",
    )
    email = outgoing.email
    assert (email["EMAIL_HOST"], email["EMAIL_PORT"]) == ("mail.example.org", 587)
    assert (email["EMAIL_HOST_USER"], email["EMAIL_HOST_PASSWORD"]) == ("me", "p@ss")
    assert (email["EMAIL_USE_TLS"], email["EMAIL_USE_SSL"]) == (True, False)
    tls = read(tmp_path, **{**MAIL, "COMPENDIUM_EMAIL_URL": "smtps://mail.example.org"}).outgoing.email
    assert (tls["EMAIL_PORT"], tls["EMAIL_USE_TLS"], tls["EMAIL_USE_SSL"]) == (465, False, True)
    here = read(tmp_path, **{**MAIL, "COMPENDIUM_EMAIL_URL": "smtp://localhost:25"}).outgoing.email
    assert (here["EMAIL_PORT"], here["EMAIL_USE_TLS"]) == (25, False)


def test_the_key_of_web_push_is_made_once_and_kept(tmp_path: Path) -> None:
    public = {"COMPENDIUM_PUBLIC_URL": "https://cards.example.org"}
    first = read(tmp_path, **public).outgoing
    assert first.push_contact == "https://cards.example.org"
    assert len(first.push_key) == 43
    assert read(tmp_path, **public).outgoing == first
    assert (tmp_path / "push-key").stat().st_mode & 0o077 == 0
    other = read(tmp_path / "other", **public, COMPENDIUM_VAPID_KEY=first.push_key).outgoing
    assert other == first
    assert not (tmp_path / "other" / "push-key").exists()
    assert read(tmp_path, **public, COMPENDIUM_PUSH="0").outgoing.push_key == ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PUBLIC_URL", "cards.example.org", "must be the site's address"),
        ("PUBLIC_URL", "http://cards.example.org", "must be the site's address"),
        ("PUBLIC_URL", "https://cards.example.org/path", "must be the site's address"),
        ("PUBLIC_URL", "https://cards.example.org?x=1", "must be the site's address"),
        ("PUBLIC_URL", "https://cards.example.org:abc", "must be the site's address"),
        ("PUBLIC_URL", "https://[::1", "must be the site's address"),
        ("PUBLIC_URL", "", "COMPENDIUM_EMAIL_URL needs COMPENDIUM_PUBLIC_URL"),
        ("EMAIL_URL", "mail.example.org", "must look like smtp://"),
        ("EMAIL_URL", "smtp://", "must look like smtp://"),
        ("EMAIL_URL", "smtp://mail:secret-port", "must look like smtp://"),
        ("EMAIL_FROM", "", "COMPENDIUM_EMAIL_FROM must be the sender's address"),
        ("EMAIL_FROM", "Cards", "COMPENDIUM_EMAIL_FROM must be the sender's address"),
        ("VAPID_KEY", "short-secret", "must be a private key"),
        ("PUSH", "maybe", "must be 1 or 0"),
    ],
)
def test_what_cannot_be_sent_by_is_said_at_the_start(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(said)) as fault:
        read(tmp_path, **{**MAIL, f"COMPENDIUM_{name}": value})
    assert "secret" not in str(fault.value)


@pytest.mark.parametrize(("name", "value"), [("EMAIL_FROM", "Cards"), ("VAPID_KEY", "short-secret")])
def test_what_is_wrong_is_said_though_nothing_is_sent(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"COMPENDIUM_{name}"):
        read(tmp_path, **{f"COMPENDIUM_{name}": value})


def test_whoever_is_away_late_leaves_a_table_empty_no_sooner(tmp_path: Path) -> None:
    assert read(tmp_path, COMPENDIUM_AWAY_SECONDS="100").empty == 100_000


def test_a_data_folder_is_its_users_own(tmp_path: Path) -> None:
    read(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("text", ["", "a"])
def test_half_a_secret_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret").write_text(text)
    with pytest.raises(ImproperlyConfigured, match="holds no whole secret"):
        read(tmp_path)
