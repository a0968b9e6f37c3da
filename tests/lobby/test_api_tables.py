"""The API's tables: every route and every refusal."""

from collections.abc import Callable
from typing import Any

import pytest

from compendium.accounts.models import Player
from compendium.lobby import opening
from compendium.lobby.models import Listing
from compendium.tables import empty
from compendium.tables.clock import wall
from compendium.tables.models import Entry, Place, Table
from tests.lobby.draw import Draw
from tests.lobby.programs import DRAW, Program, code_of, made

People = Callable[..., Player]
Finish = Callable[[Table, list[int]], None]

pytestmark = pytest.mark.django_db


# Games.


def test_games_tell_what_a_program_needs(game: Draw) -> None:
    status, games = Program()("GET", "games")
    draw = next(each for each in games if each["slug"] == "draw")
    assert status == 200
    assert draw["seats"] == {"least": 2, "most": 5}
    assert draw["levels"] == [
        {"level": "easy", "title": "Easy", "words": "Takes any card"},
        {"level": "hard", "title": "Hard", "words": ""},
    ]
    assert draw["presets"] == [
        {"preset": "usual", "title": "Usual", "options": {}},
        {"preset": "hasty", "title": "Hasty", "options": {"cards": 3, "pace": "fast"}},
    ]
    assert draw["options"]["properties"]["cards"] == {
        "title": "Cards",
        "description": "How many are taken.",
        "type": "integer",
        "minimum": 1,
        "maximum": 9,
        "default": 5,
    }


# Making tables.


def test_a_table_is_made_with_its_maker_as_host(ada: Program) -> None:
    status, table = ada("POST", "tables", {**DRAW, "public": True, "bots": [{"seat": 0, "level": "hard"}]})
    assert status == 200
    assert table["game"] == "draw"
    assert table["name"] == "Draw"
    assert table["options"] == {"cards": 5, "pace": "slow", "open_hands": False}
    assert (table["state"], table["public"], table["host"], table["you"], table["seats"]) == (
        "open",
        True,
        True,
        [1, 0],
        4,
    )
    assert [(place["seat"], place["bot"]) for place in table["places"]] == [(0, "hard"), (1, None)]
    assert table["url"] == f"http://testserver/t/{table['code']}"
    assert table["rematch"] is None


def test_a_table_may_begin_at_once(ada: Program) -> None:
    _, table = ada("POST", "tables", {**DRAW, "bots": [{"level": "easy"}], "start": True})
    assert table["state"] == "running"
    assert Entry.objects.filter(table__code=table["code"]).count() == 1


def test_play_seats_bots_and_begins(ada: Program) -> None:
    status, made = ada("POST", "play", {**DRAW, "level": "hard"})
    assert status == 200
    table = Table.objects.get(code=made["code"])
    assert table.state == "running"
    assert [place.bot for place in table.places.all()] == ["", "hard", "hard", "hard"]
    assert not table.listing.public
    assert made["url"].endswith(f"/t/{made['code']}")


def test_who_plays_at_once_says_how_many_seats_there_are(
    ada: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, two = ada("POST", "play", {**DRAW, "seats": 2})
    assert [place.bot for place in Table.objects.get(code=two["code"]).places.all()] == ["", "easy"]
    assert code_of(ada("POST", "play", {**DRAW, "seats": 1})) == (422, "bad_options")
    assert Table.objects.count() == 1
    monkeypatch.setattr(Draw, "seats", lambda game, options: range(1, 6))
    _, alone = ada("POST", "play", {**DRAW, "seats": 1})
    table = Table.objects.get(code=alone["code"])
    assert (table.state, table.seats, [place.bot for place in table.places.all()]) == ("running", 1, [""])


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"game": "chess"}, (404, "unknown_game")),
        ({**DRAW, "options": {"cards": 99}}, (422, "bad_options")),
        ({**DRAW, "options": {"colour": 1}}, (422, "bad_options")),
        ({**DRAW, "options": {"cards": 2}}, (422, "bad_options")),
        ({**DRAW, "seats": 9}, (422, "bad_options")),
        ({**DRAW, "bots": [{"level": "genius"}]}, (422, "unknown_level")),
        ({**DRAW, "bots": [{"seat": 7, "level": "easy"}]}, (422, "unknown_seat")),
        ({**DRAW, "bots": [{"seat": 1, "level": "easy"}] * 2}, (409, "seat_taken")),
        ({**DRAW, "bots": [{"level": "easy"}] * 4}, (409, "no_free_seat")),
        ({**DRAW, "bots": [{"level": "easy"}] * 21}, (422, "malformed")),
        ({**DRAW, "colour": "red"}, (422, "malformed")),
        ({"options": {}}, (422, "malformed")),
        ([], (422, "malformed")),
        (b"{", (400, "malformed")),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_not_made(
    ada: Program, body: Any, answer: tuple[int, str]
) -> None:
    assert code_of(ada("POST", "tables", body)) == answer
    assert not Table.objects.exists()


def test_a_refusal_names_the_field(ada: Program) -> None:
    _, no = ada("POST", "tables", {**DRAW, "options": {"cards": 99}})
    assert no["args"]["field"] == "cards"
    assert "<= 9" in no["message"]
    _, no = ada("POST", "tables", {**DRAW, "bots": [{"seat": 0}]})
    assert no["args"]["field"] == "bots.0.level"


def test_play_refuses_a_level_nobody_knows(ada: Program) -> None:
    assert code_of(ada("POST", "play", {**DRAW, "level": "genius"})) == (422, "unknown_level")
    assert not Table.objects.exists()


def test_one_player_cannot_fill_the_disk(ada: Program, bob: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "TABLES_AN_HOUR", 2)
    made(ada)
    made(ada)
    assert code_of(ada("POST", "tables", DRAW)) == (429, "too_many_tables")
    assert code_of(ada("POST", "play", DRAW)) == (429, "too_many_tables")
    made(bob)
    Table.objects.update(created=wall() - 2 * opening.HOUR)
    made(ada)


def test_a_table_that_nobody_came_back_to_is_listed_nowhere_and_can_be_made_anew(ada: Program) -> None:
    old = made(ada, public=True)
    Table.objects.update(created=0, look_at=0)
    Place.objects.update(seen_at=0)
    empty.look((), wall())
    assert ada("GET", old)[1]["state"] == "over"
    for state in ("open", "running"):
        assert ada("GET", f"tables?state={state}")[1] == []
    assert code_of(ada("POST", f"{old}/start")) == (409, "over")
    again = ada("POST", f"{old}/rematch")[1]
    assert (again["state"], again["host"]) == ("open", True)


# Finding tables.


def test_public_tables_are_listed_by_state(ada: Program, bob: Program) -> None:
    open_one = made(ada, public=True)
    running = made(ada, public=True, bots=[{"level": "easy"}], start=True)
    made(ada)
    assert [f"tables/{table['code']}" for table in bob("GET", "tables")[1]] == [open_one]
    assert [f"tables/{table['code']}" for table in bob("GET", "tables?state=running")[1]] == [running]
    assert code_of(bob("GET", "tables?state=lost")) == (422, "malformed")


def test_tables_that_everybody_has_left_alone_are_not_listed(ada: Program) -> None:
    made(ada, public=True)
    assert len(ada("GET", "tables")[1]) == 1
    ago = wall() - 10 * 60_000
    Place.objects.update(seen_at=ago)
    Table.objects.update(created=ago, look_at=ago)
    assert ada("GET", "tables")[1] == [], "no process has looked at it for long"
    empty.look((), wall())
    assert ada("GET", "tables")[1] == []


def test_the_lists_cost_the_same_however_long_they_are(
    ada: Program, django_assert_num_queries: Any, person: People
) -> None:
    for name in "ABCDE":
        made(Program(person(name)), public=True)
    with django_assert_num_queries(3):  # the token, the tables, their places
        assert len(ada("GET", "tables")[1]) == 5


def test_whoever_knows_the_code_may_see_a_table(ada: Program) -> None:
    path = made(ada)
    assert Program()("GET", path)[1]["you"] is None
    assert Program()("GET", path.lower())[0] == 200
    assert code_of(Program()("GET", "tables/NOSUCH")) == (404, "unknown_table")


# Joining and leaving.


def test_join_takes_a_seat_once_or_moves(ada: Program, bob: Program) -> None:
    path = made(ada)
    assert bob("POST", f"{path}/join")[1]["you"] == [1, 0]
    assert bob("POST", f"{path}/join", {})[1]["you"] == [1, 0]
    assert bob("POST", f"{path}/join", {"seat": 3})[1]["you"] == [3, 0]
    assert code_of(bob("POST", f"{path}/join", {"seat": 0})) == (409, "seat_taken")
    assert code_of(bob("POST", f"{path}/join", {"seat": 4})) == (422, "unknown_seat")
    assert code_of(bob("POST", f"{path}/join", {"seat": "x"})) == (422, "malformed")
    assert code_of(bob("POST", "tables/NOSUCH/join")) == (404, "unknown_table")


def test_nobody_joins_a_full_table_or_a_game_that_has_begun(
    ada: Program, bob: Program, finish: Finish
) -> None:
    full = made(ada, bots=[{"level": "easy"}] * 3)
    assert code_of(bob("POST", f"{full}/join")) == (409, "no_free_seat")
    begun = made(ada, bots=[{"level": "easy"}], start=True)
    assert code_of(bob("POST", f"{begun}/join")) == (409, "started")
    finish(Table.objects.get(code=begun.removeprefix("tables/")), [0, 0])
    assert code_of(bob("POST", f"{begun}/join")) == (409, "over")


def test_leaving_frees_the_seat_and_hands_hosting_on(ada: Program, bob: Program) -> None:
    path = made(ada)
    bob("POST", f"{path}/join")
    assert ada("POST", f"{path}/leave")[1]["you"] is None
    assert bob("GET", path)[1]["host"]
    assert code_of(ada("POST", f"{path}/leave")) == (409, "not_here")


def test_whoever_left_the_game_gets_the_seat_back_by_joining(ada: Program, bob: Program) -> None:
    path = made(ada)
    bob("POST", f"{path}/join")
    ada("POST", f"{path}/start")
    _, gone = bob("POST", f"{path}/leave")
    assert (gone["you"], gone["left"], gone["places"][1]["stand_in"]) == (None, True, True)
    _, back = bob("POST", f"{path}/join")
    assert (back["you"], back["left"], back["places"][1]["stand_in"]) == ([1, 0], False, False)


# The host's.


def test_the_host_starts(ada: Program, bob: Program) -> None:
    path = made(ada)
    assert code_of(ada("POST", f"{path}/start")) == (409, "too_few")
    bob("POST", f"{path}/join", {"seat": 2})
    assert code_of(bob("POST", f"{path}/start")) == (403, "not_host")
    _, begun = ada("POST", f"{path}/start")
    assert (begun["state"], begun["seats"]) == ("running", 2)
    assert code_of(ada("POST", f"{path}/start")) == (409, "started")


def test_the_host_adds_and_removes_bots(ada: Program, bob: Program) -> None:
    path = made(ada)
    bob("POST", f"{path}/join", {"seat": 1})
    assert ada("POST", f"{path}/bots", {"seat": 2, "level": "hard"})[1]["places"][2]["bot"] == "hard"
    assert code_of(ada("POST", f"{path}/bots", {"seat": 2, "level": "hard"})) == (409, "seat_taken")
    assert code_of(ada("POST", f"{path}/bots", {"seat": 3, "level": "genius"})) == (422, "unknown_level")
    assert code_of(bob("POST", f"{path}/bots", {"level": "hard"})) == (403, "not_host")
    assert code_of(bob("DELETE", f"{path}/bots/2")) == (403, "not_host")
    assert code_of(ada("DELETE", f"{path}/bots/1")) == (409, "seat_taken")  # a person sits there
    assert len(ada("DELETE", f"{path}/bots/2")[1]["places"]) == 2
    assert ada("DELETE", f"{path}/bots/2")[0] == 200


def test_the_host_sends_a_person_away_for_good(ada: Program, bob: Program) -> None:
    path = made(ada)
    bob("POST", f"{path}/join")
    assert code_of(bob("POST", f"{path}/kick", {"seat": 0})) == (403, "not_host")
    assert len(ada("POST", f"{path}/kick", {"seat": 1})[1]["places"]) == 1
    assert code_of(bob("POST", f"{path}/join")) == (403, "kicked")
    ada("PATCH", path, {"public": True})
    for who, barred in ((bob, True), (ada, False), (Program(), False)):
        assert who("GET", path)[1]["barred"] is barred
        assert [table["barred"] for table in who("GET", "tables")[1]] == [barred]
    assert code_of(ada("POST", f"{path}/kick", {"seat": 9})) == (422, "unknown_seat")


def test_nobody_is_sent_away_from_a_game(ada: Program, bob: Program) -> None:
    path = made(ada)
    bob("POST", f"{path}/join")
    ada("POST", f"{path}/start")
    assert code_of(ada("POST", f"{path}/kick", {"seat": 1})) == (409, "started")
    assert Listing.objects.get().barred.count() == 0


def test_the_host_changes_some_options_before_the_start(ada: Program, bob: Program) -> None:
    path = made(ada)
    bob("POST", f"{path}/join")
    assert ada("PATCH", path, {"options": {"open_hands": True}})[1]["options"] == {
        "cards": 5,
        "pace": "slow",
        "open_hands": True,
    }
    assert ada("PATCH", path, {"seats": 5})[1]["seats"] == 5
    assert ada("PATCH", path, {"public": True})[1]["public"]
    assert code_of(ada("PATCH", path, {"options": {"cards": 0}, "public": False})) == (422, "bad_options")
    assert ada("GET", path)[1]["public"]
    assert code_of(bob("PATCH", path, {"options": {}})) == (403, "not_host")
    ada("POST", f"{path}/start")
    assert code_of(ada("PATCH", path, {"options": {"cards": 4}})) == (409, "started")
    assert ada("PATCH", path, {"public": False})[1]["public"] is False
