"""Bots: one accepted move for each decision, whoever drives; a bot's fault is nobody else's."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from compendium.rules import new_table, registry, view
from compendium.tables import store, thinking
from compendium.tables.bots import Driver
from compendium.tables.hub import Hub
from compendium.tables.tally import tally
from compendium.testing.programs import dies_with_us
from tests.servers import ROOT
from tests.tables.client import HubTab
from tests.tables.conftest import Game, Play, soon
from tests.tables.test_append import lock_held
from tests.tables.toys import toy


async def finished(tab: HubTab, own: str) -> None:
    """Play one's own cards whenever one may, to the end."""
    left = [("put", f"{rank}{own}") for rank in "A23456789TJQK"]
    while tab.facts["over"] is None:
        await tab.until(lambda: tab.legal or tab.facts["over"])
        if tab.legal:
            await tab.play(*next(move for move in left if move in tab.legal))


async def test_bots_play_a_game_with_a_person(play: Play) -> None:
    game = await play(people=1, bots=("easy", "easy", "easy"), cards=4)
    ada = await game.tab(0).join()
    await finished(ada, "S")
    log = await game.log()
    assert len(log) == 17
    assert all(entry.move_id.startswith("b") for entry in log if entry.player.startswith("bot:"))


async def test_a_table_nobody_looks_at_is_not_driven(play: Play) -> None:
    game = await play(people=1, bots=("easy",), at_once=True)
    await game.hub.replica(game.id)
    await asyncio.sleep(0.2)
    assert len(await game.log()) == 1
    watcher = await game.tab(None).join()
    await watcher.until(lambda: watcher.facts["puts"] == [0, 5])


async def test_two_drivers_play_each_decision_once(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both believe to have the lease."""
    monkeypatch.setattr("compendium.tables.store.lease", lambda ids, *_: set(ids))
    game = await play(people=1, bots=("easy", "easy", "easy"), cards=6)
    ada, same = await game.tab(0).join(), await game.tab(0, other).join()
    await ada.join()
    await finished(ada, "S")
    await same.until(lambda: same.facts["over"])
    log = await game.log()
    assert len(log) == 1 + 24
    assert [entry.seat for entry in log[1:]] == [0, 1, 2, 3] * 6


async def test_one_process_drives_and_another_takes_over_when_it_dies(
    play: Play, other: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compendium.tables.bots.LEASE", 2_000)
    monkeypatch.setattr("compendium.tables.bots.RENEW", 1_500)
    monkeypatch.setattr("compendium.tables.watch.EVERY", 0.05)
    game = await play(people=1, bots=("easy",), cards=6)
    first = await game.tab(None).join()
    await soon(lambda: _driver(game, game.hub))
    ada = await game.tab(0, other).join()
    await ada.play("put", "AS")
    await ada.until(lambda: ada.facts["turn"] == 0)
    assert other.replicas[game.id].leased_until == 0, "the first one drove"
    for task in list(game.hub._tasks):  # it freezes
        task.cancel()
    game.hub.bots.look = lambda replica: None  # type: ignore[method-assign]
    await ada.play("put", "2S")
    await ada.until(lambda: ada.facts["turn"] == 0)
    await soon(lambda: _driver(game, other))
    assert first.closed is None


async def _driver(game: Game, hub: Hub) -> bool:
    return (await game.row()).driver == hub.name


async def test_a_stop_lets_the_leases_go(play: Play) -> None:
    game, ends = await play(people=1, bots=("easy",)), Hub()
    await game.tab(0, ends).join()
    await soon(lambda: _driver(game, ends))
    await ends.close()
    assert (await game.row()).driver_until == 0


async def test_a_row_locked_elsewhere_does_not_hold_up_the_leases_of_others(play: Play) -> None:
    a, b = await play(people=1, bots=("easy",)), await play(people=1, bots=("easy",))

    def lease() -> set[int]:
        with lock_held(a.id):
            return store.lease([a.id, b.id], "x", 1_000, 2_000)

    assert await a.do(lease) == {b.id}
    assert await a.do(store.lease, [a.id, b.id], "y", 1_500, 2_500) == {a.id}
    assert await a.do(store.lease, [a.id, b.id], "x", 1_600, 2_600) == {b.id}
    assert await a.do(store.lease, [a.id, b.id], "x", 2_501, 3_501) == {a.id, b.id}


@pytest.mark.parametrize("level", ["crash", "cheat"])
async def test_a_bot_that_fails_moves_somehow(play: Play, level: str) -> None:
    game = await play(people=1, bots=(level,), cards=3)
    ada = await game.tab(0).join()
    await finished(ada, "S")
    assert ada.facts["over"] == "done"


@pytest.mark.parametrize("level", ["easy", "crash"])
async def test_where_too_many_think_or_one_fails_the_quick_level_answers(
    play: Play, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """At random five cards would hardly come in order."""
    monkeypatch.setattr(toy.__class__, "quick_level", "easy")
    if level == "easy":
        monkeypatch.setattr("compendium.tables.bots.MOST_THINKING", 0)
    before = tally.bots_at_random
    game = await play(people=1, bots=(level,), cards=5)
    await finished(await game.tab(0).join(), "S")
    moves = [json.loads(entry.move)[1] for entry in await game.log() if entry.player.startswith("bot:")]
    assert moves == ["AH", "2H", "3H", "4H", "5H"]
    assert tally.bots_at_random == before + 5


async def test_a_quick_level_that_fails_moves_somehow(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.__class__, "quick_level", "crash")
    monkeypatch.setattr("compendium.tables.bots.MOST_THINKING", 0)
    game = await play(people=1, bots=("easy",), cards=3)
    ada = await game.tab(0).join()
    await finished(ada, "S")
    assert ada.facts["over"] == "done"


def test_a_bot_that_waited_too_long_answers_by_its_quick_level(monkeypatch: pytest.MonkeyPatch) -> None:
    t = new_table(toy, 2)
    asked = "toy", view(t, 0), list(toy.legal(t, 0)), "crash", 1
    late, early = time.monotonic() - 1, time.monotonic() + 60
    with registry.registered(toy):
        with pytest.raises(RuntimeError, match="crashed"):
            thinking.decide(*asked, late)  # it has no quick level
        monkeypatch.setattr(toy.__class__, "quick_level", "easy")
        assert thinking.decide(*asked, late) == (("put", "AS"), 0.2, True)
        with pytest.raises(RuntimeError, match="crashed"):
            thinking.decide(*asked, early)


async def test_a_bot_has_one_decision_at_a_time(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking again and again, while its move is thought out, waits or is written, asks nothing anew."""
    asked = []
    decide = Driver._decide

    async def count(self, replica, seat, level, legal):  # type: ignore[no-untyped-def]
        asked.append(replica.head)
        return await decide(self, replica, seat, level, legal)

    monkeypatch.setattr(Driver, "_decide", count)
    game = await play(people=2, bots=("easy",), at_once=True)
    ada, _ = await game.all()
    replica = game.hub.replicas[game.id]
    for _ in range(300):
        game.hub.bots.look(replica)
        await asyncio.sleep(0.001)
    await ada.until(lambda: ada.facts["puts"][2] == 5)
    assert len(asked) == 5
    log = await game.log()
    assert [entry.move_id for entry in log[1:]] == [f"b{seq}" for seq in range(1, 6)]


# In processes of their own, where Toy is installed as other people's games are.


def install_toy(folder: Path) -> Path:
    """Make a folder, to be put on the path, in which Toy is an installed package."""
    about = folder / "toy-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[compendium.games]\ntoy = tests.tables.toys:toy\n")
    return folder


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Toy is installed here and in the processes that are begun here."""
    monkeypatch.syspath_prepend(str(install_toy(tmp_path)))
    monkeypatch.syspath_prepend(str(ROOT))


@pytest.fixture
def processes(hub: Hub, installed: None) -> Hub:
    """The hub with bots in processes, as it is delivered."""
    hub.bots._pool = None
    return hub


async def test_a_bot_that_never_ends_is_stopped(
    play: Play, processes: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays at random, and the bots of other tables go on thinking."""
    stuck, fine = await play(people=1, bots=("hang",), cards=1), await play(people=1, bots=("easy",), cards=1)
    ada, bob = await stuck.tab(0).join(), await fine.tab(0).join()
    await ada.play("put", "AS")
    await bob.play("put", "AS")
    await bob.until(lambda: bob.facts["over"], patience=60)
    await ada.until(lambda: ada.facts["over"], patience=60)


async def test_a_bot_that_kills_its_process_is_replaced_with_it(play: Play, processes: Hub) -> None:
    game = await play(people=1, bots=("die", "easy"), cards=2)
    ada = await game.tab(0).join()
    await finished(ada, "S")
    assert ada.facts["over"] == "done"
    t = new_table(toy, 2)
    decided = asyncio.get_running_loop().run_in_executor(
        processes.bots._processes(), thinking.decide, "toy", view(t, 0), list(toy.legal(t, 0)), "easy", 1
    )
    assert (await decided)[0] == ("put", "AS")


SPAWNS = """
import asyncio, sys, time
from concurrent.futures import ProcessPoolExecutor
import multiprocessing
from compendium.tables import thinking
if __name__ == "__main__":
    pool = ProcessPoolExecutor(2, multiprocessing.get_context("spawn"), initializer=thinking.ready)
    futures = [pool.submit(time.sleep, 0.2) for _ in range(4)]
    [future.result() for future in futures]
    print(*pool._processes, flush=True)
    time.sleep(60)
"""


def test_the_bots_processes_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "spawns.py"
    program.write_text(SPAWNS)
    parent = subprocess.Popen(
        [sys.executable, program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=dies_with_us(signal.SIGKILL),
    )
    assert parent.stdout is not None
    children = [int(pid) for pid in parent.stdout.readline().split()]
    assert children
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 60
    while any(map(alive, children)):
        assert time.monotonic() < deadline, "orphans"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]
    except OSError:
        return False


async def test_too_many_thinking_bots_answer_at_random(play: Play) -> None:
    game = await play(people=1, bots=("crash",), cards=2)
    game.hub.bots.thinking = 10**6
    ada = await game.tab(0).join()
    await finished(ada, "S")
    assert isinstance(game.hub.bots._pool, ThreadPoolExecutor)
