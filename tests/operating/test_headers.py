"""What every answer forbids the browser, whoever made it."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from compendium.lobby import catalogue
from compendium.operating import headers
from tests.operating.doors import ask

pytestmark = pytest.mark.django_db

CODES = {
    "/": 200,
    "/docs/operating": 200,
    "/api/games": 200,
    "/api/docs": 200,
    "/api/me": 401,
    "/api/nothing": 404,
    "/t/NOTHERE": 404,
    "/no/such/page": 301,
    "/no/such/page/": 404,
    "/docs": 301,
    "/static/art/mark.svg": 200,
    "/static/ninja/swagger-ui.css": 200,
    "/static/no.css/": 404,
    "/admin/": 302,
    "/admin/login/": 200,
}


def strict(answer: HttpResponse) -> None:
    """Asserts that an answer has all of them."""
    for name, value in headers.ALWAYS.items():
        assert answer.headers[name] == value, name
    policy = answer.headers["Content-Security-Policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == ["'none'"]
    for allowed in rules.values():
        assert set(allowed) <= {"'self'", "'none'", "data:"}
    assert not {"data:"} & set(rules["script-src"] + rules["style-src"] + rules["connect-src"])


@pytest.mark.parametrize("path", CODES)
def test_pages_api_static_files_errors_and_the_admin(client: Client, path: str) -> None:
    client.raise_request_exception = False
    answer = client.get(path)
    assert answer.status_code == CODES[path]
    strict(answer)


def test_the_admin_from_inside(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    for path in ("/admin/", "/admin/tables/table/", "/admin/auth/user/add/"):
        answer = client.get(path)
        assert answer.status_code == 200
        strict(answer)


def test_a_page_that_breaks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "games", lambda: 1 / 0)
    client.raise_request_exception = False
    for path in ("/", "/api/games"):
        answer = client.get(path)
        assert answer.status_code == 500
        strict(answer)


def test_a_form_without_its_token() -> None:
    answer = Client(enforce_csrf_checks=True).post("/new/kierki")
    assert answer.status_code == 403
    strict(answer)


@pytest.mark.parametrize("https", [False, True])
def test_an_unknown_host(settings: LazySettings, https: bool) -> None:
    settings.SECURE_SSL_REDIRECT = https
    answer = Client().get("/", headers={"host": "elsewhere.example.org"})
    assert answer.status_code == 400
    strict(answer)


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_what_is_answered_before_all_that(path: str) -> None:
    answer = await ask(path)
    for name, value in headers.BARE.items():
        assert answer.headers[name] == value
    assert "default-src 'none'" in answer.headers["content-security-policy"]
