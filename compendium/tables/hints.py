"""What processes tell each other, over the channel layer: entries just written, what else changed, and which
cards are carried.

A hint may be lost, doubled, late or wrong: an entry is applied only if it is exactly the next one; anything
else makes the replica read the log, and polled heads heal what never arrived.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from . import asides, carry
from .replica import Replica, Row
from .seldom import Rarely, Seldom
from .tally import tally

if TYPE_CHECKING:
    from .hub import Hub
    from .socket import Socket

log = logging.getLogger(__name__)
seldom = Seldom(log)
logging.getLogger("channels_redis.pubsub").addFilter(Rarely())  # a traceback a second, without Redis
GROUP = "tables"
SULK = 1.0
"""Seconds before a broken channel layer is listened to again."""
PATIENCE = 2.0
"""Seconds for a hint to be sent; then it is given up."""
MOST_WAITING = 1000
"""Hints that wait while the layer is slow; beyond it all are given up, for the log has it all."""
MOST_NOTES_WAITING = MOST_WAITING // 2
"""Beyond it carried cards are given up: they push no entry out."""
CLOCK_MOVES = ('["@pause"', '["@resume"')
"""Moves that write more in the table's row than folding them would tell."""

News = tuple[int, tuple[str, ...], dict[str, Any] | None]
"""A table, the kinds of what changed there outside its log, and a note for its clients."""


class Hints:
    """A hub's ear and mouth. Within one process alone (the in-memory layer) both are shut."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        layer = get_channel_layer()
        self.layer = None if isinstance(layer, InMemoryChannelLayer) else layer
        self._waiting: dict[str, list[Any]] = {}
        self._said = asyncio.Event()

    async def listen(self) -> None:
        """Hear the other processes, for ever."""
        channel = None
        while self.layer is not None:
            try:
                channel = channel or await self.layer.new_channel("hub")
                await self.layer.group_add(GROUP, channel)
                while True:
                    message = await self.layer.receive(channel)
                    self._hear(message)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                seldom.warning("no hints from other processes: %s", error)
                await asyncio.sleep(SULK)

    async def speak(self) -> None:
        """Send what there is to say, in order and everything that waits at once, for ever."""
        while self.layer is not None:
            await self._said.wait()
            self._said.clear()
            message, self._waiting = self._waiting, {}
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.layer.group_send(GROUP, {"type": "hint", "from": self.hub.name, **message})
                tally.hints_sent += 1
            except Exception as error:
                tally.hints_lost += 1
                seldom.warning("a hint was not sent: %s", error)

    def publish(self, told: list[tuple[Replica, list[Row]]]) -> None:
        """Tell the other processes what was written."""
        if self.layer is not None:
            self._say("entries", [[replica.id, rows] for replica, rows in told])

    def announce(self, news: News) -> None:
        """Tell them, and this process, that something outside the log changed."""
        self.hub.heard(*news)
        self._say("news", [news])

    def taken_over(self, socket: Socket) -> None:
        """Tell them that a person plays in this tab now."""
        if socket.replica is not None:
            self._say("taken", [[socket.replica.id, socket.place, socket.joined_at]])

    def carried(self, replica: Replica, frame: str) -> None:
        """Tell them whose hand is where, in the words for clients, unless there is much else to say."""
        if self._waits() >= MOST_NOTES_WAITING:
            self._waiting.pop("carried", None)
        else:
            self._say("carried", [[replica.id, frame]])

    def aside(self, replica: Replica, who: tuple[int, int], frame: str) -> None:
        """Tell them what somebody says to a partner, who may be there."""
        self._say("asides", [[replica.id, who, frame]])

    def _waits(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _say(self, kind: str, what: list[Any]) -> None:
        if self.layer is None:
            return
        if self._waits() > MOST_WAITING:
            self._waiting.pop("carried", None)
        if self._waits() > MOST_WAITING:
            tally.hints_lost += 1
            self._waiting = {}
        self._waiting.setdefault(kind, []).extend(what)
        self._said.set()

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("from") == self.hub.name:
            return
        tally.hints_heard += 1
        for id, rows in message.get("entries", ()):
            replica = self.hub.replicas.get(id)
            if replica is not None:
                self._apply(replica, [Row(*row) for row in rows])
        for id, kinds, note in message.get("news", ()):
            self.hub.heard(id, tuple(kinds), note)
        for id, frame in message.get("carried", ()):
            if (replica := self.hub.replicas.get(id)) is not None:
                carry.tell(replica, frame)
        for id, who, frame in message.get("asides", ()):
            if (replica := self.hub.replicas.get(id)) is not None:
                asides.tell(replica, tuple(who), frame)
        for id, place, when in message.get("taken", ()):
            replica = self.hub.replicas.get(id)
            for socket in list(replica.sockets) if replica is not None else ():
                if socket.place == place and socket.joined_at < when:
                    socket.yields()

    def _apply(self, replica: Replica, rows: list[Row]) -> None:
        rows = [row for row in rows if row.seq > replica.head]
        if not rows:
            return
        next_ones = [row.seq for row in rows] == list(range(replica.head + 1, replica.head + 1 + len(rows)))
        plain = not any(row.move.startswith(CLOCK_MOVES) for row in rows)
        if next_ones and plain and replica.head and not (replica.in_flight or replica.held):
            self.hub.follow(replica, rows)
        else:
            self.hub.catch_up(replica)


def announce_from_elsewhere(news: News) -> None:
    """What ``Hints.announce`` does, from a process or thread without a hub."""
    layer = get_channel_layer()
    if layer is not None and not isinstance(layer, InMemoryChannelLayer):
        try:
            async_to_sync(layer.group_send)(GROUP, {"type": "hint", "news": [news]})
        except Exception as error:
            log.warning("a hint was not sent: %s", error)
