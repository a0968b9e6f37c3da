"""What the process that makes the load is told, and what it answers; both travel as JSON, a line each."""

from __future__ import annotations

import msgspec


class Plan(msgspec.Struct, kw_only=True):
    """Whom to load, and the processes to measure: the server's, and the database's if it has one (else 0).
    ``cores``: the processors that are the server's alone, if any are.
    """

    url: str = ""
    server: int = 0
    database: int = 0
    cores: list[int] = []
    game: str = "nerts"
    players: int = 4


class Tables(Plan, tag="tables", kw_only=True):
    """Tables of people who move at fixed times. ``rate``: moves a second of each player; ``notes``: for which
    part of all moves a card is carried. Times in seconds.
    """

    tables: int = 50
    rate: float = 2.0
    notes: float = 0.25
    warmup: float = 5.0
    seconds: float = 15.0


class Soak(Tables, tag="soak", kw_only=True):
    """The same for a long time: every ``stay`` seconds the people of a table go to a new one."""

    stay: float = 150.0
    every: float = 30.0
    """Seconds between two looks."""


class Join(Plan, tag="join", kw_only=True):
    """Joins of tables with so many entries, one at a time."""

    entries: int = 5000
    times: int = 10


class Idle(Plan, tag="idle", kw_only=True):
    """Sockets whose people do nothing but be there, or move every ``pause`` seconds a table in a game of
    turns.
    """

    sockets: int = 1000
    pause: float = 3.0
    warmup: float = 10.0
    seconds: float = 30.0


class Found(msgspec.Struct, tag="found"):
    """What a run of tables came to. Latencies are p50, p95, p99 and longest, ms, from the sending of a move
    until its player (``own``) or the last one (``last``) has its entry; ``late``: how long after their time
    moves were sent, p99. Processor seconds, moves and bytes are those of ``window`` seconds, faults those of
    the whole run.
    """

    window: float
    sent: int
    accepted: int
    own: list[float]
    last: list[float]
    late: float
    server: float
    database: float
    generator: float
    others: float
    """What somebody else used of the server's processors: then the machine was not quiet."""
    memory: float
    entry_bytes: int
    bytes: int
    refused: dict[str, int]
    faults: list[str]
    """What must never be, however late the server is."""


class Look(msgspec.Struct, tag="look"):
    """How a soak stands after ``at`` seconds: moves sent, accepted and refused (by code) since the last look,
    p50, p95, p99 and longest ms to the last player, the server's part of a processor, MB of the server, and
    how many tables have been played.
    """

    at: float
    sent: int
    accepted: int
    refused: dict[str, int]
    last: list[float]
    server: float
    memory: float
    tables: int
    faults: list[str]


class Joined(msgspec.Struct, tag="joined"):
    """ms from the connection to the whole table, of each join: the first at a table and later ones."""

    cold: list[float]
    warm: list[float]
    view: int
    """Bytes."""


class Rested(msgspec.Struct, tag="rested"):
    """Memory in kB a socket, ms that each took to come, the server's part of a processor at rest, and moves a
    second with their latencies, if any were made.
    """

    sockets: int
    memory: float
    coming: float
    server: float
    moves: float
    last: list[float]
    faults: list[str]


AnyPlan = Soak | Tables | Join | Idle
Result = Found | Look | Joined | Rested
