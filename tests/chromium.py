"""The Chromium that the browser tests drive: from PATH, else installed."""

import os
import shutil
import subprocess
import sys

from compendium.testing.programs import Missing

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def flags() -> list[str]:
    return [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS


def find() -> str:
    """The program's path; installs it where it is missing. Raises Missing."""
    return _on_path() or _from_apt() or _from_playwright()


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _from_apt() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print("Installing Chromium for the browser tests …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *step], env=environment, stdout=subprocess.DEVNULL, check=False)
    return _on_path()


PATH_OF_CHROMIUM = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def _from_playwright() -> str:
    where = subprocess.run(
        [sys.executable, "-c", PATH_OF_CHROMIUM], capture_output=True, text=True, check=True
    )
    program = where.stdout.strip()
    if not os.path.exists(program):
        print("Installing Chromium for the browser tests …", flush=True)
        got = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        if got.returncode:
            raise Missing("The browser tests need Chromium: install it so that `chromium` is on PATH.")
    return program
