"""Carried cards: whose hand is where, at games where everybody moves at once.

A client says from which pile it has lifted how many cards, and over which pile it holds them; all others at
the table are told so, here and in other processes. No card is ever named: whoever is told looks at what may
be seen of that pile. Nothing of it is logged, any of it may be lost, and moves never wait for it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from . import protocol
from .replica import Replica

if TYPE_CHECKING:
    from .hub import Hub
    from .socket import Socket

SOON = 0.08
"""Seconds that a note waits at most for a frame, or other notes, to go with: hardly anybody sees them, and it
halves what notes cost.
"""


def note(hub: Hub, socket: Socket, carry: protocol.Carry) -> None:
    """A client's note: told on, refused as malformed, or, where it comes too late, dropped."""
    replica = socket.replica
    assert replica is not None
    if carry.from_ is None:
        return socket.put_down()
    if socket.you is None or socket.read_only or not _in_a_race(replica):
        return
    kinds, piles = replica.table.kinds, replica.table.piles
    kind = kinds.get(carry.from_)
    if kind is None or (carry.over is not None and carry.over not in kinds):
        return socket.refuse(None, "malformed")
    if kind.owner not in (None, socket.seat) or not _public(kind.see, carry.cards):
        return socket.refuse(None, "malformed")
    if carry.cards > len(piles[carry.from_]):
        return
    who = {"k": "carry", "who": socket.you}
    socket.carried = partial(_tell, hub, replica, socket, who)
    _tell(hub, replica, socket, {**who, "from": carry.from_, "cards": carry.cards, "over": carry.over})


def _in_a_race(replica: Replica) -> bool:
    return replica.in_play and replica.game is not None and replica.game.realtime


def _public(see: str, cards: int) -> bool:
    """Whether everybody sees so many cards from the top of such a zone."""
    return see == "all" or (see == "top" and cards == 1)


def _tell(hub: Hub, replica: Replica, carrier: Socket, what: dict[str, Any]) -> None:
    frame = protocol.note_frame(what)
    tell(replica, frame, carrier)
    hub.hints.carried(replica, frame)


def tell(replica: Replica, frame: str, carrier: Socket | None = None) -> None:
    """Send a note, soon, to the table's sockets here but the one it comes from."""
    for socket in replica.sockets:
        if socket is not carrier:
            socket.note(frame)
    if replica.noting is None:
        replica.noting = asyncio.get_running_loop().call_later(SOON, _release, replica)


def _release(replica: Replica) -> None:
    replica.noting = None
    for socket in list(replica.sockets):
        socket.release()
