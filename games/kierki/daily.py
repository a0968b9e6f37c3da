"""The deals of the day: everybody plays the same twelve against the same three bots; the total ranks."""

from __future__ import annotations

from compendium.rules import Daily, Ranked, Table

from .options import Options

OPTIONS = Options(turn_time=0)
"""Nobody waits but bots: whoever thinks long, or comes back in the evening, may."""
LEVEL = "normal"
"""The best level that answers the same view in the same way, however fast the machine is."""


def result(t: Table, seat: int) -> Ranked:
    """The total; more is better."""
    points: int = t.score[seat]
    return Ranked(-points, f"{points:+d}".replace("-", "−") if points else "0")


DAILY = Daily(
    title="Deals of the day",
    summary="The same twelve deals for everybody, against the same three bots. Take your time: points count.",
    result=result,
    column="Points",
    options=OPTIONS,
    seats=4,
    level=LEVEL,
)
