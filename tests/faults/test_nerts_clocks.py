"""Landing time, votes, rotations and blocked hands on the real clock, over sockets of two processes."""

from __future__ import annotations

import asyncio

import pytest

from compendium.rules import Table
from games.nerts.options import Options
from games.nerts.standstill import PATIENCE
from tests.faults.nerts import Match, playing
from tests.games.nerts.positions import layout, position, stock_with
from tests.people import Person
from tests.servers import Server
from tests.tables.client import Outcome, WireTab

Pair = tuple[Server, Server]
OVER: Outcome = ("no", "hand_over", {})
LANDING = Options().landing
TRIES = 12
FLIPS_A_SECOND = 15
ACE, OWN, NEXT = ("play", "n1", "f1", "AS1"), ("play", "v0", "f0", "2H0"), ("play", "w1.1", "f1", "2S1")


@pytest.fixture(scope="module")
def people(pair: Pair) -> list[Person]:
    return [Person(server) for server in pair]


def called() -> Table:
    """Both boards have cards for the foundations; board 0 may call."""
    return position(
        layout(n="", s="9S TS JS", v="7C 2H"), layout(n="3D AS", w="KS, 2S, KC, "), f="AH", seen=False
    )


async def call(match: Match) -> int:
    """Board 0 calls, and both players know: when, on the table's clock."""
    (kind, seq, _), *_ = await match.at_once(("call",))
    assert kind == "e"
    await match.tabs[1].at(seq)
    [told] = [entry for entry in match.tabs[1].told("e") if entry[1] == seq]  # the end may be known by now
    at: int = told[2]
    assert [op[1]["wake_at"] for op in told[5] if op[0] == "s" and "wake_at" in op[1]] == [at + LANDING]
    return at


async def landed(match: Match) -> bool:
    """Vector 6 at one table. False where this machine was too slow to say anything."""
    mine, other = match.tabs
    at = await call(match)
    await match.reaches(at + 150)
    air, second = await other.move(*ACE), await other.move(*NEXT)
    flip, flips = await other.move("flip", other.zone("s1")), await mine.move("flip", mine.zone("s0"))
    again, own = await mine.move("call"), await mine.move(*OWN)
    assert await other.outcome(second) == await other.outcome(flip) == await mine.outcome(flips) == OVER
    assert await mine.outcome(again) == ("no", "already_called", {})
    outcomes = [await other.outcome(air), await mine.outcome(own)]
    if match.now >= at + LANDING and {kind for kind, *_ in outcomes} != {"e"}:
        return False
    assert [kind for kind, *_ in outcomes] == ["e", "e"]
    await match.reaches(at + 250)
    assert await other.play(*NEXT) == OVER
    await other.find(lambda tab: tab.facts["ended"])
    log = await match.agreed()
    played = {entry.seat: entry.at - at for entry in log if entry.move[0] == "play"}
    assert all(150 <= late < LANDING for late in played.values())
    last = match.tables(log)[-1]
    assert (last["f0"], last["f1"], last["w1.1"]) == (("AH0", "2H0"), ("AS1",), ("2S1",))
    assert last.sheet == [[[2, 1 - 2], 0, [2, 1], [0, 1]]]
    return True


async def test_vector_6_a_card_in_the_air_lands(pair: Pair, people: list[Person]) -> None:
    """One each, 150 ms after the call; then nothing more, on either process."""
    for _ in range(TRIES):
        async with playing(pair, people, called()) as match:
            if await landed(match):
                return
    raise AssertionError(f"{TRIES} times the card came too late, by this machine's fault")


async def test_vector_6_after_250_ms_it_is_too_late(pair: Pair, people: list[Person]) -> None:
    async with playing(pair, people, called()) as match:
        at = await call(match)
        await match.reaches(at + 250)
        assert await match.at_once(OWN, ACE) == [OVER, OVER]
        await match.tabs[1].find(lambda tab: tab.facts["ended"])
        log = await match.agreed()
        last = match.tables(log)[-1]
        assert (last["v0"][-1], last["n1"][-1]) == ("2H0", "AS1")
        assert last.sheet == [[[1, -4], 0, [1, 0], [0, 2]]]
        assert log[-1].at >= at + LANDING


async def flip_on(tab: WireTab) -> None:
    """Flip until the hand ends."""
    while not tab.facts["ended"]:
        outcome = await tab.play("flip", tab.zone(f"s{tab.you and tab.you[0]}"))
        assert outcome[0] == "e" or outcome[1] in ("stale_flip", "hand_over")
        await asyncio.sleep(1 / FLIPS_A_SECOND)


async def test_a_blocked_hand_through_its_rotations_to_the_score(pair: Pair, people: list[Person]) -> None:
    """Nothing goes anywhere. Both flip on; the table sees that they are stuck, until no rotation is left."""
    t = position(*[stock_with("3S", 7)] * 2, f="AS0, AS1", seen=False, options=Options(bonus=10))
    async with playing(pair, people, t) as match:
        await asyncio.gather(*map(flip_on, match.tabs))
        log = await match.agreed()
        tables = match.tables(log)
        applied = [t.applied for t in tables]
        assert applied == sorted(applied)
        assert {1, 2} < set(applied)  # the others follow at once, for then all cards have been seen
        assert (tables[-1].ended, tables[-1].caller, tables[-1].applied) == ("blocked", None, 4)
        assert tables[-1].score == [1 - 2 * 12] * 2
        assert [t.score for t in tables].index(tables[-1].score) == len(tables) - 1
        assert {kind for kind, *_ in await match.at_once(("ready",), ("ready",))} == {"e"}
        next_hand = match.tables(await match.agreed())[-1]
        assert (next_hand.hand, next_hand.ended, len(next_hand["n1"])) == (2, None, 13)


async def test_votes_decide_where_cards_are_still_unseen(pair: Pair, people: list[Person]) -> None:
    """Each pair of votes is one rotation; the fifth blocks the hand."""
    t = position(*[stock_with("3S", 7)] * 2, f="AS0, AS1", seen=False)
    async with playing(pair, people, t) as match:
        for applied in range(1, 5):
            outcomes = await match.at_once(("stuck",), ("stuck",), first=applied % 2)
            assert {kind for kind, *_ in outcomes} == {"e"}
            now = match.tables(await match.agreed())[-1]
            assert (now.applied, now.voted, now.ended) == (applied, [], None)
        await match.at_once(("stuck",), ("stuck",))
        assert match.tables(await match.agreed())[-1].ended == "blocked"


async def test_who_holds_the_others_up_counts_as_voting_in_the_end(pair: Pair, people: list[Person]) -> None:
    """Two seconds of the thirty are left. Both processes keep the time; the rule is applied once."""
    t = position(*[stock_with("3S", 7)] * 2, f="AS0, AS1", seen=False, voted=[0], wake_at=6000)
    async with playing(pair, people, t) as match:
        await match.tabs[1].find(lambda tab: tab.facts["applied"] or tab.facts["voted"] != [0])
        assert match.now >= 6000
        await match.reaches(6500)
        log = await match.agreed()
        assert [(entry.seat, entry.move) for entry in log[2:]] == [(None, ["@wake"])]
        assert log[-1].at >= 6000
        last = match.tables(log)[-1]
        assert (last.applied, last.voted, last.wake_at) == (1, [], None)
        await match.tabs[0].play("stuck")
        at = match.tables(await match.agreed())[-1].now
        assert match.tabs[1].facts["wake_at"] == at + PATIENCE
