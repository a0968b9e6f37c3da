"""What a browser must fetch before the first table page plays: at most 60 kB of compressed JavaScript."""

import gzip
import json

import pytest

from compendium.setup import frontend

MOST = 60_000  # bytes, as gzip makes them
PAGE = ("src/site.ts", "src/table.ts")


@pytest.mark.parametrize("game", ["kierki", "nerts"])
def test_a_first_table_page_is_light(game: str) -> None:
    frontend.build(lambda _: None)
    dist = frontend.dist_folder()
    chunks = json.loads((dist / ".vite" / "manifest.json").read_text())
    wanted, needed = [*PAGE, f"src/games/{game}/index.ts"], set()
    while wanted:
        if (one := wanted.pop()) not in needed:
            needed.add(one)
            wanted += chunks[one].get("imports", ())
    files = {chunks[one]["file"] for one in needed}
    sizes = {file: len(gzip.compress((dist / file).read_bytes(), 9)) for file in files}
    assert sum(sizes.values()) <= MOST, sizes
