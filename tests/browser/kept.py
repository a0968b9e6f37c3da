"""What is kept of a test: in a site's database, and as pictures."""

import json
import os
import sqlite3
from pathlib import Path

from playwright.sync_api import Page

from tests.servers import Server


def kept_score(site: Server, page: Page) -> list[int]:
    """The final score of a page's table, as the site keeps it."""
    code = page.url.rsplit("/", 1)[1]
    with sqlite3.connect(f"file:{site.site.folder}/compendium.sqlite3?mode=ro", uri=True) as database:
        ((score,),) = database.execute("select score from tables_table where code = ?", [code])
    kept: list[int] = json.loads(score)
    return kept


def shot(page: Page, name: str) -> None:
    """A picture of the page, where the folder BROWSER_SHOTS is given."""
    if folder := os.environ.get("BROWSER_SHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")
