"""``manage.py bench``: measurements, printed as a table. They are no tests."""

from __future__ import annotations

import importlib
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from compendium.testing import bench


class Command(BaseCommand):
    """``bench kernel`` and ``bench strength``."""

    requires_system_checks = ()
    help = "Measure the kernel's speed, or how strong a game's bots are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One subcommand for each kind of measurement."""
        kinds = parser.add_subparsers(dest="kind", required=True)
        kernel = kinds.add_parser("kernel", help="what a move, a game, a fold and a frame cost")
        kernel.add_argument("--repetitions", type=int, default=30)
        strength = kinds.add_parser("strength", help="what a game's bots score against each other")
        strength.add_argument("slug")
        strength.add_argument("--sets", type=int, default=40, help="duplicate deals with the seats rotated")

    def handle(self, *, kind: str, **how: Any) -> None:
        """Measure and print."""
        self.stdout.write(bench.versions())
        if kind == "kernel":
            self._print(_kernel(how["repetitions"]))
        else:
            self._print(_strength(how["slug"], how["sets"]))

    def _print(self, rows: Iterable[Sequence[Any]]) -> None:
        table = [[f"{part:.1f}" if isinstance(part, float) else str(part) for part in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for row in table:
            first, *rest = (
                part.ljust(width) if place == 0 else part.rjust(width)
                for place, (part, width) in enumerate(zip(row, widths, strict=True))
            )
            self.stdout.write("  ".join([first, *rest]).rstrip())


def _kernel(repetitions: int) -> list[Sequence[Any]]:
    titles = ("what", "unit", "times", "repetitions", "best", "median", "to reach")
    try:
        return [titles, *bench.kernel(repetitions)]
    except LookupError as error:
        raise CommandError(str(error)) from error


def _strength(slug: str, sets: int) -> list[Sequence[Any]]:
    name = f"games.{slug}.strength"
    try:
        rows = importlib.import_module(name).rows
    except ModuleNotFoundError as error:
        if error.name not in {name, name.rpartition(".")[0]}:
            raise
        raise CommandError(f"Nothing measures the bots of {slug!r}: there is no {name}.") from error
    return list(rows(sets))
