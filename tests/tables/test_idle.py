"""Thousands of tables at which nobody is cost nothing but rows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest

from tests.logs import count
from tests.servers import ROOT, Server, Site
from tests.tables.idle_site import IN_PLAY

WATCHED = 2.0
"""Seconds for which an idle process is watched."""
BIG = "tables_table|tables_place|tables_entry|lobby_listing"
WHOLE = re.compile(rf"SCAN (?!.*CONSTANT)\S*|Seq Scan on ({BIG})\b")
"""How a database says that it reads a table from end to end, whatever the index it does that by."""
QUICK = {"COMPENDIUM_AWAY_SECONDS": "3", "COMPENDIUM_EMPTY_SECONDS": "5"}


def run(site: Site, *words: str) -> str:
    """The program beside this file, in a site's environment."""
    program = [sys.executable, "-m", "tests.tables.idle_site", *words]
    done = subprocess.run(
        program, cwd=ROOT, env=site.environment, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def memory(server: Server) -> float:
    """MB that it holds."""
    with open(f"/proc/{server.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def held(server: Server) -> float:
    """Tables that it has in memory."""
    with urlopen(f"{server.url}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("compendium_tables{"))


def idles(server: Server) -> tuple[float, float]:
    """Processor seconds that a process takes while nothing happens, and the MB that it gains."""
    before, had = server.processor, memory(server)
    time.sleep(WATCHED)
    return server.processor - before, memory(server) - had


BY = {"look": "look_at", "due": "wake_at", "open": "look_at", "running": "look_at"}
"""The index by which each finds the rows it needs."""


def check_plans(site: Site) -> None:
    found: dict[str, list[dict[str, Any]]] = json.loads(run(site, "plans"))
    for name, queries in found.items():
        print(f"{name}: {len(queries)} queries, {sum(query['ms'] for query in queries):.1f} ms")
        for query in queries:
            assert not any(WHOLE.search(line) for line in query["plan"]), (name, query)
            assert query["rows"] <= 200, (name, query)
        if name in BY:
            first = queries[0]["plan"]
            assert any(re.search(f"(?i)index.*{BY[name]}", line) for line in first), (name, first)
        assert sum(query["ms"] for query in queries) < 50, (name, queries)


def check(server: Callable[..., Server], number: int, postgres: bool) -> None:
    process = server(postgres=postgres, environment=QUICK)
    time.sleep(1.0)  # what it does once, it has done
    empty, _ = idles(process)
    process.kill()
    run(process.site, "fill", f"{number}")
    in_play = "from tables_table where over_at is null and started_at is not null and paused_at is null"
    assert count(process, in_play) == number // IN_PLAY
    check_plans(process.site)
    process.start()
    was = memory(process)
    deadline = time.monotonic() + 60
    while count(process, in_play):
        assert time.monotonic() < deadline, "they are not put to rest"
        time.sleep(0.1)
    assert count(process, """from tables_entry where move = '["@pause"]'""") == number // IN_PLAY
    full, gained = idles(process)
    while full > empty + 0.1 * WATCHED:
        assert time.monotonic() < deadline, (full, empty)
        full, gained = idles(process)  # it may not have done yet what a start and their rest cost
    print(f"{number} tables: {full:.2f} s of processor in {WATCHED:.0f} s, without any {empty:.2f} s;")
    print(f"{was:.0f} MB at the start, then {memory(process) - was:+.1f}, of it idle {gained:+.1f}")
    assert held(process) == 0
    assert full <= empty + 0.1 * WATCHED
    assert gained < 1
    assert memory(process) - was < 20


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
def test_two_thousand_idle_tables_cost_nothing(server: Callable[..., Server], postgres: bool) -> None:
    check(server, 2_000, postgres)


@pytest.mark.long
@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
def test_ten_thousand_idle_tables_cost_nothing(server: Callable[..., Server], postgres: bool) -> None:
    check(server, 10_000, postgres)
