"""People who act at the same moment, on real servers."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.cookiejar import CookieJar
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.servers import Server

PEOPLE = 8


class Browser:
    """A newcomer's browser."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookies = server, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.opener.open(f"{server.url}/me", timeout=20).read()

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        asked = Request(f"{self.server.url}/api/{path}", json.dumps(body or {}).encode(), headers)
        try:
            with self.opener.open(asked, timeout=30) as answer:
                return answer.status, json.load(answer)
        except HTTPError as no:
            return no.code, json.load(no)


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """Start them together; their results."""
    line = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        line.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "two processes on postgresql"])
def test_one_seat_goes_to_one_person(server: Callable[..., Server], postgres: bool) -> None:
    first = server(postgres=postgres)
    servers = [first, first.another() if postgres else first]
    people = [Browser(servers[i % 2]) for i in range(PEOPLE)]
    host = Browser(first)
    for person in people:  # guests already, so that only the seats are raced for
        person.post("me/tokens", {"name": "x"})
    _, table = host.post("tables", {"game": "kierki"})
    path = f"tables/{table['code']}/join"
    answers = at_once([partial(person.post, path) for person in people])
    seated = [body["you"][0] for status, body in answers if status == 200]
    assert sorted(seated) == [1, 2, 3]
    assert [body["code"] for status, body in answers if status != 200] == ["no_free_seat"] * (PEOPLE - 3)


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
def test_one_person_in_a_hurry_has_one_seat(server: Callable[..., Server], postgres: bool) -> None:
    running = server(postgres=postgres)
    host, person = Browser(running), Browser(running)
    person.post("me/tokens", {"name": "x"})
    _, table = host.post("tables", {"game": "kierki"})
    path = f"tables/{table['code']}"
    answers = at_once([partial(person.post, f"{path}/join")] * 4)
    assert [(status, body["you"]) for status, body in answers] == [(200, [1, 0])] * 4
    assert len(host.post(f"{path}/join")[1]["places"]) == 2
