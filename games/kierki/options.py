"""What a table of Kierki may agree on. The defaults are the rules as the module's docstring tells them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


def _labels(**labels: str) -> dict[str, dict[str, str]]:
    """What a form calls the values of a choice."""
    return {"x-labels": labels}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options that work today."""

    turn_time: Annotated[
        Literal[0, 10, 15, 20, 30, 60],
        Meta(
            title="Turn time",
            description="Seconds for each turn, and a bank of 60 more for the whole game.",
            extra_json_schema={
                "x-labels": {
                    "0": "No limit",
                    **{str(seconds): f"{seconds} seconds" for seconds in (10, 15, 20, 30, 60)},
                }
            },
        ),
    ] = 30
    early_end: Annotated[
        bool,
        Meta(
            title="End a decided deal early",
            description="A deal whose points have all been taken stops at once, and the hands are shown.",
        ),
    ] = True
    throw_king: Annotated[
        bool,
        Meta(
            title="King of hearts goes at the first chance",
            description="In deals 5 and 7 whoever cannot follow suit must throw the king of hearts.",
        ),
    ] = False
    last_tricks: Annotated[
        Literal["seventh_and_last", "last_two", "last"],
        Meta(
            title="Deal 6 costs",
            description="Which tricks cost 150 points together, in deals 6 and 7.",
            extra_json_schema=_labels(
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
            extra_json_schema=_labels(dealer="The dealer", left="The player left of the dealer"),
        ),
    ] = "dealer"
    no_trump: Annotated[
        bool, Meta(title="No trump may be named", description="Deals 8 to 11 may be played without a trump.")
    ] = False
    must_trump: Annotated[
        bool,
        Meta(
            title="Must trump and overtrump",
            description="Whoever cannot follow suit must trump, and beat the trumps that lie there, if able.",
        ),
    ] = False
    opening: Annotated[
        Literal["seven", "seven_of_diamonds", "eight"],
        Meta(
            title="The lottery opens with",
            description="Which card opens a suit in deal 12.",
            extra_json_schema=_labels(
                seven="Any 7",
                seven_of_diamonds="The 7 of diamonds first, then any 7",
                eight="Any 8",
            ),
        ),
    ] = "seven"
