"""Asides: a line of plain text from one partner to the other, and to nobody else.

It is cleaned as names are, goes straight to the sockets of the partner's place, here or in other processes,
and back to the one that it came from, as a sign that it went. It is never logged nor stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium.accounts.names import printable

from . import protocol
from .limits import Bucket
from .replica import Replica
from .tally import tally

if TYPE_CHECKING:
    from .hub import Hub
    from .socket import Socket

LONGEST = 200
"""Characters."""
RATE, BURST = 0.5, 5.0
"""Lines a second that a player may say for ever, and at once."""


def note(hub: Hub, socket: Socket, aside: protocol.Aside) -> None:
    """A client's line: told on, or refused as ``malformed`` (nothing of it can be seen), ``too_long``,
    ``no_partner`` (nobody is there to read it) or ``too_fast``.
    """
    text, replica = printable(aside.text), socket.replica
    if not text:
        return socket.refuse(None, "malformed")
    if len(text) > LONGEST:
        return _refuse(socket, "too_long")
    if replica is None or socket.you is None or socket.read_only or not _has_partner(replica, socket.you):
        return _refuse(socket, "no_partner")
    if not replica.asides.setdefault(socket.player, Bucket(RATE, BURST)).take():
        return _refuse(socket, "too_fast")
    frame = protocol.note_frame({"k": "aside", "who": socket.you, "text": text})
    socket.send(frame)
    tell(replica, socket.you, frame)
    hub.hints.aside(replica, socket.you, frame)


def tell(replica: Replica, who: tuple[int, int], frame: str) -> None:
    """Send a line to the sockets here of the partners of a place."""
    for socket in list(replica.sockets):
        if socket.seat == who[0] and socket.n != who[1] and not socket.read_only:
            socket.send(frame)


def _has_partner(replica: Replica, who: tuple[int, int]) -> bool:
    at_seat = (place for place in replica.places if place["seat"] == who[0] and place["n"] != who[1])
    return any(place["here"] and not place["bot"] for place in at_seat)


def _refuse(socket: Socket, code: str) -> None:
    tally.refuse(code)
    socket.send(protocol.no_frame(None, code, {"k": "aside"}))
