"""What a browser, or a program, is at the other end of a socket: it joins, folds what it is told and keeps
the outcome of each of its moves. It notices when the server breaks its word: a gap, a second outcome.
"""

from __future__ import annotations

import asyncio
import json
import random
import string
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from compendium.rules import View
from compendium.tables.hub import Hub
from compendium.tables.socket import Socket
from compendium.testing.client import Client

PATIENCE = 45.0
"""Seconds, on a busy machine."""
Outcome = tuple[str, Any, Any]
"""("e" or "ok", seq, None), or ("no", code, args)."""


def move_id() -> str:
    return "".join(random.choices(string.ascii_lowercase + string.digits, k=8))


def kept_in(texts: list[str]) -> Callable[[str], int]:
    """A ``say`` for sockets whose texts are to be looked at."""

    def say(*more: str) -> int:
        texts.extend(more)
        return 0

    return say


class Tab:
    """A client, however it is connected."""

    def __init__(self) -> None:
        self.frames: list[list[Any]] = []
        self.table: Client | None = None
        self.you: tuple[int, int] | None = None
        self.seq = -1
        self.legal: list[tuple[Any, ...]] = []
        self.places: list[dict[str, Any]] = []
        self.pending: list[str] = []
        self.outcomes: dict[str, Outcome] = {}
        self.closed: int | None = None
        self.joined = False
        self.fault: Exception | None = None
        self._news = asyncio.Event()

    async def send(self, text: str) -> None:
        """A frame as it is, whatever it is."""
        raise NotImplementedError

    async def join(self, **join: Any) -> Self:
        """Join (``as_``, ``since``, ``pending``), and wait until the table is known."""
        self.joined = False
        await self.send(json.dumps(["join", {key.rstrip("_"): value for key, value in join.items()}]))
        return await self.until(lambda: self.joined or self.closed is not None)

    async def rejoin(self) -> Self:
        """As a browser does after a break: with what it has and what it waits for."""
        return await self.join(since=self.seq, pending=self.pending)

    async def move(self, *move: Any, id: str | None = None, seat: int | None = None) -> str:
        """Send a move; its id."""
        id = move_id() if id is None else id
        if id not in self.pending:
            self.pending.append(id)
        if seat is None:
            assert self.you is not None, "a watcher moves"
            seat = self.you[0]
        await self.send(json.dumps(["m", id, seat, move]))
        return id

    async def play(self, *move: Any, seat: int | None = None) -> Outcome:
        """Send a move; its outcome."""
        return await self.outcome(await self.move(*move, seat=seat))

    async def outcome(self, id: str) -> Outcome:
        await self.until(lambda: id in self.outcomes)
        return self.outcomes[id]

    async def until(self, true: Callable[[], Any], patience: float = PATIENCE) -> Self:
        """Wait for what the server is going to say. Raises TimeoutError."""
        async with asyncio.timeout(patience):
            while self.fault is None and not true():
                self._news.clear()
                await self._news.wait()
        if self.fault is not None:
            raise self.fault
        return self

    async def find(self, true: Callable[[Tab], Any]) -> Self:
        """The same for what is said about this tab."""
        return await self.until(lambda: true(self))

    async def at(self, seq: int) -> Self:
        return await self.until(lambda: self.seq >= seq)

    def told(self, kind: str) -> list[list[Any]]:
        """All frames of a kind, so far."""
        return [frame for frame in self.frames if frame[0] == kind]

    def notes(self, kind: str) -> list[dict[str, Any]]:
        return [frame[1] for frame in self.told("note") if frame[1]["k"] == kind]

    @property
    def facts(self) -> dict[str, Any]:
        assert self.table is not None, "the table has not begun"
        return self.table.facts

    def zone(self, name: str) -> Any:
        assert self.table is not None, "the table has not begun"
        return self.table.zones[name][2]

    @property
    def sees(self) -> Any:
        """All that it knows of the table."""
        return self.table and (self.seq, self.table.zones, self.table.facts)

    # What the server says.

    def hear(self, *texts: str) -> int:
        """Frames; none waits to be read."""
        for text in texts:
            self.take(text)
        return 0

    def take(self, text: str) -> None:
        frame = json.loads(text)
        self.frames.append(frame)
        try:
            getattr(self, f"_{frame[0]}")(*frame[1:])
        except Exception as fault:  # the hub would only log it
            self.fault = fault
        self._news.set()

    def _view(self, seq: int, now: int, you: list[int] | None, table: Any, legal: Any) -> None:
        self.joined = True
        self.seq, self.you = seq, None if you is None else (you[0], you[1])
        self.table = None
        if table is not None:
            seats = range(table["seats"])
            self.table = Client(View(None, seats, None, now, table["zones"], table["facts"]))
        self.legal = [tuple(move) for move in legal or ()]

    def _e(
        self, seq: int, at: int, seat: int | None, id: str | None, ops: list[Any], legal: Any = None
    ) -> None:
        assert seq == self.seq + 1, f"{seq} does not follow {self.seq}"
        assert self.table is not None
        self.seq = seq
        self.table.fold(ops)
        self.legal = [tuple(move) for move in legal or ()]
        if id is not None and id in self.pending:
            self._settle(id, ("e", seq, None))

    def _ok(self, id: str, seq: int) -> None:
        assert seq <= self.seq, "acknowledged before it was told"
        self._settle(id, ("ok", seq, None))

    def _no(self, id: str | None, code: str, args: dict[str, Any]) -> None:
        if id is not None:
            self._settle(id, ("no", code, args))

    def _settle(self, id: str, outcome: Outcome) -> None:
        before = self.outcomes.setdefault(id, outcome)
        assert before[0] != "no" if outcome[0] == "ok" else before == outcome, f"{before}, then {outcome}"
        if id in self.pending:
            self.pending.remove(id)

    def _head(self, seq: int, now: int) -> None:
        self.joined = True

    def _note(self, note: dict[str, Any]) -> None:
        self.places = note.get("places", self.places)

    def _closed(self, code: int) -> None:
        self.closed = code
        self._news.set()


class HubTab(Tab):
    """A tab whose socket is the hub's own, without a network: the way in that any adapter takes."""

    def __init__(self, hub: Hub, table_id: int, player: str) -> None:
        super().__init__()
        self.hub, self.table_id = hub, table_id
        self.socket = Socket(self.hear, self._closed, player)

    async def send(self, text: str) -> None:
        join = self.hub.receive(self.socket, text)
        if join is not None and not await self.hub.join(self.socket, self.table_id, join):
            self._closed(4404)

    def cut(self) -> None:
        """The line breaks; the server hears of it."""
        self.hub.leave(self.socket)
        self.socket = Socket(self.hear, self._closed, self.socket.player)


class WireTab(Tab):
    """A tab at a real server: ``async with WireTab(url) as tab``."""

    def __init__(self, ws: str, code: str, key: str | None = None, **handshake: Any) -> None:
        super().__init__()
        self.url, self.key, self.handshake = f"{ws}/ws/{code}", key, handshake
        self.line: ClientConnection | None = None
        self.listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None
    ) -> None:
        await self.shut()

    async def open(self, ws: str | None = None) -> Self:
        """Connect, to another server where one is named. Raises what ``websockets`` does."""
        if ws is not None:
            self.url = ws + self.url[self.url.index("/ws/") :]
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        self.line = await connect(
            self.url,
            **{
                "subprotocols": ["compendium.1"],
                "additional_headers": headers,
                "open_timeout": PATIENCE,
                "ping_interval": None,  # browsers send none: a server that stands still is waited for
                **self.handshake,
            },
        )
        self.closed = None
        self.listening = asyncio.create_task(self._listen(self.line))
        return self

    async def _listen(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in line:
                assert isinstance(text, str)
                self.take(text)
        if line is self.line:
            self._closed(line.close_code or 1006)

    async def send(self, text: str | bytes) -> None:
        assert self.line is not None
        await self.line.send(text)

    async def shut(self) -> None:
        if self.line is not None:
            await self.line.close()
        if self.listening is not None:
            await self.listening
        if self.fault is not None:
            raise self.fault

    def cut(self) -> None:
        """The line breaks without a word."""
        assert self.line is not None
        self.line.transport.abort()
