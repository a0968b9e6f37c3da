"""Two partners on one board, from two processes: one move is first, the other is told what is wrong with it,
and no card is lost.
"""

from __future__ import annotations

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
Move = tuple[Any, ...]
ROUNDS = 6
TOP = ("play", "n0", "f0", "5H0")
STOCK = 48
"""Cards in the stock of the usual layout: those that it does not name lie there, too."""
OTHERS = layout(n="2D", w="KS, KH, KC, KD")

RACES: dict[str, tuple[dict[str, str], Move, Move, set[str]]] = {
    "the same card to the same place": (layout(n="9S 5H"), TOP, TOP, {"not_top"}),
    "the same card to two places": (
        layout(n="9S 5H", s="8C", w="6S, KH"),
        TOP,
        ("play", "n0", "w0.0", "5H0"),
        {"not_top"},
    ),
    "two cards to the same place": (
        layout(n="9S 5H", s="8C", v="5D", w="6S, KH, KC, KD"),
        ("play", "n0", "w0.0", "5H0"),
        ("play", "v0", "w0.0", "5D0"),
        {"does_not_fit"},
    ),
    "both flip": (layout(), ("flip", STOCK), ("flip", STOCK), {"stale_flip"}),
    "one slides while the other plays the same card": (
        layout(n="9S JH", v="3C", w="TS, QS, KC, "),
        ("slide", "n0", "w0.0", "JH0"),
        ("play", "n0", "w0.1", "JH0"),
        {"not_top"},
    ),
    "one slides while the other fills the gap": (
        layout(n="9S JH", v="3C", w="TS, KH, KC, "),
        ("slide", "n0", "w0.0", "JH0"),
        ("play", "v0", "w0.3", "3C0"),
        {"no_gap"},
    ),
    "one plays a card that the other moves with its run": (
        layout(n="9S", s="8C", w="6S 5H, 7D, KC, KD"),
        ("play", "w0.0", "f0", "5H0"),
        ("play", "w0.0", "w0.1", "6S0"),
        {"not_top"},
    ),
    "both call": (layout(n=""), ("call",), ("call",), {"already_called"}),
}
"""A board, a move of each partner, and the codes with which the second is refused."""
BOTH_GO = {"one slides while the other fills the gap", "one plays a card that the other moves with its run"}
"""In one order both are allowed."""


@pytest.fixture(scope="module")
def people(pair: Pair) -> list[Person]:
    """Four: partners are at different processes."""
    return [Person(pair[n % 2]) for n in range(4)]


def pairs(board: dict[str, str]) -> Table:
    """My board, another one, and a foundation that takes the five of hearts."""
    return position(board, OTHERS, f="AH1 2H1 3H1 4H1", options=Options(players=2), seen=False)


def moves_of(match: Match, log: list[Any]) -> list[Move]:
    return [tuple(entry.move) for entry in log if entry.seat is not None]


@pytest.mark.parametrize("race", RACES)
async def test_one_of_two_partners_is_first(pair: Pair, people: list[Person], race: str) -> None:
    board, one, other, codes = RACES[race]
    lines = [pair[n % 2].ws for n in range(4)]
    for number in range(ROUNDS):
        async with playing(pair, people, pairs(board), lines) as match:
            assert [tab.you for tab in match.tabs] == [(0, 0), (0, 1), (1, 0), (1, 1)]
            outcomes: list[Outcome] = await match.at_once(one, other, first=number % 2)
            log = await match.agreed()
            accepted = [
                move for move, outcome in zip((one, other), outcomes, strict=True) if outcome[0] == "e"
            ]
            refused = [outcome[1] for outcome in outcomes if outcome[0] == "no"]
            assert len(accepted) == 1 or race in BOTH_GO, outcomes
            assert set(refused) <= codes
            assert sorted(moves_of(match, log)) == sorted(accepted)
