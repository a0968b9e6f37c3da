"""The hand of the day: one hand on one board against the clock, the same deal for everybody.

The time to the call of "Nerts!" ranks, in tenths of a second. A hand that ends blocked comes after all that
were called, by its points. There is a fifth work pile, for a race needs a finish: the strongest bot empties
its Nerts pile in 39 of 40 deals so, and in 27 with four. Nothing lands after the call: the clock stops there.
"""

from __future__ import annotations

from compendium.rules import Daily, Ranked, Table

from .options import Options

OPTIONS = Options(match="hands", hands=1, piles=5, landing=0)
TENTH = 100
"""Milliseconds."""
BLOCKED = 10**9
"""Behind every time: a blocked hand ranks by what its points leave of this."""


def result(t: Table, seat: int) -> Ranked:
    """Of the one hand, which is over."""
    points, caller, *_ = t.sheet[0]
    if caller is None:
        return Ranked(BLOCKED - points[seat], f"blocked, {_points(points[seat])}")
    tenths = t.times[0] // TENTH
    minutes, rest = divmod(tenths, 600)
    return Ranked(tenths, f"{minutes}:{rest // 10:02}.{rest % 10}")


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}".replace("-", "−")


DAILY = Daily(
    title="Hand of the day",
    summary="One hand alone against the clock, with the same cards for everybody. The clock never stops.",
    result=result,
    column="Time",
    options=OPTIONS,
)
