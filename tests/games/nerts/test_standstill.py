"""Votes, the stuck rule, its clock, and blocked hands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from compendium.rules import Chance, Table, new_table, wake
from games.nerts import game
from games.nerts.options import Options
from games.nerts.standstill import ABSENT_AFTER, PATIENCE

from .positions import after, allowed, code, layout, position, woken

STUCK = layout(n="9D", s="2C 3C 4C 5C 6C 7C 9C TC", w="KS, KH, KC, KD")
"""Kings take only queens, and there are none."""
VOTES = layout(v="9C TC", s="2C 3C 4C 5C 6C 7C", w="KS, KH, , ")
"""Free, for there are gaps."""
ONE_BY_ONE = Options(stuck="one")


def test_a_vote_is_given_once() -> None:
    t = after(position(VOTES, VOTES), 1, "stuck")
    assert t.voted == [1]
    assert code(t, 1, "stuck") == "already_voted"
    assert allowed(t, 0, "stuck")


def test_a_vote_is_taken_back_by_people_only() -> None:
    t = position(VOTES, VOTES, VOTES)
    assert code(t, 1, "unstuck") == "not_voted"
    t = after(after(t, 1, "stuck"), 2, "stuck")
    assert ("unstuck",) not in list(game.legal(t, 1))
    t = after(t, 1, "unstuck", at=500)
    assert (t.voted, t.wake_at, t.applied) == ([2], None, 0)  # nobody is waited for any more
    t = after(t, 1, "stuck", at=700)
    assert (t.voted, t.wake_at) == ([1, 2], t.now + PATIENCE)
    assert code(after(t, 0, "stuck"), 1, "unstuck") == "not_voted"  # too late


def test_who_is_stuck_remains_so_whatever_they_say() -> None:
    t = after(after(position(STUCK, VOTES, VOTES), 0, "flip", 8), 0, "stuck")
    t = after(t, 1, "stuck")
    due = t.wake_at
    t = after(t, 0, "unstuck", at=900)
    assert (t.stuck, t.voted, t.wake_at) == ([0], [1], due)


def test_when_all_vote_the_stocks_are_turned_over_and_rotated() -> None:
    t = after(after(position(VOTES, VOTES), 0, "stuck"), 1, "stuck")
    waste_from_its_bottom, stock_from_its_top = ["9C", "TC"], ["7C", "6C", "5C", "4C", "3C", "2C"]
    rotated = [*waste_from_its_bottom[1:], *stock_from_its_top, "9C"]
    for seat in (0, 1):
        assert t[f"s{seat}"] == tuple(f"{card}{seat}" for card in reversed(rotated))
        assert t[f"v{seat}"] == ()
    assert (t.voted, t.applied, t.ended) == ([], 1, None)


def test_stuck_and_voting_count_alike() -> None:
    t = position(STUCK, VOTES)
    t = after(t, 0, "flip", 8)
    assert t.stuck == [0]
    t = after(t, 1, "stuck")
    assert (t.applied, t.voted, t.stuck) == (1, [], [0])


def test_a_foundation_play_clears_all_votes() -> None:
    t = position(VOTES, VOTES, layout(v="9C", w="AS, KH, KC, "), voted=[0, 1])
    assert after(t, 2, "play", "w2.0", "f0", "AS2").voted == []


def test_a_nerts_or_waste_play_clears_the_boards_own_vote_only() -> None:
    t = position(VOTES, VOTES, layout(), voted=[0, 1])
    assert after(t, 0, "play", "n0", "w0.3", "2D0").voted == [1]
    assert after(t, 1, "play", "v1", "w1.3", "TC1").voted == [0]
    assert after(t, 1, "play", "w1.0", "w1.3", "KS1").voted == [0, 1]  # a run move
    assert after(t, 1, "flip", 6).voted == [0, 1]
    t.piles["w1.0"], t.piles["v1"] = ("9H1",), ("TC1",)
    assert after(t, 1, "slide", "v1", "w1.0", "TC1").voted == [0]


def test_after_four_rotations_without_a_play_the_hand_is_blocked() -> None:
    t = position(VOTES, layout(n=""), applied=4, options=Options(bonus=10))
    t = after(after(t, 0, "stuck"), 1, "stuck")
    assert (t.ended, t.caller, t.score) == ("blocked", None, [-2, 0])


def test_a_play_that_counts_starts_the_count_anew() -> None:
    t = position(VOTES, VOTES, applied=4)
    assert after(t, 0, "play", "w0.0", "w0.3", "KS0").applied == 4
    t = after(t, 0, "play", "v0", "w0.3", "TC0")
    assert t.applied == 0
    t = after(after(t, 0, "stuck"), 1, "stuck")
    assert (t.applied, t.ended) == (1, None)


def test_blocked_at_once_where_there_is_nothing_left_to_turn() -> None:
    empty = layout(n="9D", s="", w="KS, KH, KC, KD")
    t = after(position(empty, {**empty, "w": "KS, 2H, KC, KD"}), 0, "stuck")
    assert (t.ended, t.applied) == (None, 0)
    assert after(t, 1, "stuck").ended == "blocked"


def test_a_board_stuck_for_good_is_rotated_and_blocked_in_one_entry() -> None:
    t = after(position(STUCK), 0, "flip", 8)
    assert (t.applied, t.ended) == (4, "blocked")


def test_one_by_one_until_a_foundation_or_nerts_play() -> None:
    t = position(VOTES, layout(w="AS, KH, KC, ", v="9S"), options=ONE_BY_ONE)
    t = after(after(t, 0, "stuck"), 1, "stuck")
    assert (t.single, t["s0"], t["v0"]) == (True, position(VOTES)["s0"], ("9C0", "TC0"))
    t = after(t, 0, "flip", 6)
    assert t["v0"][-1] == "7C0"
    assert after(t, 1, "play", "v1", "w1.3", "9S1").single
    assert not after(t, 1, "play", "w1.0", "f0", "AS1").single
    assert not after(t, 0, "play", "n0", "w0.3", "2D0").single


def test_one_by_one_helps_once() -> None:
    t = position(VOTES, VOTES, options=ONE_BY_ONE, single=True, applied=1)
    assert after(after(t, 0, "stuck"), 1, "stuck").ended == "blocked"


def test_one_board_that_holds_up_all_others_counts_as_voting_after_half_a_minute() -> None:
    t = after(position(VOTES, VOTES, VOTES, voted=[0]), 1, "stuck", at=500)
    assert t.wake_at == t.now + PATIENCE
    assert wake(game, t, now=t.wake_at - 1) is None
    t = woken(t)
    assert (t.applied, t.voted, t.wake_at) == (1, [], None)


def test_its_own_plays_begin_the_half_minute_anew() -> None:
    t = after(position(VOTES, VOTES), 1, "stuck")
    due = t.wake_at
    assert after(t, 0, "flip", 6, at=900).wake_at == due
    assert after(t, 0, "play", "w0.0", "w0.3", "KS0", at=900).wake_at == due
    played = after(t, 0, "play", "v0", "w0.3", "TC0", at=900)
    assert played.wake_at == played.now + PATIENCE == due + 900


def test_it_ends_when_another_may_go_on() -> None:
    t = after(position(VOTES, VOTES), 1, "stuck")
    assert after(t, 1, "play", "v1", "w1.3", "TC1").wake_at is None


def test_it_passes_to_the_board_that_holds_the_others_up_now() -> None:
    hopeful = {**STUCK, "n": "3H"}
    t = position(hopeful, {**VOTES, "v": "3H"}, f="AH1 2H1", voted=[1], wake_at=30_000)
    t = after(t, 1, "play", "v1", "f0", "3H1")
    assert (t.stuck, t.voted, t.wake_at) == ([0], [], t.now + PATIENCE)


def test_an_application_begins_it_anew() -> None:
    t = position(STUCK, VOTES, stuck=[0], wake_at=90_000)
    t = after(t, 1, "stuck", at=1000)
    assert (t.stuck, t.applied, t.wake_at) == ([0], 1, t.now + PATIENCE)


def test_alone_there_is_no_hurry() -> None:
    t = after(position(VOTES), 0, "flip", 6)
    assert t.wake_at is None
    assert after(t, 0, "stuck").applied == 1


# Who is absent.


def missed(t: Table, *seats: int, at: int = 0) -> Table:
    """The table when so many are absent, ``at`` ms later."""
    draft = t.draft(t.now + at)
    draft.set(absent=list(seats))
    game.presence(draft)
    return draft


def test_an_absent_board_counts_as_voting_from_a_while_after_an_application_on() -> None:
    t = missed(position(VOTES, VOTES, VOTES), 2)
    t = after(after(t, 0, "stuck"), 1, "stuck")
    assert t.wake_at == t.now + PATIENCE, "before any application it holds up the others as everybody may"
    t = woken(t)
    assert (t.applied, t.voted, t.wake_at) == (1, [], t.now + ABSENT_AFTER)
    voted = after(after(t, 0, "stuck"), 1, "stuck", at=ABSENT_AFTER - 1)
    assert (voted.applied, voted.wake_at) == (1, t.wake_at), "the sooner of both clocks"
    t = woken(voted)
    assert (t.applied, t.voted) == (2, [])
    assert t.wake_at == t.now + ABSENT_AFTER


def test_once_it_counts_the_last_other_vote_decides() -> None:
    t = missed(position(VOTES, VOTES, VOTES, applied=1, applied_at=0), 1, 2, at=ABSENT_AFTER)
    assert t.wake_at == t.now + PATIENCE, "the only board left holds up the others"
    assert after(t, 0, "stuck").applied == 2


def test_its_end_begins_the_patience_with_the_board_that_is_left() -> None:
    t = missed(position(VOTES, VOTES, VOTES, applied=1, applied_at=4000, voted=[1]), 2, at=1000)
    assert t.wake_at == 4000 + ABSENT_AFTER
    t = woken(t)
    assert (t.applied, t.wake_at) == (1, t.now + PATIENCE)
    assert woken(t).applied == 2


def test_nobody_else_out_and_the_end_of_the_while_only_ends_the_clock() -> None:
    t = missed(position(VOTES, VOTES, VOTES, applied=1, applied_at=4000), 2)
    t = woken(t)
    assert (t.applied, t.wake_at) == (1, None)


def test_a_play_after_an_application_leaves_its_clock() -> None:
    t = missed(position(VOTES, VOTES, VOTES, applied=1, applied_at=4000), 2)
    assert after(t, 0, "play", "v0", "w0.3", "TC0", at=500).wake_at == 4000 + ABSENT_AFTER


def test_whoever_leaves_while_all_others_wait_counts_at_once() -> None:
    t = position(VOTES, VOTES, applied=1, applied_at=-20_000, voted=[0], wake_at=30_000)
    assert missed(t, 1).applied == 2
    early = position(VOTES, VOTES, voted=[0], wake_at=30_000)
    assert missed(early, 1).ops == [("s", {"absent": [1]})], "not before the first application"


def test_whoever_returns_counts_no_longer() -> None:
    t = missed(position(VOTES, VOTES, VOTES, applied=1, applied_at=0), 1, 2, at=ABSENT_AFTER)
    t = missed(t, 2)
    assert t.wake_at is None
    assert after(t, 0, "stuck").wake_at == t.now + PATIENCE
    t = missed(position(VOTES, VOTES, applied=1, applied_at=4000, voted=[0]), 1)
    t = missed(t, at=500)
    assert t.wake_at == t.now + PATIENCE


def test_a_stuck_absentee_changes_no_clock() -> None:
    t = position(STUCK, VOTES, stuck=[0], applied=1, applied_at=4000, wake_at=34_000)
    away = missed(t, 0, at=700)
    assert away.wake_at == 34_000
    assert missed(away, at=700).wake_at == 34_000


def test_absent_boards_do_not_keep_a_hand_from_being_blocked() -> None:
    t = missed(position(VOTES, VOTES, applied=3, applied_at=-20_000), 1)
    t = after(t, 0, "stuck")
    t = woken(after(t, 0, "stuck"))
    assert (t.ended, t.applied) == ("blocked", 4)
    assert missed(t, at=100).ops == [("s", {"absent": []})]


def test_the_next_hand_waits_for_its_own_first_application() -> None:
    t = missed(position(VOTES, VOTES, applied=4, applied_at=-20_000, voted=[0]), 1)
    assert t.ended == "blocked"
    t = woken(woken(t))
    assert (t.hand, t.applied_at, t.wake_at) == (2, None, None)
    counting_down = new_table(game, 2, Options(), Chance.seeded("down"))
    assert missed(counting_down, 1).ops == [("s", {"absent": [1]})]


def test_alone_absence_decides_nothing() -> None:
    t = missed(position(VOTES, applied=1, applied_at=-20_000), 0)
    assert (t.applied, t.wake_at) == (1, None)


def test_absence_in_a_landing_time_waits() -> None:
    t = position(layout(n=""), VOTES, applied=1, applied_at=-20_000, voted=[0])
    t = after(t, 0, "call")
    assert missed(t, 1).ops == [("s", {"absent": [1]})]


steps = st.lists(
    st.tuples(st.sampled_from(["absent", "stuck", "wake"]), st.integers(0, 7), st.integers(1, 15_000)),
    max_size=40,
)


@given(steps)
def test_the_clocks_say_what_the_rules_say(plan: list[tuple[str, int, int]]) -> None:
    """Comings, goings and votes in any order, beside the rule as it is written."""
    t = position(VOTES, VOTES, VOTES)
    for what, n, ms in plan:
        due, now = t.wake_at, t.now + ms
        if due is not None and now > due:
            now, what = due, "wake"
        seat = n % 3
        if what == "absent":
            t = missed(t, *[s for s in range(3) if n >> s & 1 and n != 7], at=ms)
        elif what == "stuck" and seat not in t.voted:
            t = after(t, seat, "stuck", at=ms)
        elif what == "wake" and due is not None and now == due:
            t = woken(t)
        else:
            continue
        if t.ended is not None:
            return
        counting = t.facts.get("applied_at") is not None and t.now >= t.applied_at + ABSENT_AFTER
        out = {*t.voted, *t.stuck, *(t.facts.get("absent", []) if counting else [])}
        left = {0, 1, 2} - out
        assert left, "all of them, and nothing was applied"
        pending = (
            t.facts.get("applied_at") is not None and not counting and left & set(t.facts.get("absent", []))
        )
        if pending:
            assert t.wake_at == t.applied_at + ABSENT_AFTER
        elif len(left) > 1:
            assert t.wake_at is None
        else:
            assert t.now < t.wake_at <= t.now + PATIENCE
