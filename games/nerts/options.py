"""What a table of Nerts may agree on. The defaults are the classic game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from compendium.rules import Preset


def _if_match(goes_to: str) -> dict[str, Any]:
    """The option means something only where the match goes to this."""
    return {"x-if": {"match": goes_to}}


def _labels(**labels: str) -> dict[str, Any]:
    """What a form calls the values of a choice."""
    return {"x-labels": labels}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that work today."""

    players: Annotated[
        Literal[1, 2],
        Meta(
            title="Players a board",
            description="Two are partners: both play the board's cards, at the same time.",
            extra_json_schema={"x-labels": {"1": "One", "2": "Two, as partners"}},
        ),
    ] = 1
    match: Annotated[
        Literal["points", "hands", "won"],
        Meta(
            title="The match goes to",
            extra_json_schema=_labels(
                points="The target, in points", hands="The most points after some hands", won="Hands won"
            ),
        ),
    ] = "points"
    target: Annotated[
        int,
        Meta(
            ge=10,
            le=500,
            title="Target",
            description="Points that end the match.",
            extra_json_schema=_if_match("points"),
        ),
    ] = 100
    hands: Annotated[
        int,
        Meta(
            ge=1,
            le=20,
            title="Hands",
            description="If the number of hands is fixed.",
            extra_json_schema=_if_match("hands"),
        ),
    ] = 10
    wins: Annotated[
        int,
        Meta(
            ge=1,
            le=10,
            title="Hands to win",
            description="If hands won are counted.",
            extra_json_schema=_if_match("won"),
        ),
    ] = 3
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
    photo: Annotated[
        Literal[0, 50, 100, 200],
        Meta(
            title="Photo finish",
            description="A card that comes so little after another for the same place lands as well.",
            extra_json_schema={
                "x-labels": {"0": "Off", "50": "Within 50 ms", "100": "Within 100 ms", "200": "Within 200 ms"}
            },
        ),
    ] = 0
    landing: Annotated[
        int,
        Meta(
            ge=0,
            le=300,
            title="Landing time",
            description="Milliseconds after the call in which a card that was in the air still lands.",
            extra_json_schema={"x-unit": "ms"},
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
    shift: Annotated[
        bool,
        Meta(
            title="Solo shift",
            description="Who alone is stuck may turn the own stock over, its top card below.",
        ),
    ] = False
    coach: Annotated[
        bool,
        Meta(
            title="Coach",
            description="For practice: shows a play when asked, and after the hand what was missed.",
        ),
    ] = False
    jokers: Annotated[
        Literal["none", "two"],
        Meta(
            title="Jokers",
            description="Wild cards: each stands for any card that fits.",
            extra_json_schema=_labels(none="None", two="Two to a deck"),
        ),
    ] = "none"
    deck: Annotated[
        Literal[52, 40],
        Meta(title="Cards a deck", description="52 go from ace to king, 40 from ace to ten."),
    ] = 52


PRESETS = (
    Preset("classic", "Classic"),
    Preset("norwegian", "Norwegian", {"bonus": 10, "gaps": "nerts", "leftover": "shown", "stuck": "one"}),
    Preset("tournament", "Tournament", {"bonus": 10, "target": 150}),
    Preset("quick", "Quick", {"pile": 10, "target": 50}),
    Preset("double-penalty", "Double penalty", {"penalty": 3}),
    Preset("jokers-wild", "Jokers wild", {"jokers": "two"}),
    Preset("forty-cards", "Forty cards", {"deck": 40, "pile": 10, "piles": 3}),
)
