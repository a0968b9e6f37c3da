"""Two cards for one place, two calls for one hand, from two processes: one is first, the other is told so."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from compendium.rules import Table
from games.nerts.options import Options
from tests.faults.nerts import Match, playing
from tests.games.nerts.positions import layout, position
from tests.people import Person
from tests.servers import Server
from tests.tables.client import Outcome

Pair = tuple[Server, Server]
SUITS = "HSDC"
SOURCES = dict(zip(SUITS, ("n{}", "v{}", "w{}.0", "w{}.1"), strict=True))
GAPS = (0.0, 0.0, 0.010)
"""Seconds between the two sendings, in turn."""


@pytest.fixture(scope="module")
def people(pair: Pair) -> list[Person]:
    return [Person(server) for server in pair]


def fives() -> Table:
    """Four foundations end at four; each of the two boards can play a five to each of them."""
    boards = [layout(n=f"9S {five}H", v="9C 5S", w="5D, 5C, KS, KH") for five in "55"]
    fours = [f"A{s}{d} 2{s}{d} 3{s}{d} 4{s}{d}" for s, d in zip(SUITS, "0011", strict=True)]
    return position(*boards, f=", ".join(fours), seen=False)


def five(suit: str, seat: int) -> tuple[Any, ...]:
    """The move of a board's five to its foundation."""
    return "play", SOURCES[suit].format(seat), f"f{SUITS.index(suit)}", f"5{suit}{seat}"


def winner(outcomes: list[Outcome]) -> int:
    """Who was accepted, as the only one."""
    kinds = [outcome[0] for outcome in outcomes]
    assert sorted(kinds) == ["e", "no"]
    return kinds.index("e")


async def check_fives(match: Match, won: dict[str, int]) -> None:
    """Each five is played once; the other one lies where it did."""
    log = await match.agreed()
    t = match.tables(log)[-1]
    for suit, seat in won.items():
        assert t[f"f{SUITS.index(suit)}"][-1] == f"5{suit}{seat}"
        assert t[SOURCES[suit].format(1 - seat)][-1] == f"5{suit}{1 - seat}"
        played = [entry.seat for entry in log if entry.move[0] == "play" and entry.move[3][:2] == f"5{suit}"]
        assert played == [seat]


async def test_vector_2_two_fives_for_one_four(pair: Pair, people: list[Person]) -> None:
    """32 races, now one player first, now the other, together or 10 ms apart."""
    winners, apart = set(), []
    for number in range(8):
        async with playing(pair, people, fives()) as match:
            won = {}
            for turn, suit in enumerate(SUITS, number * len(SUITS)):
                begun, gap = time.monotonic(), GAPS[turn % len(GAPS)]
                outcomes = await match.at_once(five(suit, 0), five(suit, 1), first=turn % 2, gap=gap)
                took = (time.monotonic() - begun) * 1000
                won[suit] = winner(outcomes)
                _, code, args = outcomes[1 - won[suit]]
                assert (code, args) == ("taken", {"who": won[suit], "by": args["by"]})
                assert 0 <= args["by"] <= took + 1
                apart += [args["by"]] if gap else []
            await check_fives(match, won)
            winners |= set(won.values())
    assert winners == {0, 1}
    assert max(apart) >= 5


async def test_vector_2_four_races_at_once(pair: Pair, people: list[Person]) -> None:
    """Each player sends all four fives: each place has one winner, whoever that is."""
    for turn in range(8):
        async with playing(pair, people, fives()) as match:
            races = [
                match.at_once(five(suit, 0), five(suit, 1), first=(turn + i) % 2)
                for i, suit in enumerate(SUITS)
            ]
            outcomes = await asyncio.gather(*races)
            await check_fives(match, dict(zip(SUITS, map(winner, outcomes), strict=True)))


async def test_vector_7_both_call_at_once(pair: Pair, people: list[Person]) -> None:
    """30 hands: one end, one bonus, scored once; the other player is told."""
    callers = set()
    boards = [layout(n="", v="9C") for _ in pair]
    for turn in range(30):
        t = position(*boards, f="AH0 2H1, AS1", options=Options(bonus=10), seen=False)
        async with playing(pair, people, t) as match:
            outcomes = await match.at_once(("call",), ("call",), first=turn % 2)
            caller = winner(outcomes)
            assert outcomes[1 - caller] == ("no", "already_called", {})
            await match.tabs[0].find(lambda tab: tab.facts["ended"])
            log = await match.agreed()
            last = match.tables(log)[-1]
            points = [1 + 10 * (caller == 0), 2 + 10 * (caller == 1)]
            assert last.sheet == [[points, caller, [1, 2], [0, 0]]]
            assert (last.score, last.ended) == (points, "called")
            assert [entry.seat for entry in log if entry.move == ["call"]] == [caller]
            assert len([entry for entry in log if "ended" in str(entry.ops)]) == 3  # dealt, laid out, scored
            callers.add(caller)
    assert callers == {0, 1}
