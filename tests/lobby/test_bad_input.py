"""Whatever is sent, the answer is a refusal or a page that says what is wrong, never a fault of ours."""

from typing import Any

import pytest
from django.test import Client

from compendium.lobby.models import Listing
from compendium.tables import seating
from compendium.tables.models import Table
from tests.lobby.draw import Draw
from tests.lobby.programs import Program

pytestmark = pytest.mark.django_db
HUGE = 10**30


@pytest.mark.parametrize("code", ["%00", "A%00", "%F0%9F%A6%8A", "x" * 500, "'--", "%E2%80%AE", "½½½½½½"])
@pytest.mark.parametrize("path", ["/t/{}", "/j/{}", "/j/{}.svg", "/api/tables/{}"])
def test_a_code_that_is_none_is_not_found(game: Draw, path: str, code: str) -> None:
    assert Client().get(path.format(code)).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "tables", {"game": "draw\x00"}),
        ("POST", "tables", {"game": "draw", "seats": HUGE}),
        ("POST", "tables", {"game": "draw", "options": {"pace": "\x00"}}),
        ("POST", "tables", {"game": "draw", "options": {"\ud800": "\ud800"}}),
        ("POST", "tables", {"game": "draw", "options": {"cards": HUGE}}),
        ("POST", "tables", {"game": "draw", "options": {"cards": 1e400}}),
        ("POST", "tables", {"game": "draw", "bots": [{"seat": HUGE, "level": "easy"}]}),
        ("POST", "tables", b"[" * 100_000),
        ("POST", "tables", b"\xff\xfe"),
        ("POST", "tables", b'{"game": "draw", "options": {"cards": NaN}}'),
        ("POST", "play", {"game": "draw", "level": "\x00"}),
        ("POST", "me/tokens", {"name": "\x00"}),
        ("POST", "me/tokens", {"name": "\ud800"}),
        ("POST", "me/tokens", {"name": " "}),
        ("DELETE", f"me/tokens/{HUGE}", None),
        ("PATCH", "me", {"name": "\ud800\x00"}),
        ("PATCH", "me", {"weave": HUGE}),
    ],
)
def test_nonsense_is_refused(ada: Program, method: str, path: str, body: Any) -> None:
    status, no = ada(method, path, body)
    assert 400 <= status < 500
    assert set(no) == {"code", "args", "message"}
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "join", {"seat": HUGE}),
        ("POST", "bots", {"seat": HUGE, "level": "easy"}),
        ("DELETE", f"bots/{HUGE}", None),
        ("DELETE", "bots/-1", None),
        ("POST", "kick", {"seat": HUGE}),
        ("PATCH", "", {"seats": HUGE}),
        ("PATCH", "", {"options": None, "seats": 0}),
    ],
)
def test_nonsense_at_a_table_changes_nothing(
    ada: Program, table: Table, method: str, path: str, body: Any
) -> None:
    assert ada.player
    Listing.objects.create(table=table, maker=ada.player)
    seating.sit(table, ada.player)
    before = seating.places(table.pk)
    status, no = ada(method, f"tables/{table.code}/{path}".rstrip("/"), body)
    assert 400 <= status < 500
    assert set(no) == {"code", "args", "message"}
    assert seating.places(table.pk) == before


def test_a_body_of_megabytes_is_refused(ada: Program) -> None:
    answer = ada.client.post("/api/tables", b" " * 3_000_000, content_type="application/json")
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("path", ["/me", "/me/tokens", "/new/draw", "/play/draw"])
def test_forms_survive_nonsense(game: Draw, path: str) -> None:
    sent = dict.fromkeys(
        ["name", "weave", "seats", "bots", "level", "option-cards", "option-pace"], f"\x00{HUGE}\u202e"
    )
    assert Client().post(path, sent).status_code in (302, 422)
    assert not Table.objects.exists()
