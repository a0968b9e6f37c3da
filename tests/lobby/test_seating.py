"""Who sits where."""

from collections.abc import Callable
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.tables import seating
from compendium.tables.clock import wall
from compendium.tables.models import Place, Table
from compendium.tables.seating import Refused
from compendium.tables.start import start
from tests.lobby.draw import Draw

People = Callable[..., Player]


def refusal(act: Callable[..., object], *args: object, **named: object) -> str:
    with pytest.raises(Refused) as no:
        act(*args, **named)
    return no.value.code


def test_the_first_who_sits_is_the_host_and_seats_fill_from_the_lowest(table: Table, person: People) -> None:
    ada, bob = seating.sit(table, person("Ada")), seating.sit(table, person("Bob"))
    assert (ada.seat, ada.host) == (0, True)
    assert (bob.seat, bob.host) == (1, False)


def test_sitting_twice_is_sitting_once(table: Table, person: People) -> None:
    ada = person()
    assert seating.sit(table, ada) == seating.sit(table, ada)
    assert table.places.count() == 1


def test_a_person_may_move_to_a_free_seat_but_not_to_a_taken_one(table: Table, person: People) -> None:
    ada, bob = person("Ada"), person("Bob")
    seating.sit(table, ada)
    seating.sit(table, bob)
    assert seating.sit(table, ada, 3).seat == 3
    assert refusal(seating.sit, table, ada, 1) == "seat_taken"
    assert refusal(seating.sit, table, ada, 4) == "unknown_seat"
    assert refusal(seating.sit, table, ada, -1) == "unknown_seat"


def test_a_card_back_is_ones_own_if_nobody_else_has_it(table: Table, person: People) -> None:
    weaves = [seating.sit(table, person(weave=weave)).weave for weave in (5, 5, 0)]
    assert weaves == [5, 0, 1]


def test_the_last_seat_is_the_last(table: Table, person: People) -> None:
    for _ in range(table.seats):
        seating.sit(table, person())
    assert refusal(seating.sit, table, person()) == "no_free_seat"
    assert refusal(seating.add_bot, table, None, "easy") == "no_free_seat"


def test_bots_have_names_of_their_own_and_a_level_that_the_game_knows(table: Table) -> None:
    bots = [seating.add_bot(table, None, "easy") for _ in range(4)]
    assert len({bot.name for bot in bots}) == len({bot.weave for bot in bots}) == 4
    assert refusal(seating.add_bot, table, None, "genius") == "unknown_level"
    assert not any(bot.host for bot in bots)


def test_a_game_without_bots_takes_none(table: Table, game: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draw, "levels", {})
    assert refusal(seating.add_bot, table, None, "easy") == "no_bots"


def test_clearing_a_seat_frees_it_and_an_empty_one_stays_empty(table: Table, person: People) -> None:
    seating.sit(table, person("Ada"))
    seating.add_bot(table, 2, "easy")
    seating.clear(table, 2)
    seating.clear(table, 2)
    assert [place.name for place in table.places.all()] == ["Ada"]
    assert refusal(seating.clear, table, 9) == "unknown_seat"


def test_the_host_who_leaves_hands_on_to_whoever_has_sat_longest(table: Table, person: People) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    seating.sit(table, ada, 1)
    seating.add_bot(table, 0, "easy")
    seating.sit(table, eve, 3)
    seating.sit(table, bob, 2)
    seating.leave(table, ada)
    assert table.places.get(host=True).player == eve
    seating.leave(table, eve)
    seating.leave(table, bob)
    assert not table.places.filter(host=True).exists()
    assert seating.sit(table, bob).host


def test_whoever_has_no_seat_cannot_leave_or_come_back(table: Table, person: People) -> None:
    assert refusal(seating.leave, table, person()) == "not_here"
    assert refusal(seating.reclaim, table, person()) == "not_here"


def test_in_the_game_a_bot_plays_for_whoever_leaves_until_they_are_back(table: Table, person: People) -> None:
    ada, bob = person("Ada"), person("Bob")
    seating.sit(table, ada)
    seating.sit(table, bob)
    start(table)
    seating.leave(table, ada)
    mine = table.places.get(player=ada)
    assert (mine.stand_in, mine.host, mine.left_at is None) == ("easy", False, False)
    assert table.places.get(player=bob).host
    back = seating.reclaim(table, ada)
    assert (back.stand_in, back.host, back.left_at) == ("", False, None)
    assert back.seat == mine.seat


def test_when_everybody_has_left_the_first_who_is_back_is_the_host(table: Table, person: People) -> None:
    ada, bob = person("Ada"), person("Bob")
    seating.sit(table, ada)
    seating.sit(table, bob)
    start(table)
    seating.leave(table, ada)
    seating.leave(table, bob)
    assert seating.reclaim(table, bob).host
    assert not seating.reclaim(table, ada).host


def test_nobody_leaves_a_game_that_is_over(
    table: Table, person: People, finish: Callable[[Table, list[int]], None]
) -> None:
    ada = person()
    seating.sit(table, ada)
    finish(table, [1])
    seating.leave(table, ada)
    assert table.places.get(player=ada).left_at is None
    assert refusal(seating.sit, table, person("Bob")) == "over"


def test_after_the_start_seats_and_options_stay_as_they_are(table: Table, person: People) -> None:
    seating.sit(table, person("Ada"))
    seating.add_bot(table, None, "easy")
    start(table)
    assert refusal(seating.sit, table, person("Bob")) == "started"
    assert refusal(seating.add_bot, table, None, "easy") == "started"
    assert refusal(seating.clear, table, 1) == "started"
    assert refusal(seating.change_options, table, {}) == "started"


def test_a_person_is_replaced_in_the_game_only(table: Table, person: People) -> None:
    seating.sit(table, person("Ada"))
    seating.add_bot(table, 1, "hard")
    assert refusal(seating.replace, table, 0) == "not_started"
    start(table)
    seating.replace(table, 0)
    assert table.places.get(seat=0).stand_in == "easy"
    assert refusal(seating.replace, table, 1) == "not_here"


def test_changed_options_take_the_seats_along(table: Table, person: People) -> None:
    seating.sit(table, person("Ada"), 3)
    seating.change_options(table, {"pace": "fast"})
    table.refresh_from_db()
    assert table.seats == 3
    assert table.options == {"cards": 5, "pace": "fast", "open_hands": False}
    assert table.places.get().seat == 0


def test_options_that_leave_somebody_without_a_seat_are_refused(table: Table, person: People) -> None:
    for _ in range(4):
        seating.sit(table, person())
    assert refusal(seating.change_options, table, {"pace": "fast"}) == "too_many"
    table.refresh_from_db()
    assert table.seats == 4


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"cards": 10}, "cards"),
        ({"cards": "3"}, "cards"),
        ({"cards": 3}, "cards"),  # fewer than the four seats
        ({"pace": "brisk"}, "pace"),
        ({"open_hands": 1}, "open_hands"),
        ({"colour": "red"}, None),
    ],
)
@pytest.mark.django_db
def test_bad_options_name_the_field_and_make_no_table(
    game: Draw, options: dict[str, object], field: str | None
) -> None:
    with pytest.raises(Refused) as no:
        seating.create(game, options)
    assert (no.value.code, no.value.args_["field"]) == ("bad_options", field)
    assert no.value.args_["message"]
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_a_table_has_as_many_seats_as_asked_or_the_usual_number(game: Draw) -> None:
    assert seating.create(game, {"cards": 9}).seats == 4
    assert seating.create(game, {"cards": 9}, seats=5).seats == 5
    assert seating.create(game, {"cards": 9, "pace": "fast"}).seats == 3
    assert refusal(seating.create, game, {"cards": 9}, seats=6) == "bad_options"


def test_places_tell_who_is_here(table: Table, person: People) -> None:
    ada, bob = person("Ada", weave=3), person("Bob")
    seating.sit(table, ada)
    seating.sit(table, bob)
    seating.add_bot(table, None, "hard")
    Place.objects.filter(player=bob).update(seen_at=0)
    told = seating.places(table.pk)
    assert told[0] == {
        "seat": 0,
        "n": 0,
        "name": "Ada",
        "weave": 3,
        "bot": None,
        "stand_in": False,
        "here": True,
        "host": True,
    }
    assert [place["here"] for place in told] == [True, False, True]
    assert told[2]["bot"] == "hard"


def test_being_back_gets_the_bot_up_but_not_after_leaving_for_good(table: Table, person: People) -> None:
    ada = person()
    place = seating.sit(table, ada)
    seating.sit(table, person("Bob"))
    start(table)
    assert not seating.reclaim_place(place.pk)
    seating.replace(table, 0)
    assert seating.reclaim_place(place.pk)
    seating.leave(table, ada)
    assert not seating.reclaim_place(place.pk)


def test_a_host_who_is_away_before_the_start_hands_on_to_somebody_who_is_here(
    table: Table, person: People
) -> None:
    ada, bob, eve = (seating.sit(table, person(name)) for name in ("Ada", "Bob", "Eve"))
    Place.objects.update(seen_at=1_000_000)
    seating.seen([eve.pk], 1_000_000 + seating.HOST_AWAY_AFTER)
    assert table.places.get(host=True) == ada
    seating.seen([eve.pk], 1_000_001 + seating.HOST_AWAY_AFTER)
    assert table.places.get(host=True) == eve
    seating.seen([bob.pk, eve.pk], 1_000_002 + seating.HOST_AWAY_AFTER)
    assert table.places.get(host=True) == eve


def test_signs_of_life_cost_two_queries(table: Table, person: People, django_assert_num_queries: Any) -> None:
    places = [seating.sit(table, person()).pk for _ in range(4)]
    with django_assert_num_queries(2):
        seating.seen(places, wall())
