"""Partners: a game whose seats take two players each, from the first who sits down to the rematch."""

from collections.abc import Callable
from typing import Any

import pytest

from compendium.accounts import profile
from compendium.accounts.models import Player
from compendium.lobby import lists
from compendium.lobby.forms import TableForm
from compendium.lobby.models import Listing
from compendium.tables import seating
from compendium.tables.models import Table
from compendium.tables.places import lacking, places_of
from compendium.tables.seating import Refused
from compendium.tables.start import start
from tests.lobby.draw import Draw
from tests.lobby.programs import Program
from tests.lobby.test_seating import refusal

People = Callable[..., Player]


@pytest.fixture
def game(game: Draw, monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Draw, in which two sit at a seat unless it is to be fast."""
    monkeypatch.setattr(Draw, "players", lambda self, options: 1 if options.pace == "fast" else 2)
    return game


def sitting(table: Table) -> list[tuple[str, int, int]]:
    return [(place.name, place.seat, place.n) for place in table.places.all()]


def test_the_usual_table_is_for_as_many_people_as_without_partners(table: Table) -> None:
    assert table.seats == 2
    assert places_of(table) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_who_comes_next_is_the_partner_and_the_card_back_is_the_seats(table: Table, person: People) -> None:
    for name, weave in (("Ada", 5), ("Bob", 3), ("Eve", 5)):
        seating.sit(table, person(name, weave=weave))
    seating.add_bot(table, None, "easy")
    *people, bot = sitting(table)
    assert people == [("Ada", 0, 0), ("Bob", 0, 1), ("Eve", 1, 0)]
    assert bot[1:] == (1, 1)
    assert [place.weave for place in table.places.all()] == [5, 5, 0, 0]
    assert refusal(seating.sit, table, person("Kai")) == "no_free_seat"


def test_one_moves_to_another_partner(table: Table, person: People) -> None:
    ada, bob = person("Ada", weave=5), person("Bob", weave=3)
    seating.sit(table, ada)
    seating.sit(table, bob, 1)
    assert seating.sit(table, bob, 0, 1).weave == 5
    assert sitting(table) == [("Ada", 0, 0), ("Bob", 0, 1)]
    assert seating.sit(table, bob, 1, 1).seat == 1
    assert refusal(seating.sit, table, bob, 0, 0) == "seat_taken"
    assert refusal(seating.sit, table, bob, 0, 2) == "unknown_seat"
    seating.sit(table, bob, 0)
    assert refusal(seating.sit, table, person("Eve"), 0) == "seat_taken"


def test_nobody_begins_without_a_partner(table: Table, person: People) -> None:
    ada, bob, eve = (person(name) for name in ("Ada", "Bob", "Eve"))
    seating.sit(table, ada)
    assert lacking(table, table.places.all()) == 3
    seating.sit(table, bob, 0)
    assert refusal(start, table) == "too_few"
    seating.sit(table, eve, 1, 1)
    assert lacking(table, table.places.all()) == 1
    with pytest.raises(Refused) as no:
        start(table)
    assert (no.value.code, no.value.args_) == ("no_partner", {"seat": 1})
    seating.add_bot(table, 1, "hard")
    assert lacking(table, table.places.all()) == 0
    start(table)
    assert [place[1:] for place in sitting(table)] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_seats_that_nobody_took_are_dropped_two_by_two(game: Draw, person: People, db: None) -> None:
    table = seating.create(game, {"cards": 5}, seats=4)
    for seat in (0, 2):
        for _ in range(2):
            seating.sit(table, person(f"P{seat}"), seat)
    start(table)
    table.refresh_from_db()
    assert table.seats == 2
    assert sitting(table) == [("P0", 0, 0), ("P0", 0, 1), ("P2", 1, 0), ("P2", 1, 1)]


def test_only_one_of_two_is_taken_off(table: Table, person: People) -> None:
    seating.sit(table, person("Ada"))
    seating.sit(table, person("Bob"))
    seating.clear(table, 0, 1)
    assert sitting(table) == [("Ada", 0, 0)]
    assert refusal(seating.clear, table, 0, 2) == "unknown_seat"


def test_options_that_end_partnership_give_everybody_a_seat_and_a_card_back(
    table: Table, person: People
) -> None:
    for name in ("Ada", "Bob", "Eve"):
        seating.sit(table, person(name))
    seating.change_options(table, {"pace": "fast"})
    assert table.seats == 3
    assert {place[1:] for place in sitting(table)} == {(0, 0), (1, 0), (2, 0)}
    assert len({place.weave for place in table.places.all()}) == 3
    seating.change_options(table, {"pace": "slow"})
    assert table.seats == 2
    assert len(sitting(table)) == len(set(places_of(table)).intersection(p[1:] for p in sitting(table))) == 3


def test_whoever_leaves_the_game_is_played_for_and_the_partner_is_not(table: Table, person: People) -> None:
    people = [person(f"P{n}") for n in range(4)]
    for one in people:
        seating.sit(table, one)
    start(table)
    seating.leave(table, people[1])
    assert [(p.n, p.stand_in, p.left_at is None) for p in table.places.filter(seat=0)] == [
        (0, "", True),
        (1, "easy", False),
    ]
    assert seating.reclaim(table, people[1]).n == 1
    assert not table.places.exclude(stand_in="").exists()


def test_by_the_api_places_are_named_taken_and_cleared(ada: Program, bob: Program) -> None:
    made = ada("POST", "tables", {"game": "draw", "bots": [{"seat": 1, "n": 1, "level": "easy"}]})
    assert made[0] == 200, made
    code = made[1]["code"]
    assert (made[1]["players"], made[1]["lacking"], made[1]["you"]) == (2, 2, [0, 0])
    joined = bob("POST", f"tables/{code}/join", {"seat": 1})
    assert joined[1]["you"] == [1, 0]
    assert bob("POST", f"tables/{code}/join", {"seat": 0, "n": 1})[1]["you"] == [0, 1]
    assert ada("POST", f"tables/{code}/start")[1]["code"] == "no_partner"
    assert ada("POST", f"tables/{code}/bots", {"seat": 1, "n": 0, "level": "hard"})[1]["lacking"] == 0
    assert ada("DELETE", f"tables/{code}/bots/0?n=1")[1]["code"] == "seat_taken"
    assert ada("DELETE", f"tables/{code}/bots/1?n=1")[1]["lacking"] == 1
    assert ada("POST", f"tables/{code}/kick", {"seat": 0, "n": 1})[1]["places"][0]["name"] == "Ada"
    assert bob("POST", f"tables/{code}/join")[1]["code"] == "kicked"


def test_playing_at_once_brings_a_bot_as_partner(ada: Program) -> None:
    code = ada("POST", "play", {"game": "draw"})[1]["code"]
    there = Table.objects.get(code=code).places.all()
    assert [(p.seat, p.n, bool(p.bot)) for p in there] == [
        (0, 0, False),
        (0, 1, True),
        (1, 0, True),
        (1, 1, True),
    ]


def test_a_rematch_keeps_partners_together(
    ada: Program, bob: Program, finish: Callable[[Table, list[int]], None]
) -> None:
    bots = [{"seat": 0, "n": 1, "level": "easy"}, {"seat": 1, "n": 0, "level": "hard"}]
    code = ada("POST", "tables", {"game": "draw", "bots": bots})[1]["code"]
    bob("POST", f"tables/{code}/join")
    table = Table.objects.get(code=code)
    before = sitting(table)
    assert [name for name, seat, n in before if (seat, n) in ((0, 0), (1, 1))] == ["Ada", "Bob"]
    finish(table, [3, 5])
    again = bob("POST", f"tables/{code}/rematch")[1]["code"]
    ada("POST", f"tables/{code}/rematch")
    assert sitting(Table.objects.get(code=again)) == before


def test_histories_tell_partners_from_others(
    table: Table, person: People, finish: Callable[[Table, list[int]], None]
) -> None:
    people = [person(name) for name in ("Ada", "Bob", "Eve", "Kai")]
    for one in people:
        seating.sit(table, one)
    finish(table, [3, 5])
    for one, partner, others, place in (
        (people[1], "Ada", ["Eve", "Kai"], 2),
        (people[2], "Kai", ["Ada", "Bob"], 1),
    ):
        (played,) = profile.history(one)
        assert (played.partner_names, played.with_names, played.place) == ([partner], others, place)


def test_lists_count_places(table: Table, person: People) -> None:
    Listing.objects.create(table=table, public=True)
    seating.sit(table, person("Ada"))
    assert lists.row(table).free == 3


def test_the_form_leaves_a_place_for_oneself(game: Draw) -> None:
    def form(**asked: Any) -> TableForm:
        values = {"seats": "2", "level": "easy", "option-cards": "5", "option-pace": "slow"}
        return TableForm(game, {**values, **asked})

    assert form(bots="3").is_valid()
    assert not form(bots="4").is_valid()
    assert not form(bots="2", **{"option-pace": "fast"}).is_valid()
