"""The wire, ``compendium.1``: JSON arrays in text frames; the grammar is in docs/protocol.md.

Decoding never raises anything but Malformed; encoding makes each frame once, as text.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from compendium.rules import Move, Op, View

SUBPROTOCOL = "compendium.1"
LONGEST_FRAME = 4096
LONGEST_MOVE = 8
MOST_PENDING = 32
LONGEST_ID = 8
LONGEST_TRIP = 2_000
"""ms: no round trip counts for more."""
MOVE_ID = re.compile(r"[a-z0-9]{6,8}\Z")
NOTE = re.compile(r'\s*\[\s*"note"')

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class Malformed(Exception):
    """A frame that is not of the protocol; ``id`` is the move's, where it could be read."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.id = id


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """The first frame: what the client has, whom it wants to be, and which moves it waits for."""

    since: int | None = None
    as_: tuple[int, int] | Literal["watch"] | None = msgspec.field(default=None, name="as")
    pending: list[str] = []


class Carry(msgspec.Struct, forbid_unknown_fields=True):
    """So many cards from the top of a zone are carried, over a zone; ``from_`` None: they are put down."""

    k: Literal["carry"]
    from_: str | None = msgspec.field(default=None, name="from")
    cards: int = 0
    over: str | None = None


class Aside(msgspec.Struct, forbid_unknown_fields=True):
    """A line of text for one's partner."""

    k: Literal["aside"]
    text: str


def decode(text: str) -> tuple[Any, ...]:
    """``("join", Join)``, ``("m", id, seat, move)``, ``("seen", seq, ms or None)``, ``("note", Carry or
    Aside)`` or, for a note of another kind, ``("note", None)``. Raises Malformed.
    """
    if len(text) > LONGEST_FRAME:
        raise Malformed
    try:
        frame = _decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Malformed from None
    match frame:
        case ["m", str(id), seat, [*move]] if type(seat) is int:
            return "m", _id(id), seat, _move(id, move)
        case ["m", str(id), *_]:
            raise Malformed(id[:LONGEST_ID])
        case ["seen", seq] if type(seq) is int:
            return "seen", seq, None
        case ["seen", seq, trip] if type(seq) is int and type(trip) is int:
            return "seen", seq, min(max(trip, 0), LONGEST_TRIP)
        case ["join", {}]:
            return "join", _join(frame[1])
        case ["note", {}]:
            return "note", _note(frame[1])
    raise Malformed


def is_note(text: str) -> bool:
    """Whether a text that is not looked at further is a note, if it is a frame at all."""
    return text.startswith('["note"') or (not text.startswith('["') and NOTE.match(text) is not None)


def id_of(text: str) -> str | None:
    """The id of a move that is not looked at further; None for any other frame."""
    try:
        frame = decode(text)
    except Malformed as error:
        return error.id
    return frame[1] if frame[0] == "m" else None


def _id(id: str) -> str:
    if not MOVE_ID.match(id):
        raise Malformed(id[:LONGEST_ID])
    return id


def _move(id: str, move: list[Any]) -> Move:
    if not 0 < len(move) <= LONGEST_MOVE or not isinstance(move[0], str):
        raise Malformed(id)
    for part in move:
        if not (
            part is None
            or (type(part) is int and abs(part) < 2**53)
            or (type(part) is str and len(part) <= 40)
        ):
            raise Malformed(id)
    return tuple(move)


def _join(raw: dict[str, Any]) -> Join:
    try:
        join = msgspec.convert(raw, Join)
    except msgspec.ValidationError:
        raise Malformed from None
    if len(join.pending) > MOST_PENDING or not all(MOVE_ID.match(id) for id in join.pending):
        raise Malformed
    return join


def _note(raw: dict[str, Any]) -> Carry | Aside | None:
    if raw.get("k") == "carry":
        return _carry(raw)
    try:
        return msgspec.convert(raw, Aside) if raw.get("k") == "aside" else None
    except msgspec.ValidationError:
        raise Malformed from None


def _carry(raw: dict[str, Any]) -> Carry:
    try:
        carry = msgspec.convert(raw, Carry)
    except msgspec.ValidationError:
        raise Malformed from None
    if carry.cards < 1 if carry.from_ is not None else len(raw) > 1:
        raise Malformed
    return carry


def view_frame(
    seq: int,
    now: int,
    you: tuple[int, int] | None,
    game: str,
    options: Any,
    v: View | None,
    legal: list[Move] | None,
) -> str:
    """A whole table as one audience knows it; the table is null before its start."""
    table = v and {
        "game": game,
        "options": options,
        "seats": len(v.seats),
        "zones": v.zones,
        "facts": v.facts,
    }
    return _encode(("view", seq, now, you, table, legal)).decode()


def entry_frame(
    seq: int, at: int, seat: int | None, id: str | None, ops: list[Op], legal: list[Move] | None = None
) -> str:
    """One entry as one audience may know it."""
    frame = ("e", seq, at, seat, id, ops) if legal is None else ("e", seq, at, seat, id, ops, legal)
    return _encode(frame).decode()


def no_frame(id: str | None, code: str, args: dict[str, Any] | None = None) -> str:
    """A refusal: a stable code and what its text needs (nothing, where a game gives what is no JSON)."""
    try:
        return _encode(("no", id, code, args or {})).decode()
    except (TypeError, ValueError):
        return _encode(("no", id, f"{code}", {})).decode()


def ok_frame(id: str, seq: int) -> str:
    """A move accepted earlier, as the entry ``seq``."""
    return _encode(("ok", id, seq)).decode()


def head_frame(seq: int, now: int) -> str:
    """The heartbeat: the last entry, and the time on the table's clock."""
    return _encode(("head", seq, now)).decode()


def note_frame(note: dict[str, Any]) -> str:
    """Something outside the log."""
    return _encode(("note", note)).decode()


def encode_text(value: Any) -> str:
    """JSON text for the log."""
    return _encode(value).decode()


def decode_text(text: str) -> Any:
    """JSON text from the log."""
    return _decode(text)
