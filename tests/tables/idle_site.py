"""A site with thousands of tables at which nobody is: made, and asked how its database finds what it needs.

To be run as a program in the environment of a site: ``fill 2000``, or ``plans``, which prints JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import django

DAY = 86_400_000  # ms
EACH = 5
"""Tables of one person."""
IN_PLAY = 10
"""One table in so many was in play when its process was killed."""
KINDS = ("waiting", "resting", "paused", "over")


def fill(number: int) -> None:
    """As many tables, a quarter each of those that wait, rest, are paused or over, all of them public."""
    from compendium.accounts.models import Player
    from compendium.lobby.models import Listing
    from compendium.tables.clock import wall
    from compendium.tables.models import Entry, Place, Table

    now, ago = wall(), wall() - DAY // 2
    people = Player.objects.bulk_create([Player(name=f"P{n}") for n in range(number // EACH)])
    rows = Table.objects.bulk_create(
        [
            Table(game="kierki", options={}, seats=4, created=ago, **_columns(n, now, ago))
            for n in range(number)
        ]
    )
    Place.objects.bulk_create(
        Place(
            table=row,
            seat=seat,
            name=f"S{seat}",
            player=None if seat else people[n // EACH],
            bot="normal" if seat else "",
            host=seat == 0,
            seen_at=ago,
        )
        for n, row in enumerate(rows)
        for seat in range(4)
    )
    Entry.objects.bulk_create(Entry(table=row, seq=1, at=0, move='["@start"]') for row in rows if row.head)
    Listing.objects.bulk_create(Listing(table=row, public=True) for row in rows)
    _analyze()


def _columns(n: int, now: int, ago: int) -> dict[str, Any]:
    if n % IN_PLAY == 0:
        return {"started_at": ago, "head": 1, "look_at": ago}
    kind = KINDS[n % len(KINDS)]
    if kind == "waiting":
        return {"look_at": now + DAY}
    if kind == "over":
        return {"started_at": ago, "over_at": ago, "head": 1, "look_at": None}
    return {"started_at": ago, "paused_at": ago, "head": 1, "look_at": now + 7 * DAY}


def _analyze() -> None:
    from django.db import connection

    if connection.vendor == "postgresql":  # as its daemon does after so many changes
        with connection.cursor() as cursor:
            cursor.execute("analyze")


def plans() -> dict[str, list[dict[str, Any]]]:
    """Of what is asked again and again, and of pages: queries, how they are carried out, how long (ms)."""
    from django.test import Client

    from compendium.accounts.models import Player
    from compendium.lobby import lists
    from compendium.rules import registry
    from compendium.tables import empty, store
    from compendium.tables.clock import wall

    player, client = Player.objects.order_by("pk")[0], Client(headers={"host": "localhost"})
    asked: dict[str, Callable[[], Any]] = {
        "look": lambda: empty.look((), wall()),
        "due": lambda: store.due(wall(), list(registry.find()), []),
        "open": lambda: lists.rows(player, lists.open_tables(player)),
        "running": lambda: lists.rows(player, lists.running_tables(player)),
        "mine": lambda: lists.rows(player, lists.tables_of(player)),
        "home": lambda: client.get("/"),
        "api": lambda: client.get("/api/tables?state=running"),
    }
    return {name: _plans(ask) for name, ask in asked.items()}


def _plans(ask: Callable[[], Any]) -> list[dict[str, Any]]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        ask()
    return [_plan(query["sql"]) for query in captured if query["sql"].startswith("SELECT")]


def _plan(sql: str) -> dict[str, Any]:
    from django.db import connection

    explain = "explain query plan" if connection.vendor == "sqlite" else "explain"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {sql}")
        plan = [str(row[-1]) for row in cursor.fetchall()]
        took = []
        for _ in range(10):
            start = time.perf_counter()
            cursor.execute(sql)
            rows = len(cursor.fetchall())
            took.append(time.perf_counter() - start)
    return {"sql": sql, "plan": plan, "rows": rows, "ms": min(took) * 1000}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
    django.setup()
    if sys.argv[1] == "fill":
        fill(int(sys.argv[2]))
    else:
        print(json.dumps(plans()))
