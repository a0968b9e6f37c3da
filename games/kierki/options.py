"""What a table of Kierki may agree on. The defaults are the rules as the module's docstring tells them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


def _labels(**labels: str) -> dict[str, Any]:
    """What a form calls the values of a choice."""
    return {"x-labels": labels}


DECIDED: dict[str, Any] = {"x-if": {"programme": ["full", "rozgrywka"]}}
"""The option means something in programmes with deals that can be decided early."""
TO_LOSE: dict[str, Any] = {"x-if": {"programme": ["full", "rozgrywka", "short"]}}
"""In those with deal 7."""
TO_WIN: dict[str, Any] = {"x-if": {"programme": ["full", "odgrywka", "short"]}}
"""In those with deals 8 to 12."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that work today."""

    programme: Annotated[
        Literal["full", "rozgrywka", "odgrywka", "short"],
        Meta(
            title="Programme",
            description="Which deals are played.",
            extra_json_schema=_labels(
                full="All twelve deals",
                rozgrywka="Deals 1 to 7, to lose",
                odgrywka="Deals 8 to 12, to win",
                short="The robber, then deals 8 to 12",
            ),
        ),
    ] = "full"
    turn_time: Annotated[
        Literal[0, 10, 15, 20, 30, 60, 86_400, 172_800, 259_200],
        Meta(
            title="Turn time",
            description="For each turn; those in seconds have a bank of 60 more for the whole game. With "
            "days nobody need be there: play a card when you come by.",
            extra_json_schema={
                "x-labels": {
                    "0": "No limit",
                    **{str(seconds): f"{seconds} seconds" for seconds in (10, 15, 20, 30, 60)},
                    "86400": "1 day",
                    **{str(86_400 * days): f"{days} days" for days in (2, 3)},
                }
            },
        ),
    ] = 30
    early_end: Annotated[
        bool,
        Meta(
            title="End a decided deal early",
            description="A deal whose points have all been taken stops at once, and the hands are shown.",
            extra_json_schema=DECIDED,
        ),
    ] = True
    throw_king: Annotated[
        bool,
        Meta(
            title="King of hearts goes at the first chance",
            description="In deals 5 and 7 whoever cannot follow suit must throw the king of hearts.",
            extra_json_schema=TO_LOSE,
        ),
    ] = False
    last_tricks: Annotated[
        Literal["seventh_and_last", "last_two", "last"],
        Meta(
            title="Deal 6 costs",
            description="Which tricks cost 150 points together, in deals 6 and 7.",
            extra_json_schema=TO_LOSE
            | _labels(
                seventh_and_last="7th and 13th, 75 each",
                last_two="12th and 13th, 75 each",
                last="13th alone, 150",
            ),
        ),
    ] = "seventh_and_last"
    namer: Annotated[
        Literal["dealer", "left"],
        Meta(
            title="Trump is named by",
            description="Names trump from the first five cards and leads, in deals 8 to 11.",
            extra_json_schema=TO_WIN | _labels(dealer="The dealer", left="The player left of the dealer"),
        ),
    ] = "dealer"
    no_trump: Annotated[
        bool,
        Meta(
            title="No trump may be named",
            description="Deals 8 to 11 may be played without a trump.",
            extra_json_schema=TO_WIN,
        ),
    ] = False
    must_trump: Annotated[
        bool,
        Meta(
            title="Must trump and overtrump",
            description="Whoever cannot follow suit must trump, and beat the trumps that lie there, if able.",
            extra_json_schema=TO_WIN,
        ),
    ] = False
    opening: Annotated[
        Literal["seven", "seven_of_diamonds", "eight"],
        Meta(
            title="The lottery opens with",
            description="Which card opens a suit in deal 12.",
            extra_json_schema=TO_WIN
            | _labels(
                seven="Any 7",
                seven_of_diamonds="The 7 of diamonds first, then any 7",
                eight="Any 8",
            ),
        ),
    ] = "seven"
    lotteries: Annotated[
        Literal[1, 4],
        Meta(
            title="The lottery pays",
            description="Once, or four times, dealt by each player in turn.",
            extra_json_schema=TO_WIN | _labels(**{"1": "Once, 800 and 500", "4": "Four times, 200 and 125"}),
        ),
    ] = 1
