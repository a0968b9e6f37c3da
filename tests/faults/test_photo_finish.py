"""The photo finish between people who are 20 to 250 ms away from two processes.

Whatever the lines do, the log decides: a card landed within the window of the first one, or was refused for
having come later; and it lies under the cards that followed its like.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import pytest

from compendium.rules import Table
from games.nerts.options import Options
from tests.faults.distance import far_from
from tests.faults.nerts import Match, playing
from tests.games.nerts.positions import layout, position
from tests.logs import Logged
from tests.people import Person
from tests.servers import Server
from tests.tables.client import Outcome

Pair = tuple[Server, Server]
TRIES = 12
AWAY = (0.020, 0.250)
"""Seconds that people are away, one way: the least and the most."""
RANKS = "A23456789TJQK"
SUITS = "HSDC"
STOCK = "9D TD JD"


class Sent(NamedTuple):
    """A move that is to arrive so many seconds after the start, and what came of it."""

    seat: int
    arrives: float
    move: tuple[Any, ...]
    outcome: Outcome | None = None

    @property
    def landed(self) -> bool:
        return self.outcome is not None and self.outcome[0] in ("e", "ok")


@pytest.fixture(scope="module")
def people(pair: Pair) -> list[Person]:
    return [Person(pair[n % 2]) for n in range(4)]


@asynccontextmanager
async def far_apart(
    pair: Pair, people: Sequence[Person], t: Table, away: Sequence[float]
) -> AsyncIterator[Match]:
    """A match at a position whose players are so many seconds away, every other one at each process."""
    servers = [pair[n % 2] for n in range(len(people))]
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(far_from(server, seconds))
            for server, seconds in zip(servers, away, strict=True)
        ]
        yield await stack.enter_async_context(playing(servers, people, t, lines))


async def race(match: Match, away: Sequence[float], *moves: Sent) -> list[Sent]:
    """Send each move so early that it arrives when it is to; what came of them."""
    ahead = max(away)

    async def one(sent: Sent) -> Sent:
        await asyncio.sleep(ahead + sent.arrives - away[sent.seat])
        return sent._replace(outcome=await match.tabs[sent.seat].play(*sent.move))

    return await asyncio.gather(*map(one, moves))


def home(seat: int, source: str, card: str) -> tuple[Any, ...]:
    """The move of a card to the foundation of its suit."""
    return "play", source.format(seat), f"f{SUITS.index(card[1])}", f"{card}{seat}"


def judge(match: Match, log: Sequence[Logged], sent: Sequence[Sent]) -> Table:
    """What was accepted and what refused is right by the log's own times. The table at the end."""
    window, before = match.position.options.photo, match.tables(log)
    firsts: dict[str, int] = {}
    piles = {name: list(cards) for name, cards in match.position.piles.items() if name[0] == "f"}
    for entry in log[2:]:
        if entry.move is None or entry.move[0] != "play" or entry.move[2][0] != "f":
            continue
        card, pile = entry.move[3], piles[entry.move[2]]
        alike = [place for place, there in enumerate(pile) if there[:2] == card[:2]]
        if alike:
            assert entry.at - firsts[card[:2]] <= window
            pile.insert(alike[-1] + 1, card)
        else:
            assert RANKS.index(card[0]) == RANKS.index(pile[-1][0]) + 1
            firsts[card[:2]] = entry.at
            pile.append(card)
    for one in sent:
        assert one.outcome is not None
        if one.outcome[0] == "no" and one.outcome[1] == "taken":
            assert one.outcome[2]["by"] > window
    last = before[-1]
    if last.ended is None:
        assert {name: list(last[name]) for name in piles} == piles
    return last


def meeting() -> Table:
    """Four boards that go for the same places: hearts, spades to the king, and clubs, the last of a pile."""
    boards = [layout(s=STOCK, n="5C", v="6H", w="5H, QS, KS, ")]
    boards += [layout(s=STOCK, n="2D 5C", v="QS", w="5H, KD, KC, KH") for _ in range(3)]
    spades = " ".join(f"{rank}S1" for rank in RANKS[:11])
    f = f"AH2 2H2 3H2 4H2, {spades}, , AC3 2C3 3C3 4C3"
    return position(*boards, f=f, seen=False, options=Options(photo=200, landing=300))


def landed_in_turn(sent: Sequence[Sent]) -> bool:
    """Whether all of them were accepted, and in this order."""
    seqs = [one.outcome[1] for one in sent if one.outcome is not None and one.landed]
    return len(seqs) == len(sent) and seqs == sorted(seqs)


async def met(match: Match, away: Sequence[float]) -> bool:
    """All cases at one table. False where this machine was too slow to say anything."""
    hearts = await race(
        match,
        away,
        Sent(0, 0.0, home(0, "w{}.0", "5H")),
        Sent(0, 0.03, home(0, "v{}", "6H")),
        Sent(1, 0.06, home(1, "w{}.0", "5H")),
        Sent(2, 0.09, home(2, "w{}.0", "5H")),
        Sent(3, 0.5, home(3, "w{}.0", "5H")),
    )
    spades = await race(
        match,
        away,
        Sent(0, 0.0, home(0, "w{}.1", "QS")),
        Sent(0, 0.03, home(0, "w{}.2", "KS")),
        Sent(1, 0.06, home(1, "v{}", "QS")),
        Sent(2, 0.09, home(2, "v{}", "QS")),
    )
    clubs = await race(
        match,
        away,
        Sent(0, 0.0, home(0, "n{}", "5C")),
        Sent(0, 0.03, ("call",)),
        Sent(1, 0.06, home(1, "n{}", "5C")),
        Sent(2, 0.09, home(2, "n{}", "5C")),
        Sent(3, 0.7, home(3, "n{}", "5C")),
    )
    await match.tabs[0].find(lambda tab: tab.facts["ended"])
    log = await match.agreed()
    sent = [*hearts, *spades, *clubs]
    last = judge(match, log, sent)
    assert not clubs[4].landed
    if not all(landed_in_turn(race) for race in (hearts[:4], spades, clubs[:4])):
        return False
    assert hearts[4].outcome is not None
    assert hearts[4].outcome[1] == "taken"
    assert last["f0"][4:] == ("5H0", "5H1", "5H2", "6H0")
    assert last["f1"][11:] == ("QS0", "QS1", "QS2", "KS0")
    assert last["f3"][4:] == ("5C0", "5C1", "5C2")
    assert last.sheet[-1][2] == [5, 3 + 11, 3 + 4, 4]
    assert last.sheet[-1][3] == [0, 1, 1, 2]
    return True


async def test_all_cases_between_people_far_apart(pair: Pair, people: list[Person]) -> None:
    """Any number of boards, the next rank there already, the pile set aside, landing time; each scores."""
    away = [AWAY[0], AWAY[1], 0.11, 0.18]
    for _ in range(TRIES):
        async with far_apart(pair, people, meeting(), away) as match:
            if await met(match, away):
                return
    raise AssertionError(f"{TRIES} times cards came too late, by this machine's fault")


def everywhere() -> Table:
    """Each of four boards can play a five and then a six to each of four foundations."""
    boards = [layout(s=STOCK, n="9S 6H 5H", v="6S 5S", w="6D, 5D, 6C, 5C") for _ in range(4)]
    f = ", ".join(f"A{s}{d} 2{s}{d} 3{s}{d} 4{s}{d}" for d, s in enumerate(SUITS))
    return position(*boards, f=f, seen=False, options=Options(photo=100))


@pytest.mark.parametrize("seed", range(2))
async def test_races_at_any_distance(seed: int, pair: Pair, people: list[Person]) -> None:
    """32 cards for 8 places, each as it comes; the log judges."""
    rng = random.Random(seed)
    away = [rng.uniform(*AWAY) for _ in people]
    sources = {"H": ("n{}", "n{}"), "S": ("v{}", "v{}"), "D": ("w{}.1", "w{}.0"), "C": ("w{}.3", "w{}.2")}
    async with far_apart(pair, people, everywhere(), away) as match:
        moves = [
            Sent(
                seat,
                rank * 0.15 + rng.uniform(0, 0.25),
                home(seat, sources[suit][rank], f"{'56'[rank]}{suit}"),
            )
            for seat in range(4)
            for suit in SUITS
            for rank in range(2)
        ]
        sent = await race(match, away, *moves)
        last = judge(match, await match.agreed(), sent)
        for seat in range(4):
            landed = sum(one.landed for one in sent if one.seat == seat)
            assert sum(card[2] == str(seat) for f in range(4) for card in last[f"f{f}"]) == 4 + landed
