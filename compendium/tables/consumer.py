"""The door: one WebSocket, /ws/<code>, handed to the hub."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from compendium.accounts.identity import bearer_of_scope, player_of_scope

from . import protocol, store
from .hub import hub
from .socket import Socket

BAD_TOKEN = 4401
UNKNOWN_TABLE = 4404
WRONG_PROTOCOL = 4406


class TableConsumer(AsyncWebsocketConsumer):
    """Frames come in one after the other; what the hub sends waits in a queue of its own, so that the hub
    never does.
    """

    channel_layer_alias = "no layer: the hub speaks to the sockets itself"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket; however that ends, the hub lets go of it."""
        self._outbox: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self.socket: Socket | None = None
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._gone()

    async def connect(self) -> None:
        """Find the table and the player; the client then joins."""
        offered = protocol.SUBPROTOCOL in self.scope["subprotocols"]
        await self.accept(protocol.SUBPROTOCOL if offered else None)
        if not offered:
            return await self.close(WRONG_PROTOCOL, reason=f"subprotocol {protocol.SUBPROTOCOL}")
        self.hub = hub()
        table = await self.hub.read(store.find, self.scope["url_route"]["kwargs"].get("code", ""))
        if table is None:
            return await self.close(UNKNOWN_TABLE)
        player = await self.hub.read(player_of_scope, self.scope)
        if player is None and bearer_of_scope(self.scope) is not None:
            return await self.close(BAD_TOKEN)
        self.table = table
        self.socket = Socket(self.put, self.hang_up, "" if player is None else str(player.pk))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame of the client's."""
        if self.socket is None or self._closing is not None:
            return
        join = self.hub.receive(self.socket, text_data if text_data is not None else "")
        if join is not None and not await self.hub.join(self.socket, self.table, join):
            await self.close(UNKNOWN_TABLE)

    async def disconnect(self, code: int) -> None:
        """The socket is gone."""
        self._gone()

    def _gone(self) -> None:
        if self.socket is not None:
            self.hub.leave(self.socket)
            self.socket = None
        if self._sending is not None:
            self._sending.cancel()

    def put(self, text: str) -> None:
        """Queue a frame for the client."""
        if self._closing is not None:
            return
        self._outbox.append(text)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._outbox:
            await self.send(text_data=self._outbox.popleft())

    def hang_up(self, code: int) -> None:
        """Close from the hub's side."""
        if self._closing is None:
            self._outbox.clear()
            self._closing = asyncio.get_running_loop().create_task(self.close(code))
