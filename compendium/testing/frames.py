"""How smooth a race is on the screen: frame times while others move and a card is dragged (``bench frames``).

A server of its own, a table whose other boards are played by bots, and a headless Chromium without a graphics
card at 1280 x 800, whose mouse drags an own card by real input all the time.
"""

from __future__ import annotations

import math
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from .ownserver import own_server

CHROMIUM = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
FLAGS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
SCREEN = {"width": 1280, "height": 800}
LEVEL = "expert"
MOVE_SECONDS = 0.77
"""About what a move of such a bot takes, flips included. What it came to is measured."""
WARM_UP = 12
"""Entries that pass before the measurement begins."""
PATIENCE = 60.0
"""Seconds for them to pass."""
STEP = 0.006
"""Seconds between two movements of the mouse: about three in a frame."""
LATE, LOST = 17.5, 34.0
"""ms: a frame that took longer than one and than two of a screen of 60 Hz."""

CLOCK = "ticks=[];(function tick(t){ticks.push(t);requestAnimationFrame(tick)})(performance.now())"
COSTS = {"script": ("ScriptDuration",), "style+layout": ("RecalcStyleDuration", "LayoutDuration")}

TITLES = (
    *("boards", "run", "seconds", "entries/s", "fps", "p50 ms", "p95 ms", "p99 ms", "worst ms"),
    *("> 17.5 ms %", "> 34 ms %", "script ms/entry", "style+layout ms/entry", "load"),
)


class Run(NamedTuple):
    """What one repetition saw: frame times in ms, entries, and ms of the page's main thread by kind."""

    seconds: float
    entries: int
    frames: list[float]
    costs: dict[str, float]
    load: float


class Unable(Exception):
    """It cannot be measured here; the text says what is missing."""


def rows(boards: Sequence[int], rate: float, seconds: float, repeat: int) -> Iterator[Sequence[Any]]:
    """The versions, the titles, and a row for each repetition and for all of them. Raises Unable."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise Unable(
            "Frames are measured with Playwright: `uv sync` (or `pip install playwright`)."
        ) from error
    with sync_playwright() as playwright:
        flags = [*FLAGS, "--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [*FLAGS]
        program = next(filter(None, map(shutil.which, CHROMIUM)), None)
        try:
            browser = playwright.chromium.launch(executable_path=program, args=flags)
        except Error as error:
            raise Unable(f"Chromium does not start: {error.message}") from error
        yield (f"Chromium {browser.version}, {os.cpu_count()} cores, {rate:g} moves/s asked for",)
        yield TITLES
        for count in boards:
            runs = []
            with own_server((count - 1) / rate / MOVE_SECONDS) as server:
                for number in range(1, repeat + 1):
                    runs.append(_run(browser, server.url, count, seconds))
                    yield _row(count, number, runs[-1])
            yield _row(count, "all", _together(runs))


def _together(runs: list[Run]) -> Run:
    costs = {kind: sum(run.costs[kind] for run in runs) for kind in COSTS}
    frames = [frame for run in runs for frame in run.frames]
    seconds, entries = sum(run.seconds for run in runs), sum(run.entries for run in runs)
    return Run(seconds, entries, frames, costs, max(run.load for run in runs))


def _row(boards: int, number: int | str, run: Run) -> Sequence[Any]:
    frames, many = sorted(run.frames), len(run.frames)
    points = [frames[min(many - 1, int(many * part))] for part in (0.5, 0.95, 0.99, 1)]
    shares = [100 * sum(frame > bound for frame in frames) / many for bound in (LATE, LOST)]
    costs = [f"{run.costs[kind] / max(1, run.entries):.2f}" for kind in COSTS]
    rates = (run.seconds, run.entries / run.seconds, many / run.seconds)
    return (boards, number, *rates, *points, *shares, *costs, run.load)


def _run(browser: Any, url: str, boards: int, seconds: float) -> Run:
    context = browser.new_context(base_url=url, viewport=SCREEN)
    page, seen = context.new_page(), _Entries()
    page.on("websocket", lambda socket: socket.on("framereceived", seen.frame))
    page.goto(_begun(context, page, boards))
    page.locator(".card.own").first.wait_for()
    _until(page, lambda: seen.entries >= WARM_UP)
    run = _measured(page, context.new_cdp_session(page), seen, seconds)
    context.close()
    return run


class _Entries:
    """Counts the entries that a page is sent."""

    entries = 0

    def frame(self, frame: str | bytes) -> None:
        self.entries += str(frame).startswith('["e"')


def _begun(context: Any, page: Any, boards: int) -> str:
    """The path of a table that has begun: one seat is the browser's."""
    page.goto("/")
    token = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrftoken")

    def post(path: str, body: dict[str, Any]) -> Any:
        answer = context.request.post(f"/api/{path}", data=body, headers={"X-CSRFToken": token})
        if not answer.ok:
            raise Unable(f"{path}: {answer.status} {answer.text()[:300]}")
        return answer.json()

    code = post("tables", {"game": "nerts", "options": {}, "seats": boards})["code"]
    for _ in range(boards - 1):
        post(f"tables/{code}/bots", {"level": LEVEL})
    post(f"tables/{code}/start", {})
    return f"/t/{code}"


def _until(page: Any, reached: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > deadline:
            raise Unable(f"the other boards made no {WARM_UP} moves in {PATIENCE:g} s")
        page.wait_for_timeout(50)


def _measured(page: Any, devtools: Any, seen: _Entries, seconds: float) -> Run:
    """Drag the last own card in circles, and watch."""
    devtools.send("Performance.enable")
    box = page.locator(".card.own").last.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(640, 400, steps=4)
    page.evaluate(CLOCK)
    before, entries, begun = _costs(devtools), seen.entries, time.monotonic()
    page.evaluate("ticks.length = 0")
    step = 0
    while time.monotonic() < begun + seconds:
        step += 1
        page.mouse.move(640 + 250 * math.cos(step / 20), 400 + 200 * math.sin(step / 20))
        time.sleep(STEP)
    took, entries = time.monotonic() - begun, seen.entries - entries
    ticks, after = page.evaluate("ticks"), _costs(devtools)
    if not page.locator(".card.carried").count():
        raise Unable("the hand ended while it was measured: fewer --seconds, or a lower --rate")
    costs = {kind: after[kind] - before[kind] for kind in COSTS}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan
    return Run(took, entries, [b - a for a, b in pairwise(ticks)], costs, load)


def _costs(devtools: Any) -> dict[str, float]:
    """ms that the page has spent so far, by kind."""
    spent = {m["name"]: m["value"] * 1000 for m in devtools.send("Performance.getMetrics")["metrics"]}
    return {kind: sum(spent[name] for name in names) for kind, names in COSTS.items()}
