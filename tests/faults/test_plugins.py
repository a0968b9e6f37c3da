"""A game that fails, hangs or is poisonous at one table, installed as its author would ship it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import takewhile

import pytest

from tests.faults.others import Others, sitting
from tests.faults.reckless import HANG
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab

Pair = tuple[Server, Server]
FAILING = "fail leave unsayable surrogate deep enormous many soon never whose cards".split()
BROKEN = ["legal", "unsayable legal", "allows", "wake", "ticking"]
WAKES = 100
TRIES = 5
LEVELS = ["raise", "quit", "late", "odd"]


@pytest.fixture(scope="module")
def pair(reckless: Pair) -> Pair:
    return reckless


@pytest.fixture(scope="module")
def people(crowd: list[Person]) -> list[Person]:
    """One at each process."""
    return crowd[:2]


@pytest.fixture
async def others(pair: Pair, people: list[Person]) -> AsyncIterator[Others]:
    """At another table of the same game, and at one of Kierki."""
    fine, kierki = await asyncio.to_thread(
        lambda: (table_of(people, "reckless"), table_of(people, "kierki", 2, "normal"))
    )
    async with (
        sitting(pair, people, fine) as two,
        sitting(pair, people, kierki) as more,
        Others(*two, *more) as others,
    ):
        yield others


@pytest.fixture
async def poisoned(pair: Pair, people: list[Person]) -> str:
    return await asyncio.to_thread(table_of, people, "reckless")


class Report:
    """What the log of a process says from here on."""

    def __init__(self, server: Server) -> None:
        self.server, self.begin = server, len(server.log.read_text())

    def finds(self, what: str) -> list[str]:
        """All that matches."""
        return re.findall(what, self.server.log.read_text()[self.begin :])

    def says(self, what: str) -> int:
        """How often."""
        return len(self.finds(what))


async def test_a_move_that_fails_is_internal_and_the_table_lives(
    pair: Pair, people: list[Person], poisoned: str, others: Others
) -> None:
    report = Report(pair[0])
    async with sitting(pair, people, poisoned) as (ada, bob):
        for n, mischief in enumerate(FAILING, 1):
            assert await ada.play(mischief) == ("no", "internal", {}), mischief
            assert report.says("reckless failed on table") == n
            assert (await bob.play("step"))[0] == "e"
            assert (await ada.play("step"))[0] == "e"
            await bob.at(ada.seq)
            assert ada.sees == bob.sees
            assert ada.facts["steps"] == 2 * n
    assert await others.usual() < others.quick
    assert len(log_of(pair[0], poisoned)) == 1 + 2 * len(FAILING)


@pytest.mark.parametrize("hang", ["sleep", "spin"])
async def test_a_move_that_hangs_holds_others_up_no_longer_than_reported(
    pair: Pair, people: list[Person], poisoned: str, others: Others, hang: str
) -> None:
    for _ in range(TRIES):
        longest, hangs = await _hangs(pair, people, poisoned, others, hang)
        if longest < sum(hangs) + 2 * others.quick:
            break  # it was not this machine that stood still
    else:
        raise AssertionError(f"{TRIES} times a move took too long, at last {longest} s beside {hangs}")
    assert await others.usual() < others.quick


async def _hangs(
    pair: Pair, people: list[Person], poisoned: str, others: Others, hang: str
) -> tuple[float, list[float]]:
    """How long a move of the others takes at most while one hangs, and how long that is said to hang."""
    report = Report(pair[0])
    others.took.clear()
    async with sitting(pair, people, poisoned) as (ada, bob):
        assert (await ada.play(hang))[0] == "e"
        await bob.at(ada.seq)
    await others.many(20)
    hangs = [int(ms) / 1000 for ms in report.finds(r"reckless took (\d{4,}) ms")]
    assert hangs, "more than once where the table's row was somebody else's: it is judged again"
    assert min(hangs) >= HANG
    return max(others.took), hangs


async def test_tables_whose_game_is_broken_in_part(pair: Pair, people: list[Person], others: Others) -> None:
    """What says which moves are legal or allowed, or what time does, fails ever after; or it wakes always."""

    async def breaks(part: str) -> None:
        code = await asyncio.to_thread(table_of, people, "reckless")
        async with sitting(pair, people, code) as (ada, bob):
            assert (await ada.play("break", part))[0] in ("e", "ok"), "it was written, so it is told"
            await bob.until(lambda: bob.facts["broken"] == part)
            for tab in (ada, bob):
                kind, why, _ = await tab.play("step")
                assert kind in ("e", "ok") or (part == "allows" and why == "internal")
            if part == "ticking":  # many wakes: a single late one must not count for much
                await bob.at(WAKES)
            await others.many(20)
        async with sitting(pair, people, code) as tabs:
            assert {tab.facts["broken"] for tab in tabs} == {part}, "it can still be looked at"
            await tabs[0].play("break", "")
        while_broken = takewhile(lambda entry: entry.move != ["break", ""], log_of(pair[0], code))
        wakes = [entry.at for entry in while_broken if entry.move == ["@wake"]]
        if part == "ticking":  # each process wakes it once in 20 ms at most
            assert (wakes[-1] - wakes[0]) / (len(wakes) - 1) > 8, "it keeps nobody busy"
        else:
            assert not wakes

    report = Report(pair[0])
    await asyncio.gather(*map(breaks, BROKEN))
    assert await others.usual() < others.quick
    assert report.says("reckless cannot say what is legal")
    assert report.says("is legal in reckless cannot be told")
    assert report.says("reckless failed on table")


async def test_a_table_that_cannot_be_written_is_put_out_of_service_alone(
    pair: Pair, people: list[Person], poisoned: str, others: Others
) -> None:
    report = Report(pair[0])
    ada = WireTab(pair[0].ws, poisoned, people[0].key)
    await ada.open()
    await ada.join()
    poison = await ada.move("behind")
    await ada.until(lambda: ada.closed is not None)
    assert ada.closed == 4503
    assert report.says(f"{poisoned} of reckless is put out of service") == 1
    await ada.open()
    await ada.rejoin()
    assert await ada.outcome(poison) == ("no", "lost", {})
    assert (await ada.play("step"))[0] == "e"
    assert await others.usual() < others.quick
    await ada.shut()


async def test_bots_that_fail_are_played_for(pair: Pair, people: list[Person], others: Others) -> None:
    async def plays(level: str) -> None:
        code = await asyncio.to_thread(table_of, people, "reckless", 1, level)
        async with sitting(pair, people, code) as (ada, _):
            await ada.until(lambda: ada.facts["steps"] >= 2, 60)

    await asyncio.gather(*map(plays, LEVELS))
    assert await others.usual() < others.quick
