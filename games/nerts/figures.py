"""What is counted of a match for people's personal bests.

Only hands of a whole board count, 52 cards without jokers and a Nerts pile of 13, played without the
coach: times of others tell something else.
"""

from __future__ import annotations

from compendium.rules import Figure, Table

FIGURES = {
    "hand": Figure("Fastest hand called", best="least", unit="ms"),
    "pace": Figure("Most cards a minute"),
    "points": Figure("Most points in a hand"),
}
SHORTEST = 20_000
"""ms: cards a minute of a shorter hand say nothing."""


def reached(t: Table, seat: int) -> dict[str, float]:
    """A board's figures of the match, by name."""
    o = t.options
    if o.pile < 13 or o.deck < 52 or o.jokers != "none" or o.coach or not t.sheet:
        return {}
    hands = list(zip(t.sheet, t.times, strict=True))
    figures: dict[str, float] = {"points": max(points[seat] for (points, *_), _ in hands)}
    if called := [took for (_, caller, *_), took in hands if caller == seat]:
        figures["hand"] = min(called)
    if paces := [round(60_000 * out[seat] / took, 1) for (*_, out, _), took in hands if took >= SHORTEST]:
        figures["pace"] = max(paces)
    return figures
