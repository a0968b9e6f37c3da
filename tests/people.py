"""People at a real site: guests with a token each, who use the API and the sockets as any program may."""

from __future__ import annotations

import json
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.servers import Reached

PATIENCE = 60.0


class Person:
    """A guest who has made a token on the profile page; `api` asks any server of the site."""

    def __init__(self, server: Reached) -> None:
        self.server = server
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.key = ""
        self.opener.open(server.url, timeout=PATIENCE).close()
        self.key = self.api("POST", "me/tokens", {"name": "test"})["key"]

    def api(self, method: str, path: str, body: Any = None, server: Reached | None = None) -> Any:
        """The JSON that comes back. Raises AssertionError with the answer to what is refused."""
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        else:
            headers["X-CSRFToken"] = self.cookie("csrftoken")
        data = None if body is None else json.dumps(body).encode()
        url = f"{(server or self.server).url}/api/{path}"
        request = Request(url, data, headers, method=method)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read() or b"null")
        except HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.status} {error.read().decode()[:500]}") from None

    def cookie(self, name: str) -> str:
        return next(cookie.value or "" for cookie in self.cookies if cookie.name == name)


def table_of(people: list[Person], game: str, bots: int = 0, level: str | None = None, **options: Any) -> str:
    """The code of a table that these people have sat down at, with some bots, and that has begun."""
    host, *guests = people
    table = host.api("POST", "tables", {"game": game, "options": options, "seats": len(people) + bots})
    code: str = table["code"]
    for guest in guests:
        guest.api("POST", f"tables/{code}/join")
    for _ in range(bots):
        host.api("POST", f"tables/{code}/bots", {"level": level})
    host.api("POST", f"tables/{code}/start")
    return code
