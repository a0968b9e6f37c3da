"""``manage.py playthrough``: print a game played at random, or write it where the tests compare it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from compendium.rules import BadOptions, registry
from compendium.testing import golden


class Command(BaseCommand):
    """One game by its slug; or, without one, all files again."""

    requires_system_checks = ()
    help = "Print a game played at random; with --write, keep it as a golden file for the tests to compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, what is played, and where it goes."""
        parser.add_argument("slug", nargs="?", help="the game; left out: all files are made again")
        parser.add_argument("--seats", type=int, help="default: the fewest")
        parser.add_argument("--options", default="{}", help="JSON; what is left out has its default")
        parser.add_argument("--seed", default="1")
        parser.add_argument("--suffix", default="", help="what follows the slug in the file's name")
        parser.add_argument("--write", action="store_true")
        parser.add_argument("--folder", type=Path, default=Path("tests", "playthroughs"))

    def handle(self, *, slug: str | None, folder: Path, write: bool, suffix: str, **how: Any) -> None:
        """Make the text or texts."""
        if slug is None:
            for path in sorted(folder.glob("*.txt")):
                self._put(path, golden.again(path.read_text()), write)
        else:
            name = f"{slug}-{suffix}" if suffix else slug
            self._put(folder / f"{name}.txt", _made(slug, **how), write)

    def _put(self, path: Path, text: str, write: bool) -> None:
        if not write:
            self.stdout.write(text)
            return
        changed = not path.exists() or path.read_text() != text
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.stdout.write(f"{path}: {'written' if changed else 'the same as before'}")


def _made(slug: str, seats: int | None, options: str, seed: str, **_: Any) -> str:
    game = registry.get(slug)
    if game is None:
        raise CommandError(f"There is no game {slug!r}; there are: {', '.join(registry.find())}.")
    try:
        raw = msgspec.json.decode(options)
        return golden.make(game, golden.Header(slug, seats or game.seats(game.Options())[0], raw, seed))
    except (msgspec.DecodeError, BadOptions) as error:
        raise CommandError(f"These are no options of {game.name}: {error}") from error
