"""People who act at the same moment: on real servers, and in threads with connections of their own."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.cookiejar import CookieJar
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from django.db import connection

from compendium.accounts.models import Player
from compendium.lobby import joining, opening
from compendium.lobby.models import Listing
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Table
from tests.lobby.draw import Draw
from tests.servers import Server

PEOPLE = 8


class Browser:
    """A newcomer's browser."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookies = server, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.opener.open(f"{server.url}/me", timeout=60).read()

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or ""}
        asked = Request(f"{self.server.url}/api/{path}", json.dumps(body or {}).encode(), headers)
        try:
            with self.opener.open(asked, timeout=60) as answer:
                return answer.status, json.load(answer)
        except HTTPError as no:
            return no.code, json.load(no)


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start them together; their results."""
    line = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        line.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "two processes on postgresql"])
def test_a_seat_goes_to_one_person_and_a_person_to_one_seat(
    server: Callable[..., Server], postgres: bool
) -> None:
    first = server(postgres=postgres)
    servers = [first, first.another() if postgres else first]
    people = [Browser(servers[i % 2]) for i in range(PEOPLE)]
    host = Browser(first)
    for person in people:  # guests already, so that only the seats are raced for
        person.post("me/tokens", {"name": "x"})
    path = f"tables/{host.post('tables', {'game': 'kierki'})[1]['code']}"
    hurried = at_once([partial(people[0].post, f"{path}/join")] * 4)
    assert [(status, body["you"]) for status, body in hurried] == [(200, [1, 0])] * 4
    answers = at_once([partial(person.post, f"{path}/join") for person in people])
    assert sorted(body["you"][0] for status, body in answers if status == 200) == [1, 2, 3]
    refused = [body["code"] for status, body in answers if status != 200]
    assert refused == ["no_free_seat"] * (PEOPLE - 3)


@pytest.fixture
def full(transactional_db: None, game: Draw) -> Listing:
    """A table for four where four people sit."""
    people = [Player.objects.create(name=name) for name in "ABCD"]
    listing = opening.open_table(people[0], game, {}, public=True)
    for player in people[1:]:
        joining.join(listing, player)
    return listing


def test_people_who_ask_for_a_rematch_together_meet_at_one_table(full: Listing) -> None:
    Table.objects.update(started_at=1, over_at=wall(), score=[4, 3, 2, 1])
    people = list(Player.objects.all())

    def ask(player: Player) -> int:
        made = opening.rematch(full, player)
        joining.join(made, player)
        return made.pk

    assert len(set(at_once([partial(ask, player) for player in people]))) == 1
    again = full.rematch.table
    assert {place.player: place.seat for place in again.places.all()} == {
        place.player: place.seat for place in full.table.places.all()
    }
    assert again.places.filter(host=True).count() == 1


def test_people_who_leave_together_leave_nobody_behind(full: Listing) -> None:
    acts = [partial(seating.leave, full.table, player) for player in Player.objects.all()]
    at_once(acts[:3])
    assert full.table.places.get().host
    acts[3]()
    assert not full.table.places.exists()
