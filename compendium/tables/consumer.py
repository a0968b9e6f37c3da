"""The door: one WebSocket, /ws/<code>, handed to the hub.

Channels serves the handshake and the end. Texts in between come and go by the server's direct line where it
offers one (the ASGI extension of setup/line.py), else as ASGI messages; both ways meet in ``hear``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from compendium.accounts.identity import bearer_of_scope, player_of_scope

from . import protocol, store
from .hub import OUT_OF_SERVICE, hub
from .inbox import FLOODED
from .socket import Socket

log = logging.getLogger(__name__)

BAD_TOKEN = 4401
NOT_YET = 4403
UNKNOWN_TABLE = 4404
WRONG_PROTOCOL = 4406
LINE = "compendium.line"
"""The ASGI extension: ``hear`` is set to what takes texts, ``say(*texts)`` returns the bytes not read yet."""
MOST_UNHEARD = 256
"""Frames that come in while a join is being answered; a client that sends more is dropped."""


class TableConsumer(AsyncWebsocketConsumer):
    """Frames are heard one after the other, at once unless a join before them is still being answered."""

    channel_layer_alias = "no layer: the hub speaks to the sockets itself"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket; however that ends, the hub lets go of it."""
        self.socket: Socket | None = None
        self._unheard: deque[str] = deque()
        self._joining: asyncio.Task[None] | None = None
        self._waits = True
        self._outbox: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._line = scope.get("extensions", {}).get(LINE)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._gone()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' look at the database connections of another thread: this one has none."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Find the table and the player; the client then joins."""
        if self._line is not None:
            self._line.hear = self.hear
        offered = protocol.SUBPROTOCOL in self.scope["subprotocols"]
        await self.accept(protocol.SUBPROTOCOL if offered else None)
        if not offered:
            return await self.close(WRONG_PROTOCOL, reason=f"subprotocol {protocol.SUBPROTOCOL}")
        self.hub = hub()
        found = await self.hub.read(store.find, self.scope["url_route"]["kwargs"].get("code", ""))
        if found is None:
            return await self.close(UNKNOWN_TABLE)
        player = await self.hub.read(player_of_scope, self.scope)
        if player is None and bearer_of_scope(self.scope) is not None:
            return await self.close(BAD_TOKEN)
        self.table, luck = found
        known = "" if player is None else str(player.pk)
        if luck and not await self.hub.read(store.may_look, self.table, known):
            return await self.close(NOT_YET, reason="play the same cards first")
        say = self._put if self._line is None else self._line.say
        self.socket = Socket(say, self.hang_up, known)
        self._go_on()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame of the client's, as an ASGI message."""
        self.hear(text_data if text_data is not None else "")

    def hear(self, text: str) -> None:
        """One frame of the client's."""
        if not self._waits:
            self._take(text)
        elif len(self._unheard) < MOST_UNHEARD:
            self._unheard.append(text)
        else:
            self.hang_up(FLOODED)

    def _take(self, text: str) -> None:
        if self.socket is None or self._closing is not None:
            return
        try:
            join = self.hub.receive(self.socket, text)
        except Exception:
            log.exception("a frame could not be taken")
            return self.hang_up(OUT_OF_SERVICE)
        if join is not None:
            self._waits = True
            self._joining = self.hub.spawn(self._join(self.socket, join))

    async def _join(self, socket: Socket, join: protocol.Join) -> None:
        try:
            known = await self.hub.join(socket, self.table, join)
        except Exception:
            self.hang_up(OUT_OF_SERVICE)
            raise
        if not known:
            return self.hang_up(UNKNOWN_TABLE)
        self._go_on()

    def _go_on(self) -> None:
        self._waits = False
        while self._unheard and not self._waits:
            self._take(self._unheard.popleft())

    async def disconnect(self, code: int) -> None:
        """The socket is gone."""
        self._gone()

    def _gone(self) -> None:
        for task in (self._joining, self._sending):
            if task is not None:
                task.cancel()
        if self.socket is not None:
            self.hub.leave(self.socket)
            self.socket = None

    def hang_up(self, code: int) -> None:
        """Close from the hub's side."""
        if self._closing is None:
            self._outbox.clear()
            self._closing = asyncio.get_running_loop().create_task(self.close(code))

    # Without the line.

    def _put(self, *texts: str) -> int:
        if self._closing is not None:
            return 0
        self._outbox.extend(texts)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())
        return 0

    async def _send(self) -> None:
        while self._outbox:
            await self.send(text_data=self._outbox.popleft())
