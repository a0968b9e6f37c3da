"""The profile page."""

from typing import Any

import pytest
from django.test import Client

from compendium.accounts.models import Player, Token
from compendium.accounts.profile import history
from compendium.tables.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return Player.objects.create(name="Ada", weave=2)


@pytest.fixture
def client(ada: Player) -> Client:
    """Ada's browser."""
    client = Client()
    session = client.session
    session["player"] = ada.pk
    session.save()
    return client


def played(score: list[int] | None, *people: Player, when: int = 1_000_000) -> Table:
    table = Table.objects.create(
        game="kierki", seats=len(people), created=0, started_at=1, over_at=when, score=score
    )
    for seat, player in enumerate(people):
        table.places.create(seat=seat, player=player, name=player.name)
    return table


def test_name_and_card_back_are_changed(client: Client, ada: Player) -> None:
    assert client.post("/me", {"name": " Countess ", "weave": "7"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.name, ada.weave) == ("Countess", 7)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"name": "", "weave": "1"}, "name"),
        ({"name": "\u200b", "weave": "1"}, "name"),
        ({"name": "x" * 25, "weave": "1"}, "name"),
        ({"name": "Ada", "weave": "8"}, "weave"),
        ({"name": "Ada"}, "weave"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(
    client: Client, ada: Player, data: dict[str, str], field: str
) -> None:
    answer = client.post("/me", data)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]
    ada.refresh_from_db()
    assert (ada.name, ada.weave) == ("Ada", 2)


def test_a_newcomer_need_only_save() -> None:
    newcomer = Client()
    form = newcomer.get("/me").context["form"]
    assert "checked" in str(form["weave"])
    suggested = {field.html_name: field.value() for field in form}
    assert newcomer.post("/me", suggested).status_code == 302
    me = Player.objects.get()
    assert (me.name, me.weave) == (suggested["name"], suggested["weave"])


def test_a_token_is_shown_once(client: Client, ada: Player) -> None:
    page = client.post("/me/tokens", {"name": "my bot"})
    key = page.context["key"]
    assert key in page.content.decode()
    assert Token.player_of(key) == ada
    assert "no-store" in page.headers["Cache-Control"]
    assert key not in client.get("/me").content.decode()


def test_a_token_is_revoked_by_its_owner_only(client: Client, ada: Player) -> None:
    bob = Player.objects.create(name="Bob")
    mine, _ = Token.make(ada, "mine")
    other, _ = Token.make(bob, "other")
    client.post(f"/me/tokens/{other.pk}/revoke")
    client.post(f"/me/tokens/{mine.pk}/revoke")
    assert list(Token.objects.all()) == [other]
    client.get(f"/me/tokens/{other.pk}/revoke")
    assert Token.objects.count() == 1


def test_a_nameless_token_is_not_made(client: Client) -> None:
    assert client.post("/me/tokens", {"name": " "}).status_code == 422
    assert not Token.objects.exists()


def test_history_tells_place_and_points_and_equal_totals_share_a_place(ada: Player) -> None:
    bob, eve = Player.objects.create(name="Bob"), Player.objects.create(name="Eve")
    played([10, 30, 30], ada, bob, eve)
    played(None, ada, bob, when=2_000_000)
    newest, oldest = history(ada)
    assert (newest.place, newest.points) == (None, None)
    assert (oldest.place, oldest.points, oldest.of, oldest.with_names) == (3, 10, 3, ["Bob", "Eve"])
    assert history(bob)[1].place == history(eve)[0].place == 1


def test_history_costs_two_queries(ada: Player, django_assert_num_queries: Any) -> None:
    for when in range(1, 6):
        played([1, 2], ada, Player.objects.create(name="Bob"), when=when)
    with django_assert_num_queries(2):
        assert len(history(ada)) == 5
