"""The door: one WebSocket, /ws/<code>, handed to the hub."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from compendium.accounts.identity import player_of_scope

from . import protocol, store
from .hub import hub
from .socket import Socket

UNKNOWN_TABLE = 4404
WRONG_PROTOCOL = 4406


class TableConsumer(AsyncWebsocketConsumer):
    """Frames come in one after the other; what the hub sends waits in a queue of its own, so that the hub
    never does.
    """

    channel_layer_alias = "no layer: the hub speaks to the sockets itself"

    async def connect(self) -> None:
        """Find the table and the player; the client then joins."""
        self._outbox: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self.socket: Socket | None = None
        offered = protocol.SUBPROTOCOL in self.scope["subprotocols"]
        await self.accept(protocol.SUBPROTOCOL if offered else None)
        if not offered:
            return await self.close(WRONG_PROTOCOL)
        table = await hub().read(store.find, self.scope["url_route"]["kwargs"]["code"])
        if table is None:
            return await self.close(UNKNOWN_TABLE)
        self.table = table
        player = await hub().read(player_of_scope, self.scope)
        self.socket = Socket(self.put, self.hang_up, "" if player is None else str(player.pk))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame of the client's."""
        if self.socket is None:
            return
        join = hub().receive(self.socket, text_data if text_data is not None else "")
        if join is not None and not await hub().join(self.socket, self.table, join):
            await self.close(UNKNOWN_TABLE)

    async def disconnect(self, code: int) -> None:
        """The socket is gone."""
        if self.socket is not None:
            hub().leave(self.socket)
        if self._sending is not None:
            self._sending.cancel()

    def put(self, text: str) -> None:
        """Queue a frame for the client."""
        self._outbox.append(text)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._outbox:
            await self.send(text_data=self._outbox.popleft())

    def hang_up(self, code: int) -> None:
        """Close from the hub's side."""
        self._outbox.clear()
        self._closing: Any = asyncio.get_running_loop().create_task(self.close(code))
