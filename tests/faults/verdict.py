"""What is true of a table, whatever has happened to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any

from compendium.rules import Chance, Game, Table, redact, view
from compendium.rules.options import decode
from compendium.testing.client import wire
from tests.faults.guests import Guest, WanderingTab
from tests.logs import Logged, folds, log_of
from tests.people import Person
from tests.servers import Server

LOST = ["@lost"]
PATIENCE = 45.0
"""Seconds for a tab to be told what the log holds."""


async def verdict(servers: Sequence[Server], code: str, game: Game, guests: Sequence[Guest]) -> list[Logged]:
    """Judge one table: the log, which is returned, or AssertionError.

    ``servers`` are the processes that live; ``guests`` all who have moved there, settled. The log has no gap
    and no move twice, time in it never runs backwards and no card is lost or made; every process knows its
    fold, and tells everybody's view of it; all that the guests were told, entry by entry, is the log
    redacted; each move they sent has one outcome, which the log bears out. Bots may go on meanwhile.
    """
    head = len(await asyncio.to_thread(log_of, servers[0], code))
    people = [*(guest.person for guest in guests), None]
    tabs = [guest.tab for guest in guests]
    for tab in tabs:
        await _reaches(tab, head)  # before a newer tab of the same person makes it a reader only
    fresh = [await _comes(server, code, person) for server in servers for person in people]
    for tab in fresh:
        await _reaches(tab, head)
    seen = [(tab.url, tab.you, tab.seq, deepcopy(tab.table)) for tab in [*fresh, *tabs]]
    log = await asyncio.to_thread(log_of, servers[0], code)
    for tab in fresh:
        await tab.shut()
    shown = fresh[0].shown
    tables = folds(log, Table(shown["seats"], decode(game, shown["options"]), Chance()))
    for url, you, seq, table in seen:
        assert seq <= len(log), f"{url} was told {seq}, and the log ends at {len(log)}"
        told = view(tables[seq - 1], you and you[0])
        assert table is not None
        assert (table.zones, table.facts) == (wire(told.zones), wire(told.facts)), f"{url} at {seq}"
    check_tables(tables)
    for guest in guests:
        check_outcomes(guest, log)
        check_frames(guest.tab.frames, log, tables)
    return log


async def _comes(server: Server, code: str, person: Person | None) -> WanderingTab:
    """A new tab of a person's, or of a watcher, at a process."""
    who = {"key": person.key} if person is not None else {"origin": server.url}
    tab = WanderingTab(server.ws, code, **who)
    await tab.open()
    await tab.join(**({"as_": "watch"} if person is None else {}))
    return tab


async def _reaches(tab: WanderingTab, head: int) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await tab.follow(lambda: tab.seq >= head)
    except TimeoutError:
        raise AssertionError(f"{tab.url} is told no more than {tab.seq} of {head}") from None
    assert tab.closed is None, f"{tab.url} was closed at {tab.seq} of {head}: {tab.closed}"


def check_tables(tables: Sequence[Table]) -> None:
    """Time never runs backwards, and the cards of a table stay the same ones."""
    cards = _cards(tables[0])
    assert all(before.now <= after.now for before, after in pairwise(tables))
    assert all(_cards(table) == cards for table in tables)


def _cards(table: Table) -> Counter[str]:
    return Counter(card for pile in table.piles.values() for card in pile)


def check_outcomes(guest: Guest, log: Sequence[Logged]) -> None:
    """Every move sent was answered once, and the log bears the answer out."""
    tab = guest.tab
    assert not tab.pending, f"{tab.url} never hears of {tab.pending}"
    assert guest.sent == set(tab.outcomes)
    logged: dict[str, Any] = {entry.move_id: entry for entry in log if entry.move_id}
    for id, (kind, at, _) in tab.outcomes.items():
        entry = logged.get(id)
        if kind == "no":
            assert entry is None or (at == "lost" and entry.move == LOST), f"{id} was refused: {at}"
        else:
            assert entry is not None, f"{id} was acknowledged as {at} and is lost"
            assert (entry.seq, entry.move != LOST) == (at, True)
    assert {id: seq for id, (kind, seq, _) in tab.outcomes.items() if kind != "no"}.items() >= (
        guest.acknowledged.items()
    )


def check_frames(frames: Iterable[list[Any]], log: Sequence[Logged], tables: Sequence[Table]) -> None:
    """Each entry a tab was told is the log's, as its seat may know it; no heartbeat turns the clock back."""
    audience, now = None, 0
    for kind, *rest in frames:
        if kind == "open":
            now = 0  # another process may take this one's clock to be behind
        elif kind == "view":
            audience = None if rest[2] is None else rest[2][0]
            if rest[3] and rest[3]["facts"].get("paused"):
                now = 0  # so it was before this tab heard of it
        elif kind == "e" and rest[0] <= len(log):
            entry, before, after = log[rest[0] - 1], tables[rest[0] - 2], tables[rest[0] - 1]
            after.ops = [tuple(op) for op in entry.ops]
            id = None if entry.move == LOST else entry.move_id or None
            told = [entry.seq, entry.at, entry.seat, id, wire(redact(before, after, audience))]
            assert rest[:5] == told
            if after.facts.get("paused"):
                now = entry.at  # it stands still at the time the pause was asked for
        if kind in ("view", "head"):
            assert rest[1] >= now, f"the clock goes back from {now} to {rest[1]}"
            now = rest[1]
