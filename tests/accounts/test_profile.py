"""The profile page."""

from typing import Any

import pytest
from django.test import Client

from compendium.accounts.models import Player, Token
from compendium.accounts.profile import bests, history, in_words
from compendium.rules import Figure
from compendium.tables.models import Table
from tests.clients import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Player:
    return Player.objects.create(name="Ada", weave=2)


@pytest.fixture
def client(ada: Player) -> Client:
    """Ada's browser."""
    return browser_of(ada)


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


def test_a_game_alone_is_told_as_such(client: Client, ada: Player) -> None:
    played([8], ada)
    page = client.get("/me").content.decode()
    assert "alone, " in page
    assert "with ," not in page


def test_history_costs_two_queries(ada: Player, django_assert_num_queries: Any) -> None:
    for when in range(1, 6):
        played([1, 2], ada, Player.objects.create(name="Bob"), when=when)
    with django_assert_num_queries(2):
        assert len(history(ada)) == 5


def counted(figures: list[dict[str, float]] | None, *people: Player, when: int) -> Table:
    table = played([0] * len(people), *people, when=when)
    Table.objects.filter(pk=table.pk).update(game="nerts", figures=figures)
    return table


def test_personal_bests_are_the_least_time_and_the_most_of_the_rest(ada: Player) -> None:
    bob = Player.objects.create(name="Bob")
    first = counted([{"hand": 90_000, "points": 12}, {"hand": 1}], ada, bob, when=1000)
    second = counted([{"points": 31}, {"hand": 81_540, "points": 12}], bob, ada, when=2000)
    counted(None, ada, when=3000)
    counted([{"hand": 5, "no longer counted": 7}], bob, when=4000)
    found = [(best.title, best.words, best.code) for best in bests(ada)]
    assert found == [
        ("Fastest hand called", "1:21.5", second.code),
        ("Most points in a hand", "12", first.code),
    ]


def test_the_first_to_be_so_good_stays_the_best(ada: Player) -> None:
    first = counted([{"points": 31}], ada, when=1000)
    counted([{"points": 31}], ada, when=2000)
    assert [best.code for best in bests(ada)] == [first.code]


def test_who_left_for_good_reached_nothing(ada: Player) -> None:
    table = counted([{"points": 31}], ada, when=1000)
    table.places.update(left_at=5)
    assert bests(ada) == []


def test_bests_of_a_game_that_is_gone_are_left_out(ada: Player) -> None:
    table = counted([{"points": 31}], ada, when=1000)
    Table.objects.filter(pk=table.pk).update(game="gone")
    assert bests(ada) == []


def test_the_page_shows_them_to_guests_too(client: Client, ada: Player) -> None:
    assert b"Personal bests" not in client.get("/me").content
    table = counted([{"pace": 23.5, "points": -2}], ada, when=1000)
    page = client.get("/me").content.decode()
    assert "Personal bests" in page
    assert f"/t/{table.code}" in page
    assert "23.5" in page
    assert "\u22122" in page


@pytest.mark.parametrize(("ms", "words"), [(59_960, "0:59.9"), (0, "0:00.0"), (3_723_400, "62:03.4")])
def test_times_in_words(ms: int, words: str) -> None:
    assert in_words(Figure("", unit="ms"), ms) == words
