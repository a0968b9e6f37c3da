"""Bots where everybody plays at once, on a clock that runs ahead whenever nobody has anything to do."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from itertools import pairwise
from statistics import median
from typing import Any

import pytest
from django.test import override_settings

from compendium.rules import Chance, Game, Move, new_table
from compendium.tables import clock, models
from compendium.tables.bots import Driver
from compendium.tables.judge import Request, judge
from compendium.tables.replica import Replica
from compendium.tables.socket import Socket
from games.nerts import game as nerts
from games.nerts.bot import FLIP, LEVELS, SPREAD
from tests.tables.conftest import Play
from tests.tables.toys import Toy


class Ahead(asyncio.SelectorEventLoop):
    """A loop whose time jumps to the next timer."""

    skipped = 0.0

    def time(self) -> float:
        return self.skipped

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.skipped = max(self.skipped, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class Here(Executor):
    """Whatever is asked is done at once."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class House:
    """What bots need of a hub: a table, a loop, and a flusher that takes moves at once."""

    def __init__(self, loop: Ahead, game: Game, levels: list[str | None], **options: Any) -> None:
        self.loop = loop
        row = models.Table(
            pk=1, game=game.slug, options=options, seats=len(levels), started_at=0, code="RACE"
        )
        self.replica = Replica(row)
        self.replica.advance(new_table(game, len(levels), self.replica.table.options, Chance.seeded(1)), 1)
        self.replica.places = [
            {"seat": seat, "n": 0, "bot": level, "stand_in": False, "here": True}
            for seat, level in enumerate(levels)
        ]
        self.replica.leased_until = 2**60
        self.flusher = self
        self.bots = Driver(self)  # type: ignore[arg-type]
        self.bots._pool = Here()
        self.moves: list[tuple[float, int | None, Move]] = []
        self.refused: list[tuple[float, str]] = []
        self.join(None)

    def join(self, trip: int | None, seat: int | None = 0) -> Socket:
        socket = Socket(lambda *texts: 0, lambda code: None, "")
        socket.seat, socket.trip = seat, trip
        self.replica.sockets.append(socket)
        return socket

    def holds(self, replica: Replica) -> bool:
        return True

    def spawn(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return self.loop.create_task(coroutine)

    def submit(self, request: Request) -> None:
        """Judge a move, and let it stand."""
        request.received = round(self.loop.time() * 1000)
        outcome = judge(request)
        if outcome.after is not None:
            self.replica.advance(outcome.after, self.replica.ahead_head)
            self.moves.append((self.loop.time(), request.seat, request.move))
            self.bots.look(self.replica)
        elif outcome.refusal is not None and request.answer is not None:
            self.refused.append((self.loop.time(), outcome.refusal.code))
            request.answer(outcome.refusal.code, outcome.refusal.args_)

    async def wakes(self) -> None:
        """Time's moves, every 50 ms."""
        while True:
            await asyncio.sleep(0.05)
            self.submit(Request(self.replica, ("@wake",)))

    async def run(self, seconds: float) -> None:
        waking = self.spawn(self.wakes())
        self.bots.look(self.replica)
        await asyncio.sleep(seconds)
        waking.cancel()
        self.bots.drop(self.replica)


Run = Callable[[Callable[[Ahead], Coroutine[Any, Any, Any]]], Any]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a function of a loop on a clock of its own."""

    def run(function: Callable[[Ahead], Coroutine[Any, Any, Any]]) -> Any:
        loop = Ahead()
        monkeypatch.setattr("secrets.randbits", random.Random(1).getrandbits)
        monkeypatch.setattr(clock, "wall", lambda: round(loop.time() * 1000))
        try:
            with override_settings(BOT_PACE=1.0):
                return loop.run_until_complete(function(loop))
        finally:
            loop.close()

    return run


def pauses(house: House, seat: int) -> list[float]:
    """Seconds between the moves of a seat within a hand."""
    at = [when for when, mover, move in house.moves if mover == seat and move[0] != "ready"]
    return [b - a for a, b in pairwise(at)]


async def race(loop: Ahead, trip: int | None) -> House:
    house = House(loop, nerts, list(LEVELS), call="button")
    house.join(trip)
    await house.run(60)
    return house


def test_each_level_moves_at_its_own_pace(run: Run) -> None:
    house: House = run(lambda loop: race(loop, None))
    counted = Counter(seat for _, seat, move in house.moves if move[0] in ("play", "slide", "flip"))
    for seat, level in enumerate(LEVELS.values()):
        print(f"{level.title}: {counted[seat]} moves in a minute")
        shortest = level.pace * FLIP * (1 - SPREAD)
        assert min(pauses(house, seat)) >= shortest - 0.001, "never at once"
        assert level.pace * FLIP < median(pauses(house, seat)) < level.pace * (1 + SPREAD)
    assert counted[4] > counted[2] > counted[0] > 10


def test_bots_wait_as_long_as_the_lines_take(run: Run) -> None:
    house: House = run(lambda loop: race(loop, 1000))
    for seat, level in enumerate(LEVELS.values()):
        assert min(pauses(house, seat)) >= 1.0 + level.pace * FLIP * (1 - SPREAD) - 0.001


async def taken_first(loop: Ahead, toy: Toy, ahead: bool) -> House:
    """The card that a bot is about to put down, 0.2 s after the start, is gone after 0.1 s.

    ``ahead``: so far only on the way to the log, where it arrives 0.2 s later.
    """
    house = House(loop, toy, ["easy", None], at_once=True, cards=3)
    replica = house.replica
    house.bots.look(replica)
    await asyncio.sleep(0.1)
    gone = replica.table.draft(100)
    gone.move("h0", "pile", "AS")
    if ahead:
        replica.ahead = gone
        await asyncio.sleep(0.2)
    replica.advance(gone, 2)
    house.bots.look(replica)
    await asyncio.sleep(2)
    house.bots.drop(replica)
    return house


def test_what_became_illegal_is_thought_over_and_takes_its_time(run: Run, toy: Toy) -> None:
    house: House = run(lambda loop: taken_first(loop, toy, ahead=False))
    assert house.refused == []
    assert [(round(at, 3), move) for at, _, move in house.moves] == [
        (0.4, ("put", "2S")),
        (0.6, ("put", "3S")),
    ]


def test_what_was_refused_is_thought_over_and_takes_its_time(run: Run, toy: Toy) -> None:
    house: House = run(lambda loop: taken_first(loop, toy, ahead=True))
    assert [(round(at, 3), code) for at, code in house.refused] == [(0.2, "card_not_held")]
    assert [round(at, 3) for at, _, _ in house.moves] == [0.5, 0.7]


async def test_the_median_of_those_who_play_and_say_it(play: Play) -> None:
    game = await play(people=3, at_once=True)
    ada, bob, eve = await game.all()
    watcher = await game.tab(None).join()
    replica = game.hub.replicas[game.id]
    assert replica.trip == 0
    await watcher.send('["seen",1,900]')
    await bob.send('["seen",1]')
    assert replica.trip == 0, "nobody who plays has said"
    await ada.send('["seen",1,100]')
    assert replica.trip == 0.1
    await eve.send('["seen",1,99999]')
    assert replica.trip == 1.05
    await bob.send('["seen",1,300]')
    assert replica.trip == 0.3
    await bob.send('["seen",1]')
    assert replica.trip == 0.3, "it stays as long as nothing else is said"
