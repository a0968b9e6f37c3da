"""The judge without sockets: real hubs, simulated everything else, thousands of moves in seconds.

``COMPENDIUM_SEED=… pytest tests/faults/test_simulation.py`` repeats a run, move by move.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings

from compendium.rules import Chance, Game, Table, registry, view
from compendium.rules.options import decode
from compendium.tables import flush
from compendium.tables.hints import Hints
from compendium.tables.replica import Replica, Row
from compendium.testing.client import wire
from games.kierki import game as kierki
from games.nerts import game as nerts
from tests.faults.seeds import NEW, drawn
from tests.faults.simulation import START, Database, Loop
from tests.faults.verdict import check_frames, check_outcomes, check_tables
from tests.faults.world import SimulatedGuest, World
from tests.logs import Logged, folds
from tests.tables.toys import Toy

SEEDS = [seed] if (seed := os.environ.get("COMPENDIUM_SEED")) else [*"123456", NEW]
SECONDS = 90.0
"""Of the simulation's time."""
LONG = 200
"""Seeds of the long run."""
PROCESSES = 3
QUIET = 4.0
"""Seconds of calm in which what was missed is found out; bots play on."""
PACE = 0.2
"""Of the bots."""
LEAST = 20
"""Entries of each table, or nothing was judged."""


class Run:
    """One simulation, from the first deal to the verdict."""

    def __init__(self, world: World, seed: str) -> None:
        self.world, self.seed = world, seed
        self.games: dict[int, Game] = {}
        self.guests: dict[int, list[SimulatedGuest]] = {}

    async def play(self) -> None:
        world = self.world
        for _ in range(PROCESSES):
            world.start()
        for game, people, bots, options in (
            (nerts, 3, 1, {"pile": 10, "flip": 1}),
            (kierki, 3, 1, {"turn_time": 10}),
            (registry.games["toy"], 4, 0, {"at_once": True, "cards": 13}),
            (registry.games["toy"], 2, 1, {"turn": 300, "cards": 13}),
        ):
            self._sit_down(game, people, bots, decode(game, options))
        trouble = asyncio.create_task(self._trouble())
        await asyncio.gather(*(guest.play(lambda: world.loop.time() > SECONDS) for guest in self.everybody))
        trouble.cancel()
        world.calm = True
        for process in world.alive:
            process.runs.set()
        async with asyncio.timeout(120):
            await asyncio.gather(*(guest.settle(world.alive) for guest in self.everybody))  # type: ignore[arg-type]

    def _sit_down(self, game: Game, people: int, bots: int, options: Any) -> None:
        players = [len(self.games) * 10 + n for n in range(1, people + 1)]
        id = self.world.database.begin(game, players, bots, options, START)
        self.games[id] = game
        self.guests[id] = [
            SimulatedGuest(self.world, id, str(player), game, f"{self.seed}/{player}") for player in players
        ]

    @property
    def everybody(self) -> list[SimulatedGuest]:
        return [guest for guests in self.guests.values() for guest in guests]

    async def _trouble(self) -> None:
        """Processes die, stand still, or have their clocks set."""
        world, rng = self.world, self.world.rng
        while True:
            await asyncio.sleep(rng.expovariate(0.8))
            process = rng.choice(world.alive)
            match rng.choice(("kill", "stop", "stop", "clock")):
                case "kill":
                    world.note("a process dies")
                    process.kill()
                    await asyncio.sleep(rng.uniform(0, 2))
                    world.start()
                case "stop":
                    world.note("a process stands still")
                    process.runs.clear()
                    world.loop.call_later(rng.uniform(0.05, 4), process.runs.set)
                case "clock":
                    world.note("a clock is set")
                    process.machine.wrong = rng.randrange(-3000, 3000)

    async def verdict(self) -> None:
        """Raises AssertionError where a promise is broken."""
        database, alive = self.world.database, self.world.alive
        heads = {id: database.head(id) for id in self.games}
        await asyncio.sleep(QUIET)  # without another join
        for id, head in heads.items():  # from here on nothing happens meanwhile
            log, tables = self._folds(id)
            assert database.head(id) == len(log) >= LEAST
            check_tables(tables)
            for process in alive:
                if id in process.hub.replicas:
                    agrees(process.hub.replicas[id], head, tables)
            for guest in self.guests[id]:
                tab = guest.tab
                assert tab.fault is None
                assert tab.seq >= head, f"{tab.seq} of {head}"
                assert tab.sees == seen(tables[tab.seq - 1], tab.you, tab.seq)
                check_outcomes(guest, log)
                check_frames(tab.frames, log, tables)

    def _folds(self, id: int) -> tuple[list[Logged], list[Table]]:
        log, row = logged(self.world.database, id), self.world.database.rows[id]
        return log, folds(log, Table(row.seats, decode(self.games[id], row.options), Chance()))


def logged(database: Database, id: int) -> list[Logged]:
    """A log as it would be read from a real database."""
    return [logged_row(row) for row in database.logs[id]]


def logged_row(row: Row) -> Logged:
    return Logged(*row[:5], *(json.loads(text) if text else None for text in row[5:]))


def agrees(replica: Replica, head: int, tables: list[Table]) -> None:
    """A process knows the log's fold, up to a head at least."""
    assert replica.head >= head, f"{replica.head} of {head} are known"
    mine, folded = replica.table, tables[replica.head - 1]
    assert (mine.piles, wire(mine.facts), mine.now) == (folded.piles, wire(folded.facts), folded.now)
    assert wire(mine.kept) == wire(folded.kept)


def seen(table: Table, you: tuple[int, int] | None, seq: int) -> Any:
    told = view(table, you and you[0])
    return seq, wire(told.zones), wire(told.facts)


def simulate(seed: str, patch: pytest.MonkeyPatch) -> World:
    """Run one seed. Raises AssertionError."""
    luck = random.Random(seed)
    random.seed(seed)
    patch.setattr(random, "SystemRandom", lambda: luck)
    patch.setattr(settings, "BOT_PACE", PACE)
    patch.setattr("compendium.tables.bots.secrets", SimpleNamespace(randbits=luck.getrandbits))
    loops: list[Loop] = []

    def loop() -> Loop:
        loops.append(Loop())
        return loops[0]

    async def main() -> World:
        run = Run(World(loops[0], seed, patch), seed)
        await run.play()
        await run.verdict()
        return run.world

    with asyncio.Runner(loop_factory=loop) as runner, registry.registered(Toy()):
        return runner.run(main())


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_in_between(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = drawn(seed)
    print(f"COMPENDIUM_SEED={seed}")
    world = simulate(seed, monkeypatch)
    entries = sum(map(len, world.database.logs.values()))
    missed = sum(row.move.startswith('["@replace') for log in world.database.logs.values() for row in log)
    print(f"{entries} entries in {world.loop.time():.0f} s, {missed} stand-ins: {dict(world.happened)}")


@pytest.mark.long
def test_whatever_happens_in_between_many_times(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = random.SystemRandom().randrange(10**6)
    for seed in range(begin, begin + LONG):
        print(f"COMPENDIUM_SEED={seed}", flush=True)
        with monkeypatch.context() as patch:
            simulate(str(seed), patch)


# The judge is judged: promises that are broken on purpose.

Break = Callable[[pytest.MonkeyPatch], None]


def tell_first(patch: pytest.MonkeyPatch) -> None:
    """Entries are told before they are committed."""
    encode = flush._encode

    def early(outcome: Any) -> None:
        encode(outcome)
        if outcome.frames is not None:
            for socket in outcome.request.replica.sockets:
                socket.say(outcome.frames.get(socket.seat, outcome.frames[None]))

    patch.setattr(flush, "_encode", early)


def believe_hints(patch: pytest.MonkeyPatch) -> None:
    """What another process says is applied, whatever came before it."""

    def follow(replica: Replica, row: Row) -> Table:
        before = replica.table
        replica.head = row.seq - 1
        replica.advance(folds([logged_row(row._replace(seq=1))], before)[0], row.seq)
        return before

    patch.setattr(Replica, "follow", follow)
    patch.setattr(Hints, "_apply", lambda hints, replica, rows: hints.hub.follow(replica, rows))


def accept_twice(patch: pytest.MonkeyPatch) -> None:
    """No move's id is remembered, and none need be unique."""
    patch.setattr(Replica, "remember", lambda replica, row: None)
    patch.setattr(Database, "UNIQUE", False)


@pytest.mark.parametrize("broken", [tell_first, believe_hints, accept_twice])
def test_the_judge_notices(
    broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    with pytest.raises((AssertionError, ValueError)):
        simulate("1", monkeypatch)
