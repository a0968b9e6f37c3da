"""The front end: where its built files are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "frontend"
PACKAGED = ROOT / "compendium" / "_frontend"


def dist_folder() -> Path:
    """The built files: of the clone, or those that a release wheel carries."""
    return PACKAGED if PACKAGED.is_dir() else SOURCES / "dist"
