"""Who is asking."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory

from compendium.accounts.identity import acting, bearer_of_scope, current, player_of_scope
from compendium.accounts.models import Player, Token
from tests.clients import browser_of

pytestmark = pytest.mark.django_db


class Anonymous:
    is_authenticated = False


def request(session: dict[str, Any] | None = None, user: Any = None, **headers: str) -> Any:
    asked = RequestFactory().get("/", headers=headers)
    asked.session = {} if session is None else session
    asked.user = user or Anonymous()
    return asked


def test_a_guest_is_made_once_by_acting() -> None:
    session: dict[str, Any] = {}
    assert current(request(session)) is None
    assert session == {}
    ada = acting(request(session))
    assert current(request(session)) == ada
    assert ada.is_guest
    assert ada.name
    assert 0 <= ada.weave < 8


def test_a_guest_who_is_gone_is_made_anew() -> None:
    session: dict[str, Any] = {"player": 12345}
    assert current(request(session)) is None
    assert acting(request(session)).pk == session["player"]


def test_a_users_player_comes_before_the_sessions() -> None:
    user = User.objects.create_user("ada")
    mine = Player.objects.create(name="Ada", user=user)
    guest = Player.objects.create(name="Guest")
    assert current(request({"player": guest.pk}, user)) == mine
    assert current(request({"player": guest.pk})) == guest


def test_a_user_without_a_player_gets_one_by_acting() -> None:
    user = User.objects.create_user("ada")
    assert current(request(user=user)) is None
    assert acting(request(user=user)).user == user
    assert current(request(user=user))


def test_a_guest_who_logs_in_keeps_everything() -> None:
    client = Client()
    client.post("/me", {"name": "Ada", "weave": "3"})
    guest = Player.objects.get()
    user = User.objects.create_user("ada", password="secret")
    client.login(username="ada", password="secret")
    guest.refresh_from_db()
    assert guest.user == user
    client.logout()
    client.login(username="ada", password="secret")
    assert client.get("/me").context["me"]["name"] == "Ada"


def test_logging_in_does_not_take_another_accounts_player() -> None:
    first, second = User.objects.create_user("one"), User.objects.create_user("two")
    mine = Player.objects.create(name="One", user=first)
    client = browser_of(mine)
    client.force_login(second)
    mine.refresh_from_db()
    assert mine.user == first


def test_a_token_stands_for_its_player_and_a_wrong_one_for_nobody() -> None:
    ada, guest = Player.objects.create(name="Ada"), Player.objects.create(name="Guest")
    _, key = Token.make(ada, "bot")
    session = {"player": guest.pk}
    assert current(request(session, Authorization=f"Bearer {key}")) == ada
    assert current(request(session, Authorization=f"bearer {key}")) == ada
    assert current(request(session, Authorization="Bearer wrong")) is None
    assert current(request(session, Authorization="Basic abc")) == guest
    with pytest.raises(PermissionDenied):
        acting(request(session, Authorization="Bearer wrong"))


def test_a_socket_is_whoever_its_handshake_says() -> None:
    ada, guest = Player.objects.create(name="Ada"), Player.objects.create(name="Guest")
    _, key = Token.make(ada, "bot")
    scope: dict[str, Any] = {"headers": [], "session": {"player": guest.pk}, "user": Anonymous()}
    assert player_of_scope(scope) == guest
    assert player_of_scope({**scope, "session": {}}) is None
    assert player_of_scope({"headers": []}) is None
    with_key = {**scope, "headers": [(b"authorization", f"Bearer {key}".encode())]}
    assert player_of_scope(with_key) == ada
    assert bearer_of_scope(with_key) == key
    with_wrong = {**scope, "headers": [(b"authorization", b"Bearer \xff")]}
    assert player_of_scope(with_wrong) is None
    assert bearer_of_scope(scope) is None


def test_a_session_lives_on_from_the_month_of_the_last_visit() -> None:
    session: dict[str, Any] = {}
    acting(request(session))
    session["month"] = "2020-01"
    current(request(session))
    assert session["month"] > "2020-01"
