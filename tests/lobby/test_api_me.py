"""The API's me: name, card back, tokens."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from compendium.accounts import identity, profile
from compendium.accounts.models import Player, Token
from compendium.tables import seating
from compendium.tables.models import Table
from tests.lobby.programs import Program, code_of

People = Callable[..., Player]
Browsers = Callable[..., Client]

pytestmark = pytest.mark.django_db


def test_me_is_whoever_the_token_stands_for(person: People) -> None:
    ada = person("Ada", weave=4)
    status, me = Program(ada)("GET", "me")
    assert status == 200
    assert {**me, "tokens": len(me["tokens"])} == {
        "id": ada.pk,
        "name": "Ada",
        "weave": 4,
        "guest": True,
        "tokens": 1,
    }
    assert code_of(Program()("GET", "me")) == (401, "nobody")
    assert code_of(Program(key="stolen")("GET", "me")) == (401, "bad_token")


def test_a_newcomer_becomes_a_guest_by_taking_a_name() -> None:
    status, me = Program()("PATCH", "me", {"name": "  Ada \u202e "})
    assert (status, me["name"]) == (200, "Ada")
    assert Player.objects.get().name == "Ada"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": ""}, "name_empty"),
        ({"name": "\u200b\u2066"}, "name_empty"),
        ({"name": "x" * 25}, "name_long"),
        ({"weave": 8}, "malformed"),
        ({"weave": -1}, "malformed"),
        ({"user": 1}, "malformed"),
    ],
)
def test_a_name_or_card_back_that_cannot_be_changes_nothing(
    person: People, body: dict[str, Any], code: str
) -> None:
    ada = person("Ada")
    assert code_of(Program(ada)("PATCH", "me", body)) == (422, code)
    ada.refresh_from_db()
    assert (ada.name, ada.weave) == ("Ada", 0)


def test_a_new_name_shows_at_tables_that_are_not_over(person: People, table: Table) -> None:
    ada = person("Ada")
    seating.sit(table, ada)
    over = Table.objects.create(game="draw", seats=2, created=0, started_at=1, over_at=2)
    over.places.create(seat=0, player=ada, name="Ada")
    Program(ada)("PATCH", "me", {"name": "Countess"})
    assert table.places.get().name == "Countess"
    assert over.places.get().name == "Ada"


def asked(browser: Client, name: str) -> tuple[int, Any]:
    """What a browser gets that asks for a token."""
    answer = browser.post("/api/me/tokens", {"name": name}, content_type="application/json")
    return answer.status_code, answer.json()


def test_a_token_is_shown_once_and_works_until_it_is_revoked(person: People, browser_of: Browsers) -> None:
    player = person("Ada")
    ada = Program(player)
    _, made = asked(browser_of(player), "my bot")
    assert made["name"] == "my bot"
    bot = Program(key=made["key"])
    assert bot("GET", "me")[1]["name"] == "Ada"
    assert made["key"] not in str(ada("GET", "me")[1])
    assert not Token.objects.filter(digest=made["key"]).exists()
    assert ada("DELETE", f"me/tokens/{made['id']}") == (204, None)
    assert code_of(bot("GET", "me")) == (401, "bad_token")


def test_somebody_elses_token_cannot_be_revoked(person: People) -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    token = ada("GET", "me")[1]["tokens"][0]["id"]
    assert code_of(bob("DELETE", f"me/tokens/{token}")) == (404, "unknown_token")
    assert ada("GET", "me")[0] == 200


def test_a_token_makes_no_other_token(person: People, browser_of: Browsers) -> None:
    """Whoever finds one could stay after it is revoked."""
    ada = Program(person("Ada"))
    assert code_of(ada("POST", "me/tokens", {"name": "more"})) == (403, "session_only")
    assert ada.client.post("/me/tokens", {"name": "more"}).status_code == 403
    assert Token.objects.count() == 1


def test_tokens_are_limited(person: People, browser_of: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "MOST_TOKENS", 1)
    ada = browser_of(person("Ada"))
    assert asked(ada, "one")[0] == 200
    assert code_of(asked(ada, "two")) == (429, "too_many_tokens")
    assert code_of(asked(ada, "")) == (422, "malformed")
    assert code_of(asked(ada, "x" * 41)) == (422, "malformed")


def test_one_address_cannot_make_guests_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "GUESTS_AN_HOUR", 2)
    for _ in range(2):
        assert Program()("PATCH", "me", {})[0] == 200
    assert code_of(Program()("PATCH", "me", {})) == (429, "too_many_guests")
    assert Player.objects.count() == 2
