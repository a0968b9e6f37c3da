"""A game's day: the same cards for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import override_settings

from compendium.accounts.models import Player
from compendium.lobby import days
from tests.lobby.days.draw_of_the_day import MARCH, NOON, cards


def test_two_people_get_the_same_cards_and_the_same_draws(person: Callable[..., Player], at: Any) -> None:
    ada, bob = (days.play(person(name), "draw") for name in ("Ada", "Bob"))
    assert ada.table_id != bob.table_id
    assert cards(ada) == cards(bob)


def test_another_day_has_other_cards(person: Callable[..., Player], at: Any) -> None:
    first = days.play(person(), "draw")
    at(NOON.replace(day=2))
    assert cards(days.play(person(), "draw"))[0] != cards(first)[0]


def test_another_sites_key_makes_other_cards(person: Callable[..., Player], at: Any) -> None:
    here = days.luck_of("draw", MARCH)
    assert here == days.luck_of("draw", MARCH) != days.luck_of("other", MARCH)
    with override_settings(SECRET_KEY="of another site"):
        assert days.luck_of("draw", MARCH) != here


def test_a_key_that_is_changed_at_noon_leaves_the_day_its_cards(
    person: Callable[..., Player], at: Any
) -> None:
    before = days.play(person(), "draw")
    with override_settings(SECRET_KEY="a newer one"):
        assert cards(days.play(person(), "draw")) == cards(before)


def test_the_table_is_the_days(person: Callable[..., Player], at: Any) -> None:
    table = days.play(person(), "draw").table
    assert table.options["cards"] == 4
    assert [(p.seat, p.bot) for p in table.places.all()] == [(0, ""), (1, "hard"), (2, "hard")]
    assert not table.listing.public
