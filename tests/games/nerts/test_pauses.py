"""After a pause: counted down to another "Go!", from where all goes on as it was."""

from __future__ import annotations

from compendium.rules import Chance, Table, new_table
from games.nerts import game
from games.nerts.hands import BREAK, COUNTDOWN, SHORT_COUNTDOWN
from games.nerts.options import Options
from games.nerts.standstill import ABSENT_AFTER, PATIENCE

from .positions import after, allowed, called, code, layout, position, woken
from .test_standstill import VOTES


def resumed(t: Table, at: int = 0) -> Table:
    """The table goes on, ``at`` ms of its clock later."""
    draft = t.draft(t.now + at)
    game.resumed(draft)
    return draft


def test_a_hand_goes_on_after_three_seconds() -> None:
    t = resumed(position(VOTES, VOTES), at=5000)
    assert (t.go, t.wake_at) == (t.now + COUNTDOWN, t.now + COUNTDOWN)
    assert code(t, 0, "flip", 6, at=COUNTDOWN - 1) == "not_started"
    assert after(t, 0, "flip", 6, at=COUNTDOWN)["v0"] == ("9C0", "TC0", "7C0", "6C0", "5C0")
    assert woken(t).wake_at is None
    assert allowed(woken(t), 0, "flip", 6)


def test_one_second_when_all_are_ready() -> None:
    t = resumed(position(VOTES, VOTES, ready=[0, 1]))
    t = after(after(t, 0, "ready"), 1, "ready", at=100)
    assert t.go == t.wake_at == t.now + SHORT_COUNTDOWN


def test_the_time_of_a_hand_leaves_pauses_out() -> None:
    t = position(layout(n=""), layout())
    t = woken(resumed(woken(resumed(t, at=4000)), at=500))
    t = called(t.draft(t.now + 70))
    assert t.times == [1000 + 4000 + 500 + 70 + Options().landing]
    t = woken(woken(t)).draft()
    t.move("n0", "s0", *t["n0"])
    assert called(t).times[1] == Options().landing


def test_a_countdown_begins_anew() -> None:
    t = resumed(new_table(game, 2, None, Chance.seeded(1)), at=2900)
    assert t.go == t.wake_at == 2900 + COUNTDOWN
    assert called(_out(woken(t))).times == [Options().landing]
    t = resumed(resumed(position(layout(n=""), layout()), at=10), at=2900)
    assert t.go == t.now + COUNTDOWN
    assert called(woken(t)).times == [1010 + Options().landing]


def _out(t: Table) -> Table:
    """The same with board 0's Nerts pile empty."""
    draft = t.draft()
    draft.move("n0", "s0", *draft["n0"])
    return draft


def test_nothing_is_counted_down_between_hands_nor_while_cards_land() -> None:
    t = position(layout(n=""), layout())
    landing = after(t, 0, "call")
    for before in (landing, called(t)):
        assert resumed(before).facts == before.facts
    assert called(t).wake_at == called(t).now + BREAK


def test_the_patience_of_the_others_goes_on_where_it_was() -> None:
    t = after(position(VOTES, VOTES), 1, "stuck")
    t = resumed(t, at=PATIENCE - 4000)
    go = t.go
    assert woken(t).wake_at == go + 4000
    again = resumed(t, at=1000)
    assert woken(again).wake_at == again.go + 4000
    assert woken(woken(t)).applied == 1
    assert after(t, 0, "play", "v0", "w0.3", "TC0", at=COUNTDOWN).wake_at == go + PATIENCE


def test_so_does_that_of_a_board_whose_player_is_away() -> None:
    t = after(after(position(VOTES, VOTES), 0, "stuck"), 1, "stuck")
    applied = t.now
    draft = after(t, 1, "stuck").draft()
    draft.set(absent=[0])
    game.presence(draft)
    assert draft.wake_at == applied + ABSENT_AFTER
    t = resumed(draft, at=4000)
    assert woken(t).wake_at == applied + ABSENT_AFTER + COUNTDOWN
    assert woken(woken(t)).applied == 2


def test_who_goes_away_meanwhile_is_missed_from_go_on() -> None:
    t = after(after(position(VOTES, VOTES), 0, "stuck"), 1, "stuck")
    t = resumed(after(t, 1, "stuck"), at=ABSENT_AFTER)
    t.set(absent=[0])
    game.presence(t)
    assert t.applied == 1
    assert woken(t).applied == 2
