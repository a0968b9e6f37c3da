"""The process that makes the load. Its plan comes in as JSON; what it finds goes out as JSON, line by line.

It runs in the server's environment, so that what it lays and reads is the server's own database.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from importlib import import_module
from importlib.util import find_spec

import django
import msgspec

from .plan import AnyPlan, Idle, Join, Result, Soak


def main() -> None:
    """Read a plan, carry it out, print what was found."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "compendium.settings")
    django.setup()
    plan: AnyPlan = msgspec.json.decode(sys.stdin.buffer.read(), type=AnyPlan)
    quick = import_module("uvloop") if find_spec("uvloop") else asyncio
    with asyncio.Runner(loop_factory=quick.new_event_loop) as runner:
        runner.run(_run(plan))


async def _run(plan: AnyPlan) -> None:
    async for result in _results(plan):
        sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
        sys.stdout.buffer.flush()


def _results(plan: AnyPlan) -> AsyncIterator[Result]:
    """These need the apps loaded."""
    from . import playing, resting, soaking, watching

    if isinstance(plan, Soak):
        return soaking.run(plan)
    if isinstance(plan, Join):
        return watching.run(plan)
    if isinstance(plan, Idle):
        return resting.run(plan)
    return playing.run(plan)


if __name__ == "__main__":
    main()
