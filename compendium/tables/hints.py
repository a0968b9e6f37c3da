"""What processes tell each other, over the channel layer: entries just written, and that something else
changed.

A hint may be lost, doubled, late or wrong: it is applied only if it is exactly the next entry; anything
else makes the replica read the log, and polled heads heal what never arrived.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from .replica import Replica, Row

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
GROUP = "tables"
SULK = 1.0
"""Seconds before a broken channel layer is listened to again."""


class Hints:
    """A hub's ear and mouth. Within one process alone (the in-memory layer) both are shut."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        layer = get_channel_layer()
        self.layer = None if isinstance(layer, InMemoryChannelLayer) else layer

    async def listen(self) -> None:
        """Hear the other processes, for ever."""
        while self.layer is not None:
            try:
                channel = await self.layer.new_channel("hub")
                await self.layer.group_add(GROUP, channel)
                while True:
                    self._hear(await self.layer.receive(channel))
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("no hints from other processes: %s", error)
                await asyncio.sleep(SULK)

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("from") == self.hub.name:
            return
        if message["type"] == "announce":
            self.hub.heard(message["table"], tuple(message["kinds"]), message.get("note"))
            return
        for id, rows in message["tables"]:
            replica = self.hub.replicas.get(id)
            if replica is not None:
                self._apply(replica, [Row(*row) for row in rows])

    def _apply(self, replica: Replica, rows: list[Row]) -> None:
        rows = [row for row in rows if row.seq > replica.head]
        if not rows:
            return
        plain = not any(row.move.startswith('["@') for row in rows)
        if plain and rows[0].seq == replica.head + 1 and not (replica.in_flight or replica.catching_up):
            self.hub.follow(replica, rows)
        else:
            self.hub.catch_up(replica)

    def publish(self, told: list[tuple[Replica, list[Row]]]) -> None:
        """Tell the other processes what was written."""
        if self.layer is not None:
            self._send({"type": "entries", "tables": [[replica.id, rows] for replica, rows in told]})

    def announce(self, id: int, kinds: tuple[str, ...], note: dict[str, Any] | None = None) -> None:
        """Tell them, and this process, that something outside the log changed."""
        self.hub.heard(id, kinds, note)
        if self.layer is not None:
            self._send(_announcement(id, kinds, note))

    def _send(self, message: dict[str, Any]) -> None:
        self.hub.spawn(self._sent({**message, "from": self.hub.name}))

    async def _sent(self, message: dict[str, Any]) -> None:
        assert self.layer is not None
        try:
            await self.layer.group_send(GROUP, message)
        except Exception as error:
            log.warning("a hint was not sent: %s", error)


def _announcement(id: int, kinds: tuple[str, ...], note: dict[str, Any] | None) -> dict[str, Any]:
    return {"type": "announce", "table": id, "kinds": list(kinds), "note": note}


def announce_from_elsewhere(id: int, kinds: tuple[str, ...], note: dict[str, Any] | None) -> None:
    """The same from a process or thread without a hub."""
    layer = get_channel_layer()
    if layer is not None and not isinstance(layer, InMemoryChannelLayer):
        try:
            async_to_sync(layer.group_send)(GROUP, _announcement(id, kinds, note))
        except Exception as error:
            log.warning("a hint was not sent: %s", error)
