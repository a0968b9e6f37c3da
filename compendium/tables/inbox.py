"""What clients say: each frame has one clear answer, and what is wrong with it changes nothing.

The grammar is in docs/protocol.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import asides, carry, house, protocol
from .flush import tell_player
from .judge import Request
from .limits import Bucket
from .replica import Replica
from .socket import Socket

if TYPE_CHECKING:
    from .hub import Hub

FLOODED = 4429
"""Close code: too many frames. (autobahn sends applications' own codes only.)"""


def receive(hub: Hub, socket: Socket, text: str) -> protocol.Join | None:
    """One frame; a join is handed back."""
    is_note = protocol.is_note(text)
    bucket = socket.notes if is_note else socket.bucket
    if not bucket.take():
        _flooded(socket, bucket, None if is_note else text)
        return None
    try:
        frame = protocol.decode(text)
    except protocol.Malformed as error:
        _refuse(socket, error.id, "malformed")
        return None
    if frame[0] == "join":
        join: protocol.Join = frame[1]
        socket.bucket.spend(len(join.pending))
        return join
    if socket.replica is None:
        _refuse(socket, frame[1] if frame[0] == "m" else None, "join_first")
    elif frame[0] == "m":
        _move(hub, socket, socket.replica, *frame[1:])
    elif frame[0] == "seen" and hub.watch.blind:
        hub.spawn(hub.watch.saw(socket, *frame[1:]))
    elif frame[0] == "seen":
        socket.saw(*frame[1:])
        socket.send(protocol.head_frame(socket.replica.head, socket.replica.now()))
    elif isinstance(frame[1], protocol.Aside):
        asides.note(hub, socket, frame[1])
    elif frame[1] is not None:
        carry.note(hub, socket, frame[1])
    return None


def _flooded(socket: Socket, bucket: Bucket, text: str | None) -> None:
    """Every move has its one answer, even in a flood, and notes (None) have none; a flood that does not end
    is cut off.
    """
    if not bucket.patient:
        socket.close(FLOODED)
    elif text is not None:
        _refuse(socket, protocol.id_of(text), "too_fast")


def _refuse(socket: Socket, id: str | None, code: str) -> None:
    """Tell a refusal, unless the frame is a copy of a move that has its answer, or is about to have it."""
    key, replica = (socket.player, id), socket.replica
    if id in socket.refused or (replica is not None and (key in replica.waiting or key in replica.ids)):
        return
    socket.refuse(id, code)


def _move(hub: Hub, socket: Socket, replica: Replica, id: str, seat: int, move: tuple[Any, ...]) -> None:
    if id in socket.refused and (socket.player, id) not in replica.ids:
        return  # a copy
    if socket.seat is None or seat != socket.seat:
        return _refuse(socket, id, "not_your_seat")
    if socket.read_only:
        return _refuse(socket, id, "taken_over")
    if move[0].startswith("@") and move[0] not in house.OPEN:
        return _refuse(socket, id, "unknown_verb")
    answer = tell_player(replica, socket.player, id)
    hub.flusher.submit(Request(replica, move, seat, socket.player, id, answer=answer))
