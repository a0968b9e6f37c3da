"""The next game with the same people."""

from collections.abc import Callable
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.lobby import opening
from compendium.tables.models import Table
from tests.lobby.programs import Program, code_of, made

Finish = Callable[[Table, list[int]], None]

pytestmark = pytest.mark.django_db


def test_a_rematch_is_one_table_with_the_same_bots_and_seats(
    ada: Program, bob: Program, finish: Finish
) -> None:
    path = made(ada, bots=[{"seat": 0, "level": "hard"}])
    bob("POST", f"{path}/join", {"seat": 3})
    assert code_of(bob("POST", f"{path}/rematch")) == (409, "not_over")
    old = Table.objects.get()
    finish(old, [1, 2, 0, 3])
    _, again = bob("POST", f"{path}/rematch")
    assert (again["host"], again["you"], again["state"]) == (True, [3, 0], "open")
    assert again["options"] == ada("GET", path)[1]["options"]
    _, mine = ada("POST", f"{path}/rematch")
    assert (mine["code"], mine["host"], mine["you"]) == (again["code"], False, [1, 0])
    assert [(place["seat"], place["bot"]) for place in mine["places"]] == [(0, "hard"), (1, None), (3, None)]
    assert ada("GET", path)[1]["rematch"] == again["code"]
    assert Table.objects.count() == 2


def test_the_others_are_told_of_a_rematch(
    ada: Program, finish: Finish, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(ada)
    old = Table.objects.get()
    finish(old, [1])
    told: list[Any] = []
    monkeypatch.setattr(opening, "announce", lambda table, note: told.append((table, note)))
    _, again = ada("POST", f"{path}/rematch")
    ada("POST", f"{path}/rematch")
    assert told == [(old.pk, {"k": "rematch", "code": again["code"]})]


def test_a_stranger_has_no_rematch(ada: Program, bob: Program, finish: Finish) -> None:
    path = made(ada)
    finish(Table.objects.get(), [1])
    assert code_of(bob("POST", f"{path}/rematch")) == (409, "not_here")


def test_bots_keep_their_names_and_card_backs(
    ada: Program, bob: Program, person: Callable[..., Player], finish: Finish
) -> None:
    """Bob's own card back is a bot's here; he took another one, and does again."""
    path = made(
        ada, seats=5, bots=[{"seat": seat, "level": level} for seat, level in ((1, "hard"), (3, "easy"))]
    )
    bot = Table.objects.get().places.get(seat=3)
    Player.objects.filter(name="Bob").update(weave=bot.weave)
    bob("POST", f"{path}/join", {"seat": 4})

    def told(places: list[dict[str, Any]]) -> list[Any]:
        return [(p["seat"], p["name"], p["bot"], p["weave"]) for p in places if p["bot"]]

    before = told(ada("GET", path)[1]["places"])
    finish(Table.objects.get(), [1] * 5)
    _, again = bob("POST", f"{path}/rematch")
    assert told(again["places"]) == before
    assert again["you"] == [4, 0]
    assert len({place["weave"] for place in again["places"]}) == 3
