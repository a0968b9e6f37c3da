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
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from django.conf import settings

from compendium.rules import Move, view

from . import store, thinking
from .clock import wall
from .judge import Request
from .replica import Replica

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)

LEASE = 5_000
"""ms for which a process may drive a table without asking again."""
RENEW = 3_000
"""ms before the end of a lease from which on it is renewed."""
ASK_AGAIN = 1_000
"""ms until a process that was not given a lease asks again."""
MOST_THINKING = 200
"""Bots that wait for a thinking process; beyond it one answers at random rather than late."""
AFTER_REFUSAL = 0.5
"""Seconds until a bot whose move was refused looks again."""
USUAL_SECONDS = 1.0
"""How long a bot that failed seems to think."""


class Driver:
    """A hub's bots."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._pool: Executor | None = None
        self._thinking = 0

    def look(self, replica: Replica) -> None:
        """Let every bot think that can move and does not yet."""
        game, levels = replica.game, _levels(replica)
        if game is None or not levels or not self._in_play(replica):
            return
        now = wall()
        if replica.leased_until <= now:
            if replica.asked_at + ASK_AGAIN <= now:
                replica.asked_at = now
                self.hub.spawn(self._lease([replica]))
            return
        moving = {player for player, _ in replica.waiting}
        turn = None if game.realtime else replica.table.turn
        for seat, level in levels.items():
            free = seat not in replica.thinking and player_of(seat) not in moving
            if free and turn in (None, seat) and (legal := replica.moves(replica.table, seat)):
                replica.thinking[seat] = self.hub.spawn(self._move(replica, seat, level, legal))

    def _in_play(self, replica: Replica) -> bool:
        facts = replica.table.facts
        started = replica.head > 0 and facts["over"] is None and not facts.get("paused")
        return started and bool(replica.sockets) and self.hub.holds(replica)

    async def _move(self, replica: Replica, seat: int, level: str, legal: list[Move]) -> None:
        seq, started = replica.head, self.hub.loop.time()
        try:
            move, seconds = await self._decide(replica, seat, level, legal)
            await asyncio.sleep(max(0.0, seconds * settings.BOT_PACE - (self.hub.loop.time() - started)))
        finally:
            replica.thinking.pop(seat, None)
        if seat not in _levels(replica) or not self._in_play(replica):
            return
        if replica.head != seq and not (replica.game and replica.game.allows(replica.table, seat, move)):
            return self.look(replica)

        def refused(code: str, args: dict[str, Any]) -> None:
            log.debug("bot of seat %d at %s: %s was refused: %s", seat, replica.code, move, code)
            self.hub.loop.call_later(AFTER_REFUSAL, self.look, replica)

        request = Request(replica, move, seat, player_of(seat), f"b{seq}", answer=refused)
        self.hub.flusher.submit(request)

    async def _decide(self, replica: Replica, seat: int, level: str, legal: list[Move]) -> tuple[Move, float]:
        if self._thinking >= MOST_THINKING:
            return random.choice(legal), USUAL_SECONDS
        v, pool = view(replica.table, seat), self._processes()
        self._thinking += 1
        try:
            answer = await self.hub.loop.run_in_executor(
                pool, thinking.decide, replica.slug, v, legal, level, secrets.randbits(64)
            )
            move, seconds = tuple(answer[0]), float(answer[1])
        except Exception as error:
            log.exception("the bot of %s failed", replica.slug)
            if isinstance(error, BrokenProcessPool) and self._pool is pool:
                self.close()
            return random.choice(legal), USUAL_SECONDS
        finally:
            self._thinking -= 1
        if move in legal:
            return move, seconds
        log.warning("the bot of %s wants what is not legal: %s", replica.slug, move)
        return random.choice(legal), seconds

    def _processes(self) -> Executor:
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
        wanted = [
            r for r in self.hub.replicas.values() if r.leased_until < soon and self._in_play(r) and _levels(r)
        ]
        if wanted:
            await self._lease(wanted)

    async def _lease(self, replicas: list[Replica]) -> None:
        now = wall()
        held = await self.hub.read(store.lease, [r.id for r in replicas], self.hub.name, now, now + LEASE)
        for replica in replicas:
            if replica.id in held:
                replica.leased_until = now + LEASE
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


def player_of(seat: int) -> str:
    """Whom the entries of a seat's bot name as their player."""
    return f"bot:{seat}.0"


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
