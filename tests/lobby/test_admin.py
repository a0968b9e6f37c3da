"""The admin: everything can be looked at; logs and keys cannot be written."""

import re
import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from compendium.accounts.models import Player, Token
from compendium.lobby.models import Listing
from compendium.lobby.opening import Bot, open_table
from compendium.tables.models import Entry, Table
from compendium.tables.start import start
from tests.lobby.draw import Draw

CARD = re.compile(r"\b[2-9TJQKA][SHCD]\b")
pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(game: Draw, person: Callable[..., Player]) -> Client:
    """A superuser's browser, with a running table of Ada's to look at."""
    ada = person("Ada")
    Token.make(ada, "bot")
    start(open_table(ada, game, {"cards": 5}, public=True, bots=[Bot(None, "easy")]).table)
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.mark.parametrize(
    ("path", "searched"),
    [
        ("accounts/player", "Ada"),
        ("accounts/token", "bot"),
        ("tables/table", "Ada"),
        ("tables/entry", "{code}"),
        ("tables/place", "Ada"),
        ("lobby/listing", "{code}"),
    ],
)
def test_lists_and_pages_open(admin: Client, path: str, searched: str) -> None:
    asked = searched.format(code=Table.objects.get().code)
    found = admin.get(f"/admin/{path}/", {"q": asked})
    assert found.context["cl"].result_count == 1
    one = found.context["cl"].queryset.get()
    assert admin.get(f"/admin/{path}/{one.pk}/change/").status_code == 200


@pytest.mark.parametrize("state", ["open", "running", "over"])
def test_tables_are_filtered_by_state(admin: Client, state: str) -> None:
    found = admin.get("/admin/tables/table/", {"state": state})
    assert found.context["cl"].result_count == (1 if state == "running" else 0)


@pytest.mark.parametrize("model", [Entry, Table])
def test_what_the_log_says_is_not_changed_by_hand(admin: Client, model: Any) -> None:
    one = model.objects.get()
    path = f"/admin/tables/{model._meta.model_name}"
    assert admin.post(f"{path}/{one.pk}/change/", {"seq": 9, "code": "X"}).status_code == 403
    assert admin.get(f"{path}/add/").status_code == 403


def test_an_entry_goes_only_together_with_its_table(admin: Client) -> None:
    table, entry = Table.objects.get(), Entry.objects.get()
    assert admin.post(f"/admin/tables/entry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert admin.post(f"/admin/tables/table/{table.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Entry.objects.exists()
    assert not Listing.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_table_is_deleted_while_it_is_played(admin: Client) -> None:
    """An entry that is being written comes before, and goes with it."""
    table = Table.objects.get()
    answers: list[int] = []

    def delete() -> None:
        try:
            path = f"/admin/tables/table/{table.pk}/delete/"
            answers.append(admin.post(path, {"post": "yes"}).status_code)
        finally:
            connection.close()

    deleting = Thread(target=delete)
    with transaction.atomic():
        Table.objects.select_for_update().get()
        deleting.start()
        _until_one_waits()
        Entry.objects.create(table=table, seq=2, at=1)
    deleting.join(60)
    assert answers == [302]
    assert not Table.objects.exists()
    assert not Entry.objects.exists()


def _until_one_waits() -> None:
    """For a row that this transaction holds."""
    deadline = time.monotonic() + 60
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("select count(*) from pg_locks where not granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    raise AssertionError("nothing waits")


def test_hidden_cards_and_digests_are_not_shown(admin: Client) -> None:
    entry, token = Entry.objects.get(), Token.objects.get()
    page = admin.get(f"/admin/tables/entry/{entry.pk}/change/").content.decode()
    assert CARD.search(entry.ops)
    assert not CARD.search(page.split("<main")[1])
    assert token.digest not in admin.get(f"/admin/accounts/token/{token.pk}/change/").content.decode()
    assert admin.get("/admin/accounts/token/add/").status_code == 403
