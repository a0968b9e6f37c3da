"""Driving bots: a bot is given its seat's view and legal moves, thinks elsewhere, and moves through the
same door as people.

A bot plays the seats of bots and of absent people it stands in for, and one move for whoever's turn ran
out. One process drives a table, under a short lease that any other takes over when it ends; a bot's move id
is ``b<seq>``, so that two drivers cannot both be accepted. A table without a socket is not driven, unless it
is played by days.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings

from compendium.rules import Move, view

from . import luck, store, thinking
from .absence import present
from .clock import wall
from .judge import Request
from .replica import Replica
from .tally import tally

if TYPE_CHECKING:
    from .hub import Hub

T = TypeVar("T")
log = logging.getLogger(__name__)

LEASE = 5_000
"""ms for which a process may drive a table without asking again."""
RENEW = 3_000
"""ms before the end of a lease from which on it is renewed."""
ASK_AGAIN = 1_000
"""ms until a process that was not given a lease asks again."""
MOST_THINKING = 200
"""Bots that wait for a thinking process; beyond it one answers without thinking rather than late."""
PATIENCE = 0.3
"""Seconds a bot waits for a thinking process; after that its game's quick level answers, if it has one."""
AFTER_REFUSAL = 0.5
"""Seconds until a bot whose move was refused looks again."""
LONGEST_SECONDS = 60.0
"""How long a bot may seem to think, whatever it says."""
USUAL_SECONDS = 1.0
"""How long a bot that failed seems to think."""


class Driver:
    """A hub's bots."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._pool: Executor | None = None
        self._opening = threading.Lock()
        self.thinking = 0
        """Bots that wait for a thinking process, or think."""

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
        for place, level in levels.items():
            free = place not in replica.thinking and player_of(place) not in moving
            if free and turn in (None, place[0]) and (legal := _legal(replica, place[0])):
                replica.thinking[place] = self.hub.spawn(self._move(replica, place, level, legal))

    def _in_play(self, replica: Replica) -> bool:
        return replica.in_play and bool(replica.sockets or replica.by_days) and self.hub.holds(replica)

    def awaited(self, replica: Replica) -> bool:
        """Whether a bot is to move at a table by days, whoever looks on."""
        if not replica.by_days or not replica.in_play:
            return False
        return bool(replica.thinking) or any(seat == replica.table.turn for seat, _ in _levels(replica))

    async def _move(self, replica: Replica, place: tuple[int, int], level: str, legal: list[Move]) -> None:
        seat = place[0]
        seq, started = replica.head, self.hub.loop.time()
        try:
            move, seconds = await self._decide(replica, seat, level, legal)
            takes = seconds * settings.BOT_PACE + self._trip(replica)
            await asyncio.sleep(max(0.0, takes - (self.hub.loop.time() - started)))
        finally:
            replica.thinking.pop(place, None)
        if place not in _levels(replica) or not self._in_play(replica):
            return
        if replica.head != seq and not replica.allows(seat, move):
            return self.look(replica)

        def refused(code: str, args: dict[str, Any]) -> None:
            log.debug("the bot of seat %d was refused: %s", seat, code, extra=replica.named)
            self.hub.loop.call_later(AFTER_REFUSAL, self.look, replica)

        request = Request(replica, move, seat, player_of(place), f"b{seq}", answer=refused)
        self.hub.flusher.submit(request)

    @staticmethod
    def _trip(replica: Replica) -> float:
        """In a race a bot waits as long as people do for what they see and for what they play."""
        return replica.trip if replica.game is not None and replica.game.realtime else 0.0

    async def _decide(self, replica: Replica, seat: int, level: str, legal: list[Move]) -> tuple[Move, float]:
        if self.thinking >= MOST_THINKING:
            return _at_once(replica, seat, legal)
        v, pool = view(replica.table, seat), self._processes()
        seed = luck.bot_seed(replica.luck, v) if replica.luck else secrets.randbits(64)
        self.thinking, began = self.thinking + 1, self.hub.loop.time()
        try:
            answer = await self.hub.loop.run_in_executor(
                pool,
                thinking.decide,
                *(replica.slug, v, legal, level, seed, time.monotonic() + PATIENCE),
            )
            move, seconds = tuple(answer[0]), min(float(answer[1]), LONGEST_SECONDS)
            tally.bots_at_random += answer[2]
        except Exception as error:
            log.exception("the bot of %s failed", replica.slug, extra=replica.named)
            if isinstance(error, BrokenProcessPool) and self._pool is pool:
                self.close()
            return _at_once(replica, seat, legal)
        finally:
            self.thinking -= 1
            tally.thinking_seconds.see(self.hub.loop.time() - began)
        if move in legal:
            return move, seconds
        log.warning("the bot of %s wants what is not legal", replica.slug, extra=replica.named)
        return random.choice(legal), seconds

    def ask(self, question: Callable[..., T], *args: Any) -> Future[T]:
        """Have something else thought about in the bots' processes. Callable from any thread."""
        return self._processes().submit(question, *args)

    def _processes(self) -> Executor:
        with self._opening:
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


def _at_once(replica: Replica, seat: int, legal: list[Move]) -> tuple[Move, float]:
    """A move without waiting: of the game's quick level, or any where it has none or that one fails."""
    tally.bots_at_random += 1
    game = replica.game
    if game is not None and game.quick_level:
        try:
            move, seconds = game.bot(view(replica.table, seat), legal, random.Random(), game.quick_level)
        except Exception:
            log.exception("the quick bot of %s failed", replica.slug, extra=replica.named)
        else:
            if move in legal:
                return move, min(float(seconds), LONGEST_SECONDS)
    return random.choice(legal), USUAL_SECONDS


def player_of(place: tuple[int, int]) -> str:
    """Whom the entries of a place's bot name as their player."""
    return f"bot:{place[0]}.{place[1]}"


def _legal(replica: Replica, seat: int) -> list[Move]:
    """A seat's legal moves, less those that a bot leaves to a person at the same seat."""
    legal = replica.moves(replica.table, seat) or []
    assert replica.game is not None
    if not replica.game.personal or seat not in present(replica.places):
        return legal
    return [move for move in legal if move[0] not in replica.game.personal]


def _levels(replica: Replica) -> dict[tuple[int, int], str]:
    """The places (seat, n) that bots play now, and how well."""
    if replica.game is None:
        return {}
    usual = replica.game.default_level
    levels = {(p["seat"], p["n"]): p["bot"] or usual for p in replica.places if p["bot"] or p["stand_in"]}
    late = replica.table.facts["late"]
    if late is not None and not any(seat == late for seat, _ in levels):
        levels[late, 0] = usual
    return levels
