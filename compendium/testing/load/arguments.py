"""The command line of ``bench tables``, ``join``, ``idle`` and ``soak``."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from . import others, tables
from .apart import Server
from .plan import Idle, Join, Soak, Tables

KINDS = ("tables", "join", "idle", "soak")


def add(kinds: Any) -> None:
    """A subcommand for each kind of load."""
    load = _kind(kinds, "tables", "how many tables a server holds, and how soon all have a move")
    load.add_argument("--tables", type=int, nargs="+", default=[50, 200, 400, 600])
    ramp = "from the first number on more and more, while it holds them"
    load.add_argument("--ramp", action="store_true", help=ramp)
    load.add_argument("--step", type=int, default=100, help="tables more each time (default: 100)")
    load.add_argument("--seconds", type=float, default=15, help="of each run")
    load.add_argument("--repeat", type=int, default=3)
    _play(load)

    join = _kind(kinds, "join", "how long it takes to come to a long table")
    join.add_argument("--entries", type=int, default=5000)
    join.add_argument(
        "--times", type=int, default=10, help="tables, each of which is joined by all its people"
    )

    idle = _kind(kinds, "idle", "what sockets cost whose people do little", games=("nerts", "kierki"))
    idle.add_argument("--sockets", type=int, default=1000)
    idle.add_argument("--pause", type=float, default=3, help="seconds until whoever has the turn moves")
    idle.add_argument("--warmup", type=float, default=10, help="seconds before what is measured")
    idle.add_argument("--seconds", type=float, default=30)

    soak = _kind(kinds, "soak", "whether the memory stays flat while tables are played for long")
    soak.add_argument("--tables", type=int, default=300, help="at the same time")
    soak.add_argument("--minutes", type=float, default=10)
    soak.add_argument(
        "--stay", type=float, default=150, help="seconds until a table's people go to a new one"
    )
    soak.add_argument("--every", type=float, default=30, help="seconds between two looks")
    _play(soak)


def _kind(kinds: Any, name: str, what: str, games: Sequence[str] = ("nerts",)) -> ArgumentParser:
    parser: ArgumentParser = kinds.add_parser(name, help=what)
    parser.add_argument("--game", choices=games, default="nerts")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--redis", action="store_true", help="tell other processes, as one of several does")
    parser.add_argument("--workers", type=int, default=1, help="processes (more than 1: with PostgreSQL)")
    parser.add_argument("--plain", action="store_true", help="without the direct line")
    return parser


def _play(parser: ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=4, help="at each table")
    parser.add_argument("--rate", type=float, default=2, help="moves a second of each player")
    parser.add_argument("--notes", type=float, default=0.25, help="part of the moves with a carried card")
    parser.add_argument("--warmup", type=float, default=5, help="seconds before what is measured")


def rows(kind: str, server: Server, how: dict[str, Any]) -> Iterator[Sequence[Any]]:
    """What a kind of load prints. Raises ``apart.Unable``."""
    play = {name: how[name] for name in ("game", "players", "rate", "notes", "warmup") if name in how}
    if kind == "join":
        return others.joins(server, Join(entries=how["entries"], times=how["times"], **play))
    if kind == "idle":
        rest = {name: how[name] for name in ("sockets", "pause", "seconds")}
        return others.idle(server, Idle(**rest, **play))
    if kind == "soak":
        rest = {name: how[name] for name in ("tables", "stay", "every")}
        return others.soak(server, Soak(seconds=60 * how["minutes"], **rest, **play))
    plan, counts = Tables(seconds=how["seconds"], **play), how["tables"]
    if how["ramp"]:
        return tables.ramp(server, plan, counts[0], how["step"], how["repeat"])
    return tables.rows(server, plan, counts, how["repeat"])
