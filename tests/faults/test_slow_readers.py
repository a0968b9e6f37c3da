"""A client that stops reading costs so many bytes at most, holds nobody up, and gets one view later on."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from tests.faults.others import Others, sitting
from tests.faults.raw import CLOSE, PING, PONG, TEXT, Raw, frame, text
from tests.faults.test_raw_frames import memory
from tests.people import Person, table_of
from tests.servers import Server
from tests.tables.client import WireTab

Pair = tuple[Server, Server]
ENTRY = 4_000
"""Characters of an entry, so that few moves make many bytes."""
ENTRIES = 150
MOST_UNREAD = 400 * 1024
"""Bytes that may be on their way to a client that does not read, whoever keeps them."""
READERS = 10
MOST_MEMORY = READERS * MOST_UNREAD // 1024
"""KiB."""


@pytest.fixture
async def code(reckless: Pair, crowd: list[Person]) -> str:
    return await asyncio.to_thread(table_of, crowd, "reckless")


@pytest.fixture
async def tabs(reckless: Pair, crowd: list[Person], code: str) -> AsyncIterator[list[WireTab]]:
    """Three people at the table, on both processes, who say what they have seen."""
    async with sitting([*reckless, reckless[0]], crowd[:3], code) as tabs:
        yield tabs


async def _make_much(tabs: list[WireTab]) -> None:
    """So many entries that the buffers of whoever does not read are full."""
    begin = tabs[0].seq
    while tabs[0].seq < begin + ENTRIES:
        for tab in tabs:
            assert (await tab.play("blow", ENTRY))[0] == "e"
        await tabs[tabs[0].seq % 3].send(json.dumps(["seen", tabs[0].seq - 3]))
        await asyncio.sleep(0.08)


async def test_who_stops_reading_is_given_one_view_or_cut_off(
    reckless: Pair, crowd: list[Person], code: str, tabs: list[WireTab]
) -> None:
    server = reckless[0]
    deaf = [await Raw.open(server, code, crowd[3].key, buffer=4096) for _ in range(READERS)]
    for raw in deaf:
        raw.send(text("join", {"as": "watch"}))
        await raw.hear("view")
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    before = memory(server)
    other = await asyncio.to_thread(table_of, crowd, "reckless")
    async with sitting(reckless[:1], crowd[:1], other) as some, Others(*some) as others:
        await _make_much(tabs)
        assert await others.usual() < others.quick
    assert memory(server) - before < MOST_MEMORY
    for raw in deaf:
        raw.writer.transport.resume_reading()  # type: ignore[attr-defined]
        await _catches_up(raw, tabs[0].seq)


async def _catches_up(raw: Raw, head: int) -> None:
    """It reads again, and says how far it has come."""
    told, much, at = Counter[str](), 0, 1
    while at < head:
        try:
            opcode, payload = await raw.read()
        except (asyncio.IncompleteReadError, ConnectionError):  # it has answered no ping for long
            break
        if opcode == CLOSE:
            break
        if opcode == PING:  # it has been silent for long
            raw.send(frame(payload, PONG))
            continue
        assert opcode == TEXT
        kind, *rest = json.loads(payload)
        much += len(payload)
        told[kind] += 1
        if kind == "e":
            assert rest[0] == at + 1
        if kind in ("e", "view"):
            at = rest[0]
        elif kind == "head":
            raw.send(text("seen", at))
    raw.cut()
    assert told["view"] <= 1, told
    assert told["e"] < ENTRIES, "it was skipped"
    assert much < MOST_UNREAD + 8 * ENTRY
