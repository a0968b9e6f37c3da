"""Who may come in to the API, and its description."""

import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from django.test import Client

from compendium.accounts.models import Player
from compendium.lobby import papers
from compendium.tables.models import Table
from tests.lobby.programs import Program, made

Finish = Callable[[Table, list[int]], None]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_token_that_nobody_has_is_refused_even_with_a_session(
    ada: Program, browser_of: Callable[..., Client], method: str
) -> None:
    path = made(ada)
    ada.client.logout()
    session = browser_of(ada.player, headers={"Authorization": "Bearer stolen"})
    answer = session.generic(method, f"/api/{path}" + ("/leave" if method == "POST" else ""))
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_a_session_needs_the_csrf_token_and_a_bearer_does_not(
    ada: Program, bob: Program, browser_of: Callable[..., Client]
) -> None:
    path = made(ada)
    assert ada.player
    page = browser_of(ada.player, enforce_csrf_checks=True)
    answer = page.post(f"/api/{path}/leave")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert page.get(f"/api/{path}").json()["host"]
    page.get(f"/t/{path.removeprefix('tables/')}")
    token = page.cookies["csrftoken"].value
    assert page.post(f"/api/{path}/leave", headers={"X-CSRFToken": token}).status_code == 200
    assert browser_of(enforce_csrf_checks=True).post("/api/play").json()["code"] == "csrf"
    bob.client.handler.enforce_csrf_checks = True
    assert bob("POST", f"{path}/join")[0] == 200


def test_a_newcomer_becomes_a_guest_by_acting_not_by_looking(
    ada: Program, browser_of: Callable[..., Client]
) -> None:
    path = made(ada)
    browser = browser_of()
    for look in ("games", "tables", path):
        assert browser.get(f"/api/{look}").status_code == 200
    answer = browser.post(f"/api/{path}/leave")
    assert (answer.status_code, answer.json()["code"]) == (401, "nobody")
    assert Player.objects.count() == 1
    joined = browser.post(f"/api/{path}/join", content_type="application/json")
    assert joined.json()["you"] == [1, 0]
    assert browser.post(f"/api/{path}/leave").status_code == 200
    assert Player.objects.count() == 2


def test_the_description_and_its_page_need_nothing_from_elsewhere() -> None:
    client = Client()
    assert client.get("/api/openapi.json").json()["info"]["title"] == "Compendium"
    page = client.get("/api/docs")
    assert page.status_code == 200
    html = page.content.decode()
    assert "//" not in html.replace("<!DOCTYPE", "")
    assert "<script>" not in html
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_path_that_is_none_is_answered_like_any_refusal(method: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, "/api/nope/x")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert "/api/nope/x" in answer.json()["message"]


def test_the_descriptions_statuses_are_those_that_come() -> None:
    described = Client().get("/api/openapi.json").json()
    assert all(word in described["info"]["description"] for word in ("/ws/<code>", "compendium.1", "Bearer"))
    assert all(page in described["info"]["description"] for page in ("(/docs/protocol)", "(/docs/new-game)"))
    routes = [route for path in described["paths"].values() for route in path.values()]
    told = {int(status) for route in routes for status in route["responses"]}
    assert told == {200, 204, 400, 401, 403, 404, 409, 422, 429}
    assert set(described["paths"]["/api/me"]["get"]["responses"]) == {"200", "401"}


@pytest.mark.parametrize(
    ("name", "says"),
    [("protocol", "<code>compendium.1</code>"), ("new-game", "A new game in ten minutes</h1>")],
)
def test_the_pages_for_programs_are_pages_of_the_site(name: str, says: str) -> None:
    answer = Client().get(f"/docs/{name}")
    assert answer.status_code == 200
    assert says in answer.content.decode()
    assert "style=" not in answer.content.decode()
    assert Client().get("/docs/adr").status_code == 404


@pytest.mark.parametrize("name", sorted(papers.PAPERS))
def test_no_link_of_a_page_for_programs_leads_nowhere(name: str) -> None:
    """The files name each other by their names; on the site these lead to pages."""
    page = f"/docs/{name}"
    for link in re.findall(r'href="([^"#:]+)[^":]*"', Client().get(page).content.decode()):
        if not link.startswith("/static/"):
            assert Client().get(urljoin(page, link), follow=True).status_code == 200, link


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/docs/"])
def test_the_descriptions_page_is_found(path: str) -> None:
    assert Client().get(path).headers["Location"] == "/api/docs"
