"""What a table of Nerts may agree on. The defaults are the classic game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


def _labels(**labels: str) -> dict[str, Any]:
    """What a form calls the values of a choice."""
    return {"x-labels": labels}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that work today."""

    match: Annotated[
        Literal["points", "hands", "won"],
        Meta(
            title="The match goes to",
            extra_json_schema=_labels(
                points="The target, in points", hands="The most points after some hands", won="Hands won"
            ),
        ),
    ] = "points"
    target: Annotated[int, Meta(ge=10, le=500, title="Target", description="Points that end the match.")] = (
        100
    )
    hands: Annotated[
        int, Meta(ge=1, le=20, title="Hands", description="If the number of hands is fixed.")
    ] = 10
    wins: Annotated[int, Meta(ge=1, le=10, title="Hands to win", description="If hands won are counted.")] = 3
    penalty: Annotated[
        Literal[1, 2, 3],
        Meta(title="Penalty", description="Points lost for each card left in the Nerts pile."),
    ] = 2
    bonus: Annotated[
        Literal[0, 5, 10, 25], Meta(title="Caller's bonus", description="Points for calling “Nerts!”.")
    ] = 0
    pile: Annotated[Literal[10, 11, 12, 13], Meta(title="Cards in the Nerts pile")] = 13
    piles: Annotated[Literal[3, 4, 5, 6], Meta(title="Work piles")] = 4
    flip: Annotated[Literal[1, 3], Meta(title="Cards a flip")] = 3
    leftover: Annotated[
        Literal["hidden", "shown"],
        Meta(
            title="Last cards of the stock",
            description="What happens to the last cards, when they are too few for a flip.",
            extra_json_schema=_labels(hidden="Go unseen under the next stock", shown="Are turned up as well"),
        ),
    ] = "hidden"
    gaps: Annotated[
        Literal["any", "nerts"],
        Meta(
            title="Empty work piles",
            extra_json_schema=_labels(
                any="Take any card, or stay empty", nerts="Are filled at once from the Nerts pile"
            ),
        ),
    ] = "any"
    call: Annotated[
        Literal["button", "auto"],
        Meta(
            title="Calling “Nerts!”",
            extra_json_schema=_labels(
                button="By button, whenever one likes", auto="By itself, when the Nerts pile is empty"
            ),
        ),
    ] = "button"
    landing: Annotated[
        int,
        Meta(
            ge=0,
            le=300,
            title="Landing time",
            description="Milliseconds after the call in which a card that was in the air still lands.",
        ),
    ] = 200
    lands: Annotated[
        Literal["any", "foundations"],
        Meta(
            title="What still lands",
            extra_json_schema=_labels(any="Any card", foundations="Cards for foundations only"),
        ),
    ] = "any"
    stuck: Annotated[
        Literal["rotate", "one"],
        Meta(
            title="When everybody is stuck",
            extra_json_schema=_labels(
                rotate="The stocks are turned over, their top cards go below",
                one="Cards are flipped one by one, until somebody can play",
            ),
        ),
    ] = "rotate"
