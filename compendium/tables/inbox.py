"""What clients say: each frame has one clear answer, and what is wrong with it changes nothing.

The grammar is in docs/protocol.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import house, protocol
from .flush import tell_player
from .judge import Request
from .replica import Replica
from .socket import Socket

if TYPE_CHECKING:
    from .hub import Hub

FLOODED = 4429
"""Close code: too many frames. (autobahn sends applications' own codes only.)"""


def receive(hub: Hub, socket: Socket, text: str) -> protocol.Join | None:
    """One frame; a join is handed back."""
    if not socket.bucket.take():
        _flooded(socket, text)
        return None
    try:
        frame = protocol.decode(text)
    except protocol.Malformed as error:
        socket.refuse(error.id, "malformed")
        return None
    if frame[0] == "join":
        join: protocol.Join = frame[1]
        socket.bucket.spend(len(join.pending))
        return join
    if socket.replica is None:
        socket.refuse(frame[1] if frame[0] == "m" else None, "join_first")
    elif frame[0] == "m":
        _move(hub, socket, socket.replica, *frame[1:])
    elif frame[0] == "seen":
        socket.saw(frame[1])
        socket.send(protocol.head_frame(socket.replica.head, socket.replica.now()))
    return None


def _flooded(socket: Socket, text: str) -> None:
    """Every move has its one answer, even in a flood; a flood that does not end is cut off."""
    if socket.bucket.patient:
        socket.refuse(protocol.id_of(text), "too_fast")
    else:
        socket.close(FLOODED)


def _move(hub: Hub, socket: Socket, replica: Replica, id: str, seat: int, move: tuple[Any, ...]) -> None:
    if socket.seat is None or seat != socket.seat:
        return socket.refuse(id, "not_your_seat")
    if socket.read_only:
        return socket.refuse(id, "taken_over")
    if move[0].startswith("@") and move[0] not in house.OPEN:
        return socket.refuse(id, "unknown_verb")
    answer = tell_player(replica, socket.player, id)
    hub.flusher.submit(Request(replica, move, seat, socket.player, id, answer=answer))
