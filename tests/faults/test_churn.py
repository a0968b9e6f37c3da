"""People whose sockets come and go all the time are here all the time, and play with the newest one."""

from __future__ import annotations

import asyncio
import time

from compendium.tables.seating import AWAY_AFTER
from tests.faults.guests import WanderingTab
from tests.faults.others import sitting
from tests.logs import log_of
from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab

Pair = tuple[Server, Server]
SECONDS = AWAY_AFTER / 1000 + 5
"""Long enough for whoever is taken for gone to be missed."""


async def _late_closes(server: Server, code: str, person: Person, end: float) -> None:
    """A new socket joins before the old one closes, sometimes long before; the new one plays."""
    old: list[WireTab] = []
    n = 0
    while time.monotonic() < end:
        n += 1
        tab = WireTab(server.ws, code, person.key)
        await tab.open()
        await tab.join()
        old.append(tab)
        if len(old) > n % 4:
            gone = old.pop(0)
            gone.cut() if n % 2 else await gone.shut()
        _, why, _ = await old[-1].play("flip", old[-1].zone("s0")) if old else ("no", "", {})
        assert why != "taken_over", "the newest tab plays"
        await asyncio.sleep(0.05)
    for tab in old:
        await tab.shut()


async def _rejoins(server: Server, code: str, person: Person, end: float) -> None:
    """One socket joins again and again, more often than it may at times."""
    async with WireTab(server.ws, code, person.key) as tab:
        while time.monotonic() < end:
            await tab.join()
            assert tab.you == (1, 0)
            await asyncio.sleep(0.06)


async def _wanders(pair: Pair, code: str, person: Person, end: float) -> None:
    """Another process each time; the old one hears late that its socket is gone."""
    n = 0
    last: WireTab | None = None
    while time.monotonic() < end:
        n += 1
        tab = WireTab(pair[n % 2].ws, code, person.key)
        await tab.open()
        await tab.join()
        assert tab.you == (2, 0)
        if last is not None:
            last.cut()
        last = tab
        await asyncio.sleep(0.08)
    if last is not None:
        await last.shut()


async def test_who_comes_back_all_the_time_is_never_away(pair: Pair) -> None:
    people = await asyncio.to_thread(lambda: [Person(pair[n % 2]) for n in range(4)])
    code = await asyncio.to_thread(table_of, people, "nerts")
    async with WireTab(pair[1].ws, code, people[3].key) as stays:
        await stays.join()
        end = time.monotonic() + SECONDS
        churning = asyncio.gather(
            _late_closes(pair[0], code, people[0], end),
            _rejoins(pair[1], code, people[1], end),
            _wanders(pair, code, people[2], end),
        )
        await stays.until(lambda: all(place["here"] for place in stays.places))
        told = len(stays.frames)
        await churning
        for note in (frame[1] for frame in stays.frames[told:] if frame[0] == "note"):
            assert note["k"] != "places" or all(place["here"] for place in note["places"]), note
    moves = [entry.move[0] for entry in log_of(pair[0], code)]
    assert "@away" not in moves
    assert "flip" in moves


async def test_of_many_tabs_the_newest_plays(pair: Pair) -> None:
    """Three tabs of one person on two processes: one plays, two say so and only watch, whoever comes last."""
    people = await asyncio.to_thread(lambda: [Person(server) for server in pair])
    code = await asyncio.to_thread(table_of, people, "kierki", 2, "normal")
    # Who joins anew may be told an entry twice that comes just then.
    async with sitting([*pair, pair[0]], [people[0]] * 3, code, WanderingTab) as tabs:
        for tab in tabs[:2]:
            await tab.find(lambda tab: tab.notes("taken_over"))
        plays = tabs[2]
        for n in (0, 1, 2, 1, 0, 0, 2):
            before, told = plays, len(plays.notes("taken_over"))
            plays = await tabs[n].rejoin()
            if before is not plays:
                await before.find(lambda tab, told=told: len(tab.notes("taken_over")) > told)  # type: ignore[misc]
            outcomes = [await tab.play("@resume") for tab in tabs]
            codes = [code for _, code, _ in outcomes]
            assert codes == ["not_paused" if tab is plays else "taken_over" for tab in tabs]
        plays.cut()
        assert (await tabs[0].play("@resume"))[1] == "taken_over", "until it says otherwise"
        await tabs[0].rejoin()
        assert (await tabs[0].play("@resume"))[1] == "not_paused"
