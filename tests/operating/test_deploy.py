"""The settings that operating.md gives for a site on the internet."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.servers import ROOT, Server

DOCS = (ROOT / "compendium" / "docs" / "operating.md").read_text()


def settings_of(heading: str) -> dict[str, str]:
    """The first block of settings under a heading."""
    section = DOCS[DOCS.index(f"\n## {heading}\n") :]
    found = re.search(r"```ini\n(.*?)```", section, re.DOTALL)
    assert found
    return dict(line.split("=", 1) for line in found[1].splitlines())


@pytest.mark.parametrize("several", [False, True])
def test_django_finds_nothing_to_say_about_a_deployment(tmp_path: Path, several: bool) -> None:
    given = settings_of("One machine") | (settings_of("Several processes") if several else {})
    own = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=own | given | {"COMPENDIUM_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout


def test_over_https_browsers_are_kept_there(server: Callable[..., Server]) -> None:
    given = settings_of("One machine")
    del given["COMPENDIUM_DATA"]
    site = server(environment=given)

    def get(path: str, **headers: str) -> HTTPResponse:
        line = HTTPConnection("127.0.0.1", site.port, timeout=60)
        line.request("GET", path, headers={"Host": "cards.example.org", **headers})
        return line.getresponse()

    plain = get("/me")
    assert (plain.status, plain.headers["Location"]) == (301, "https://cards.example.org/me")
    page = get("/me", **{"X-Forwarded-Proto": "https"})
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert all("Secure" in cookie for cookie in page.headers.get_all("Set-Cookie", []))
    assert get("/healthz").status == 200
    assert get("/metrics").status == 403
