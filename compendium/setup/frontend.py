"""The front end: where its built files are, and building them when their sources changed."""

import gzip
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from compendium.setup import node

ROOT = Path(__file__).resolve().parents[2]
SOURCES = node.FRONTEND
PACKAGED = ROOT / "compendium" / "_frontend"

DRAFT = "dist.new"
MADE_HERE = {"node_modules", "dist", DRAFT, "test-results"}
COMPRESSED = {".js", ".css", ".svg", ".json"}
SMALLEST_COMPRESSED = 1024  # bytes; below, compressing gains nothing
KEPT = 7 * 86_400
"""Seconds: of the builds before the one that is replaced those are kept that are older by no more."""


class BuildFailed(Exception):
    """The front end could not be built; the text holds the tool's output."""


def dist_folder() -> Path:
    """The built files: of the clone, or those that a release wheel carries."""
    return PACKAGED if PACKAGED.is_dir() else SOURCES / "dist"


def is_current() -> bool:
    """Whether the built files are those of the present sources. A release wheel's always are."""
    return PACKAGED.is_dir() or _stamped(_dist_stamp(), digest_of(sources()))


def build(tell: Callable[[str], None]) -> None:
    """Build what changed, telling each step that takes long. Raises BuildFailed or node.NoNode."""
    if is_current():
        return
    with _alone():
        if is_current():
            return
        found = node.find()
        try:
            _install(found, tell)
            tell(f"Building the front end with Node {found.version}")
            digest = digest_of(sources())
            command = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]
            found.run([*command, "--outDir", DRAFT, "--emptyOutDir"], SOURCES)
        except subprocess.CalledProcessError as fault:
            raise BuildFailed(f"Building the front end failed:\n{fault.output}") from fault
        _compress(SOURCES / DRAFT)
        _publish(SOURCES / DRAFT, SOURCES / "dist")
        _dist_stamp().write_text(digest)


def _publish(new: Path, dist: Path) -> None:
    """Put a build in the place of the one before, while that is served: names are by content, so both fit."""
    manifest = dist / ".vite" / "manifest.json"
    oldest = manifest.stat().st_mtime - KEPT if manifest.is_file() else 0.0
    made = sorted(
        (path for path in new.rglob("*") if path.is_file()), key=lambda path: path.suffix == ".json"
    )
    for path in made:  # the manifest last: what it names is there
        place = dist / path.relative_to(new)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, place)
    shutil.rmtree(new)
    for path in dist.rglob("*"):
        if path.is_file() and path.stat().st_mtime < oldest:
            path.unlink()


def _install(found: node.Node, tell: Callable[[str], None]) -> None:
    """The packages of package-lock.json, when it changed."""
    stamp = SOURCES / "node_modules" / ".installed"
    digest = digest_of([SOURCES / "package.json", SOURCES / "package-lock.json"])
    if _stamped(stamp, digest):
        return
    tell("Fetching the front end's packages")
    found.run_npm(["ci", "--no-audit", "--no-fund"], SOURCES)
    stamp.write_text(digest)


def _dist_stamp() -> Path:
    return SOURCES / "dist" / ".vite" / "sources"


def _stamped(stamp: Path, digest: str) -> bool:
    return stamp.is_file() and stamp.read_text() == digest


def sources() -> Iterator[Path]:
    for top in sorted(SOURCES.iterdir()):
        if top.is_file():
            yield top
        elif top.name not in MADE_HERE:
            yield from sorted(path for path in top.rglob("*") if path.is_file())


def digest_of(files: Iterator[Path] | list[Path]) -> str:
    """By content: a fresh clone has new times on old files."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(SOURCES).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _compress(folder: Path) -> None:
    """Lay a .gz beside each text file: WhiteNoise sends it to browsers that take it."""
    for path in folder.rglob("*"):
        if path.suffix in COMPRESSED and path.stat().st_size >= SMALLEST_COMPRESSED:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


@contextmanager
def _alone() -> Iterator[None]:
    """One build at a time, also between processes that start together."""
    try:
        import fcntl
    except ImportError:  # Windows: two first starts at the same moment are left to luck
        yield
        return
    with open(SOURCES / "package.json") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
