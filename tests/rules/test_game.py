"""Playing, refusing and waking; what a game gets by default."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from compendium.rules import Chance, Game, Illegal, Move, NoOptions, Table, new_table, play, view, wake


class Bell(Game):
    """Seats take turns to ring; who rings later than the bell's time has lost."""

    slug, name = "bell", "Bell"
    verbs = frozenset({"ring"})

    def seats(self, options: Any) -> range:
        return range(2, 5)

    def setup(self, t: Table) -> None:
        t.set(turn=0, wake_at=100, rung=t.rng.randrange(1000))

    def legal(self, t: Table, seat: int) -> Iterable[Move]:
        return [("ring", 1)] if t.turn == seat and t.now < 100 else []

    def play(self, t: Table, seat: int, move: Move) -> None:
        if t.now == 66:
            raise Illegal("cracked", by=seat)
        t.set(turn=t.next(seat), rung=t.now)

    def wake(self, t: Table) -> None:
        t.set(turn=None, over="late") if t.now > 500 else t.set(late=t.turn)


game = Bell()


def refused(t: Table, seat: int, move: Move, now: int | None = None) -> str:
    """The code of a refusal."""
    with pytest.raises(Illegal) as caught:
        play(game, t, seat, move, now=now)
    return caught.value.code


def test_a_table_begins_with_the_fewest_options_set_up() -> None:
    t = new_table(game, 3)
    assert t.options == NoOptions()
    assert (t.seats, t.turn, t.now) == (range(3), 0, 0)
    assert t.ops[0][0] == "s"
    assert new_table(game, 3, now=40).now == 40


def test_the_same_luck_sets_up_the_same_table() -> None:
    assert (
        new_table(game, 2, chance=Chance.seeded(1)).rung == new_table(game, 2, chance=Chance.seeded(1)).rung
    )


def test_a_move_leads_to_a_draft_and_leaves_the_table() -> None:
    t = new_table(game, 2)
    after = play(game, t, 0, ("ring", 1), now=30)
    assert (after.turn, after.rung, after.now) == (1, 30, 30)
    assert after.ops == [("s", {"turn": 1, "rung": 30})]
    assert (t.turn, t.now) == (0, 0)


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (0, (), "unknown_verb"),
        (0, (None,), "unknown_verb"),
        (0, (["ring"],), "unknown_verb"),
        (0, ("sing",), "unknown_verb"),
        (1, ("ring", 1), "not_your_turn"),
        (0, ("ring", 2), "illegal"),
        (0, ("ring",), "illegal"),
        (0, ("ring", 1, None), "illegal"),
    ],
)
def test_moves_are_refused_with_a_code(seat: int, move: Any, code: str) -> None:
    assert refused(new_table(game, 2), seat, move) == code


def test_a_move_is_judged_at_its_own_time() -> None:
    t = new_table(game, 2)
    assert refused(t, 0, ("ring", 1), now=100) == "illegal"
    assert play(game, t, 0, ("ring", 1), now=99).turn == 1


def test_a_refusal_while_playing_leaves_the_table() -> None:
    t = new_table(game, 2)
    facts = dict(t.facts)
    with pytest.raises(Illegal) as caught:
        play(game, t, 0, ("ring", 1), now=66)
    assert (caught.value.code, caught.value.args_) == ("cracked", {"by": 0})
    assert t.facts == facts


def test_nothing_moves_when_it_is_over() -> None:
    t = new_table(game, 2).draft()
    t.set(over="done")
    assert refused(t, 0, ("ring", 1)) == "game_over"
    assert wake(game, t, now=10_000) is None


def test_a_wake_comes_in_its_time_and_once() -> None:
    t = new_table(game, 2)
    assert wake(game, t, now=99) is None
    woken = wake(game, t, now=100)
    assert woken is not None
    assert (woken.late, woken.wake_at, woken.now) == (0, None, 100)
    assert wake(game, woken, now=10_000) is None
    assert t.late is None


def test_a_late_wake_is_told_the_real_time() -> None:
    woken = wake(game, new_table(game, 2), now=501)
    assert woken is not None
    assert woken.over == "late"


def test_a_game_without_bots_has_one_that_plays_anything() -> None:
    t = new_table(game, 2)
    legal = list(game.legal(t, 0))
    assert game.bot(view(t, 0), legal, random.Random(1), "") == (("ring", 1), 1.0)


def test_by_default_the_rules_tell_nothing_and_all_options_fit() -> None:
    t = new_table(game, 2)
    assert game.tells(t) is None
    game.check(NoOptions(), 2)
    assert (game.levels, game.realtime) == ({}, False)
