"""Joins of long tables: how long it takes from the connection to the whole table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import islice
from time import perf_counter
from urllib.parse import urlsplit

from compendium.rules.options import decode
from compendium.testing.playthrough import entries

from . import laid
from .counts import Counts
from .line import Line
from .plan import Join, Joined
from .playing import game_of, without_pauses

REST = 0.05
"""Seconds between two joins, in which the server tells who is here."""


async def run(plan: Join) -> AsyncIterator[Joined]:
    """Join some tables of the same log. Raises LookupError where the game is not installed, OSError."""
    game = game_of(plan)
    played = entries(game, plan.players, decode(game, {}), "bench")
    log = list(islice(played, plan.entries))
    tables = await asyncio.to_thread(laid.lay, game, [log[:2]] + [log] * plan.times, stopped=True)
    counts, address = Counts(), urlsplit(plan.url)
    host, port = address.hostname or "", address.port or 0
    without_pauses()

    async def joined(table: laid.Laid, seat: int) -> float:
        line, begun = Line(counts, seat), perf_counter()
        await line.connect(host, port, table.code, table.keys[seat])
        took = 1000 * (perf_counter() - begun)
        await asyncio.sleep(REST)
        lines.append(line)
        return took

    lines, cold, warm = list[Line](), list[float](), list[float]()
    await joined(tables[0], 0)  # the server's first socket of all
    for table in tables[1:]:
        cold.append(await joined(table, 0))
        warm += [await joined(table, seat) for seat in range(1, plan.players)]
    yield Joined(cold=cold, warm=warm, view=counts.largest_view)
