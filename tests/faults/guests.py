"""People who play at random, right and wrong, wander from process to process and come back after a break."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from compendium.rules import Game, Table
from compendium.rules.options import decode
from compendium.rules.table import Kind
from tests.faults.players import RETRY, Robot
from tests.people import Person
from tests.servers import Server
from tests.tables.client import WireTab, move_id

WRONG: tuple[tuple[Any, ...], ...] = (
    ("sing",), ("play", "XX"), ("put", None), ("flip", -1),
    ("@wake",), ("@lost",), ("call",), ("@replace", 0),
)  # fmt: skip
MOST_PENDING = 24
"""Moves without an answer, beyond which people wait; a join may ask for 32."""
SEEN_EVERY = 1.0
"""Seconds between two words on how far one has come; whoever says none is skipped in a long race."""
ANSWERED = 15.0
"""Seconds that people wait for a join to be answered."""
FORGETS = 40
"""Moves an old one is chosen from."""


class WanderingTab(WireTab):
    """A tab on a line that may tell an entry twice, as a browser's takes it."""

    shown: Any = None
    """The table of the last view."""
    now = 0
    """The last time it was told, on the table's clock."""
    now_at = 0.0
    """When it was told so, by ``time.monotonic()``."""

    async def open(self, ws: str | None = None) -> Self:
        await super().open(ws)
        self.frames.append(["open"])  # what follows is another line's
        return self

    async def follow(self, true: Callable[[], Any]) -> None:
        """Wait for what the server is going to say, and say what was heard meanwhile."""
        while self.closed is None and not true():
            await self.send(json.dumps(["seen", self.seq]))
            with suppress(TimeoutError):
                await self.until(lambda: self.closed is not None or true(), SEEN_EVERY)

    def _view(self, seq: int, now: int, you: list[int] | None, table: Any, legal: Any) -> None:
        super()._view(seq, now, you, table, legal)
        self.shown = table
        self._tells(now)

    def _e(self, seq: int, at: int, *rest: Any) -> None:
        if seq > self.seq:
            super()._e(seq, at, *rest)
            self._tells(at)

    def _head(self, seq: int, now: int) -> None:
        super()._head(seq, now)
        self._tells(now)

    def _tells(self, now: int) -> None:
        self.now, self.now_at = now, time.monotonic()


class Guest(Robot):
    """A person at a table; all that it does follows from ``rng`` and from what it is told when."""

    pauses = 0.02
    """How likely a move of theirs is a vote for a pause."""

    def __init__(
        self, person: Person, code: str, servers: list[Server], game: Game, rng: random.Random, pace: float
    ) -> None:
        super().__init__(person, code, servers, rng.randrange(len(servers)))
        self.person = person
        self.tab: WanderingTab = WanderingTab(servers[self.on].ws, code, person.key)
        self.game, self.rng, self.pace = game, rng, pace
        self.sent: set[str] = set()
        self.old: list[tuple[Any, ...]] = []
        self.options: Any = None

    async def settle(self, servers: list[Server]) -> None:
        """Come back to one of these, and hear what became of all moves."""
        self.servers, self.on = servers, self.rng.randrange(len(servers))
        tab = self.tab
        while tab.closed is not None or not tab.joined or tab.pending:
            try:
                await self._connect()
                await tab.follow(lambda: tab.joined and not tab.pending)
            except (ConnectionClosed, InvalidHandshake, OSError):
                self.on = (self.on + 1) % len(self.servers)
            await asyncio.sleep(RETRY)

    async def _connect(self) -> None:
        try:
            async with asyncio.timeout(ANSWERED):
                await super()._connect()
        except TimeoutError:
            if self.tab.line is not None:
                self.tab.cut()  # who is not answered takes the line for broken
            raise

    async def _step(self, until: Callable[[], Any]) -> None:
        tab = self.tab
        if tab.closed is not None:
            raise OSError("closed")
        if tab.table is None or tab.you is None or len(tab.pending) > MOST_PENDING:
            return await asyncio.sleep(0.05)
        for _ in range(self.rng.choice((1, 1, 1, 3))):
            await self._anything()
        await self._wander()
        await asyncio.sleep(self.rng.uniform(0, 2 * self.pace))
        await tab.send(json.dumps(["seen", tab.seq]))
        self.acknowledged |= {id: at for id, (kind, at, _) in tab.outcomes.items() if kind != "no"}

    async def _anything(self) -> None:
        """A move, most likely one that is allowed."""
        rng, legal = self.rng, self.legal()
        dice = rng.random()
        if self.tab.facts.get("paused"):
            move: tuple[Any, ...] = ("@resume",)
        elif dice < self.pauses:
            move = ("@pause",)
        elif dice < 0.10:
            move = rng.choice(WRONG)
        elif dice < 0.15 and self.old:
            move = rng.choice(self.old)
        elif legal:
            move = rng.choice(legal)
            self.old = [*self.old, move][-FORGETS:]
        else:
            return
        id = move_id()
        self.sent.add(id)
        await self.tab.move(*move, id=id, seat=self.tab.you[0] if self.tab.you and dice > 0.01 else 7)

    async def _wander(self) -> None:
        """Leave now and then, politely or not, for this process or another."""
        dice = self.rng.random()
        if dice > 0.04:
            return
        self.tab.cut() if dice < 0.02 else await self.tab.shut()
        raise OSError("left")

    def legal(self) -> list[tuple[Any, ...]]:
        """What may be allowed, as far as the player knows."""
        if not self.game.realtime:
            return self.tab.legal
        assert self.tab.you is not None
        moves = list(self.game.legal(self._guess(), self.tab.you[0]))
        return [move for move in moves if move != ("stuck",)] or moves

    def _guess(self) -> Table:
        """The table, with blanks for the cards that are hidden."""
        tab = self.tab
        assert tab.table is not None
        self.options = self.options or decode(self.game, tab.shown["options"])
        t = Table(tab.shown["seats"], self.options)
        for zone, (see, owner, shown) in tab.table.zones.items():
            if isinstance(shown, int):
                shown = ["??"] * shown
            elif see == "top":
                shown = ["??"] * (shown[0] - 1) + [shown[1]] * bool(shown[0])
            t.piles[zone], t.kinds[zone] = tuple(shown), Kind(see, owner)
        t.facts, t.now = tab.facts, tab.now
        return t
