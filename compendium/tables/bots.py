"""Driving bots: a bot is given its seat's view and legal moves, thinks elsewhere, and moves through the
same door as people.

A bot plays the seats of bots and of absent people it stands in for, and one move for whoever's turn ran
out. One process drives a table, under a short lease that any other takes over when it ends; a bot's move id
is ``b<seq>``, so that two drivers cannot both be accepted. A table without a socket is not driven.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from django.conf import settings

from compendium.rules import Move, view

from . import store, thinking
from .clock import wall
from .flush import Request
from .replica import Replica

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)

LEASE = 5_000
"""ms for which a process may drive a table without asking again."""
RENEW = 3_000
"""ms before the end of a lease from which on it is renewed."""
MOST_THINKING = 200
"""Bots that wait for a thinking process; beyond it one answers at random rather than late."""
AFTER_REFUSAL = 0.5
"""Seconds until a bot whose move was refused looks again."""


class Driver:
    """A hub's bots."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._pool: ProcessPoolExecutor | None = None
        self._thinking = 0
        self._asking: set[int] = set()

    def look(self, replica: Replica) -> None:
        """Let every bot think that can move and does not yet."""
        game, t = replica.game, replica.table
        if (
            game is None
            or replica.head == 0
            or t.over is not None
            or t.facts.get("paused")
            or not replica.sockets
        ):
            return
        levels = _levels(replica)
        if not levels:
            return
        if replica.leased_until <= wall():
            if replica.id not in self._asking:
                self._asking.add(replica.id)
                self.hub.spawn(self._lease([replica]))
            return
        for seat, level in levels.items():
            if seat not in replica.thinking and (legal := list(game.legal(t, seat))):
                replica.thinking[seat] = self.hub.spawn(self._move(replica, seat, level, legal))

    async def _move(self, replica: Replica, seat: int, level: str, legal: list[Move]) -> None:
        seq, started = replica.head, self.hub.loop.time()
        try:
            move, seconds = await self._decide(replica, seat, level, legal)
            await asyncio.sleep(max(0.0, seconds * settings.BOT_PACE - (self.hub.loop.time() - started)))
        finally:
            replica.thinking.pop(seat, None)
        if seat not in _levels(replica) or replica.table.facts.get("paused"):
            return
        if replica.head != seq and not (replica.game and replica.game.allows(replica.table, seat, move)):
            return self.look(replica)

        def refused(code: str, args: dict[str, Any]) -> None:
            log.warning("bot of seat %d at %s: %s was refused: %s", seat, replica.code, move, code)
            self.hub.loop.call_later(AFTER_REFUSAL, self.look, replica)

        request = Request(replica, move, seat, f"bot:{seat}.0", f"b{seq}", answer=refused)
        self.hub.flusher.submit(request)

    async def _decide(self, replica: Replica, seat: int, level: str, legal: list[Move]) -> tuple[Move, float]:
        if self._thinking >= MOST_THINKING:
            return random.choice(legal), 1.0
        v = view(replica.table, seat)
        self._thinking += 1
        try:
            move, seconds = await self.hub.loop.run_in_executor(
                self._processes(), thinking.decide, replica.slug, v, legal, level, secrets.randbits(64)
            )
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("the bot of %s failed", replica.slug)
            if isinstance(error, BrokenProcessPool):
                self._pool = None
            return random.choice(legal), 1.0
        finally:
            self._thinking -= 1
        return (tuple(move), seconds) if tuple(move) in legal else (random.choice(legal), seconds)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max(1, (os.cpu_count() or 2) - 1),
                multiprocessing.get_context("spawn"),
                initializer=thinking.ready,
            )
        return self._pool

    async def renew(self) -> None:
        """Keep the leases of tables that are driven here, and take those that others let go."""
        soon = wall() + RENEW
        wanted = [r for r in self.hub.replicas.values() if r.sockets and r.leased_until < soon and _levels(r)]
        if wanted:
            await self._lease([replica for replica in wanted if replica.table.over is None])

    async def _lease(self, replicas: list[Replica]) -> None:
        try:
            until = wall() + LEASE
            ids = [replica.id for replica in replicas]
            held = await self.hub.read(store.lease, ids, self.hub.name, wall(), until)
        finally:
            self._asking.difference_update(replica.id for replica in replicas)
        for replica in replicas:
            if replica.id in held:
                replica.leased_until = until
                self.look(replica)

    def drop(self, replica: Replica) -> None:
        """Stop thinking for a table."""
        for task in list(replica.thinking.values()):
            task.cancel()
        replica.thinking.clear()

    def close(self) -> None:
        """Stop the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _levels(replica: Replica) -> dict[int, str]:
    """The seats that bots play now, and how well."""
    if replica.game is None:
        return {}
    usual = replica.game.default_level
    levels = {p["seat"]: p["bot"] or usual for p in replica.places if p["bot"] or p["stand_in"]}
    late = replica.table.facts["late"]
    if late is not None:
        levels.setdefault(late, usual)
    return levels
