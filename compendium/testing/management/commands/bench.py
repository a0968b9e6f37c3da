"""``manage.py bench``: measurements, printed as a table. They are no tests."""

from __future__ import annotations

import importlib
import signal
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from inspect import signature
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from compendium.testing import bench, frames
from compendium.testing.load import arguments
from compendium.testing.load.apart import Server, Unable


class Command(BaseCommand):
    """``bench kernel``, ``strength`` and ``frames``; ``tables``, ``join``, ``idle`` and ``soak``."""

    requires_system_checks = ()
    help = (
        "Measure the kernel's speed, how strong a game's bots are, how smooth a race is on the screen, or "
        "how many tables a server holds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand for each kind of measurement."""
        kinds = parser.add_subparsers(dest="kind", required=True)
        kernel = kinds.add_parser("kernel", help="what a move, a game, a fold and a frame cost")
        kernel.add_argument("--repetitions", type=int, default=30)
        strength = kinds.add_parser("strength", help="what a game's bots score against each other")
        strength.add_argument("slug")
        strength.add_argument("--sets", type=int, default=40, help="duplicate deals with the seats rotated")
        strength.add_argument("--start", type=int, default=0, help="the first set: large runs go in pieces")
        strength.add_argument("--only", default="", help="matches of one level")
        strength.add_argument(
            "--worlds", type=int, default=0, help="worlds for levels that look ahead, in place of their time"
        )
        smooth = kinds.add_parser(
            "frames", help="frame times in a browser while others move and a card is dragged"
        )
        smooth.add_argument("slug", choices=["nerts"])
        smooth.add_argument("--boards", type=int, nargs="+", default=[4, 8], choices=range(2, 9))
        smooth.add_argument("--rate", type=float, default=20, help="moves a second of the others together")
        smooth.add_argument("--seconds", type=float, default=8, help="of each repetition")
        smooth.add_argument("--repeat", type=int, default=3)
        arguments.add(kinds)

    def handle(self, *, kind: str, **how: Any) -> None:
        """Measure and print."""
        if kind in arguments.KINDS:
            return self._load(kind, **how)
        self.stdout.write(bench.versions())
        if kind == "kernel":
            self._print(_kernel(how["repetitions"]))
        elif kind == "frames":
            self._frames(how["boards"], how["rate"], how["seconds"], how["repeat"])
        else:
            wanted = {name: how[name] for name in ("start", "only", "worlds") if how[name]}
            self._print(_strength(how["slug"], how["sets"], wanted))

    def _frames(self, boards: list[int], rate: float, seconds: float, repeat: int) -> None:
        with _stoppable():
            try:
                machine, *rows = frames.rows(boards, rate, seconds, repeat)
            except (frames.Unable, RuntimeError) as error:
                raise CommandError(str(error)) from error
        self.stdout.write(machine[0])
        self._print(rows)

    def _load(self, kind: str, database: str, redis: bool, workers: int, plain: bool, **how: Any) -> None:
        server = Server(database, redis, workers, plain, self._say)
        with _stoppable():
            try:
                for line in server.header():
                    self.stdout.write(line)
                self._print(arguments.rows(kind, server, how))
            except Unable as error:
                raise CommandError(str(error)) from error

    def _say(self, line: str) -> None:
        """How far it is, beside the table."""
        self.stderr.write(line)

    def _print(self, rows: Iterable[Sequence[Any]]) -> None:
        table = [[f"{part:.1f}" if isinstance(part, float) else str(part) for part in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            first, *rest = (
                part.ljust(width) if place == 0 else part.rjust(width)
                for place, (part, width) in enumerate(zip(row, widths, strict=True))
            )
            self.stdout.write("  ".join([first, *rest]).rstrip())


@contextmanager
def _stoppable() -> Iterator[None]:
    """Ctrl+C and SIGTERM end what was started for the measurement, then the command."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise CommandError("Stopped.") from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _kernel(repetitions: int) -> list[Sequence[Any]]:
    titles = ("what", "unit", "times", "repetitions", "best", "median", "to reach")
    try:
        return [titles, *bench.kernel(repetitions)]
    except LookupError as error:
        raise CommandError(str(error)) from error


def _strength(slug: str, sets: int, wanted: dict[str, Any]) -> list[Sequence[Any]]:
    name = f"games.{slug}.strength"
    try:
        rows = importlib.import_module(name).rows
    except ModuleNotFoundError as error:
        if error.name not in {name, name.rpartition(".")[0]}:
            raise
        raise CommandError(f"Nothing measures the bots of {slug!r}: there is no {name}.") from error
    try:
        return list(rows(sets, **wanted))
    except TypeError as error:
        if set(wanted) <= set(signature(rows).parameters):
            raise
        raise CommandError(f"The bots of {slug!r} are not measured with {', '.join(wanted)}.") from error
