"""The shapes of what comes in and goes out."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import ConfigDict, Field

PRINTABLE = r"^[^\x00-\x1f\x7f]*[^\x00-\x1f\x7f\s][^\x00-\x1f\x7f]*$"  # and not blank


class Body(Schema):
    """A request's body: a field that is not known is an error, not silence."""

    model_config = ConfigDict(extra="forbid")


class PlayIn(Body):
    game: str
    level: str | None = Field(None, description="of the bots; the game's default if left out")
    options: dict[str, Any] = {}
    seats: int | None = Field(None, description="how many, yours among them, where the game leaves it open")


PLACE_N = "which of the partners' places at the seat, from 0; 0 where each player has a seat of their own"


class BotIn(Body):
    seat: int | None = Field(None, description="the first free one if left out")
    n: int | None = Field(None, description=PLACE_N)
    level: str


class TableIn(Body):
    game: str
    options: dict[str, Any] = Field(
        {}, description="see the schema of the game's options; the rest are defaults"
    )
    public: bool = False
    seats: int | None = Field(None, description="how many, where the game leaves it open")
    bots: list[BotIn] = Field([], max_length=20)
    start: bool = Field(False, description="begin at once")


class ChangesIn(Body):
    options: dict[str, Any] | None = Field(None, description="those that change")
    public: bool | None = None
    seats: int | None = None


class SitIn(Body):
    seat: int | None = None
    n: int | None = Field(None, description=PLACE_N)


class PlaceIn(Body):
    seat: int
    n: int = Field(0, description=PLACE_N)


class MeIn(Body):
    name: str | None = None
    weave: int | None = Field(None, ge=0, le=7, description="the card back that stands for you")


class TokenIn(Body):
    name: str = Field(max_length=40, pattern=PRINTABLE)


class Refusal(Schema):
    code: str = Field(description="stable; texts may change")
    args: dict[str, Any]
    message: str


class LevelOut(Schema):
    level: str
    title: str
    words: str = Field(description="what it does; empty where the game does not say")


class SeatsOut(Schema):
    least: int
    most: int


class PresetOut(Schema):
    preset: str
    title: str
    options: dict[str, Any] = Field(description="those that are not as they usually are")


class DailyOut(Schema):
    title: str
    summary: str


class GameOut(Schema):
    slug: str
    name: str
    summary: str
    minutes: int
    realtime: bool
    seats: SeatsOut
    levels: list[LevelOut] = Field(description="of bots, weakest first")
    default_level: str | None
    presets: list[PresetOut] = Field(description="options that go together under a name")
    day: DailyOut | None = Field(description="what everybody may play once a day, see /days/{game}")
    options: dict[str, Any] = Field(
        description="JSON Schema of the options; x-labels names the values of a choice, x-unit what a number "
        "counts, x-if the options and the value, or values, with which one means something"
    )


class PlaceOut(Schema):
    seat: int
    n: int
    name: str
    weave: int
    bot: str | None = Field(description="level")
    stand_in: bool = Field(description="a bot plays for an absent person")
    here: bool
    host: bool


class TableOut(Schema):
    code: str
    game: str
    name: str
    options: dict[str, Any]
    public: bool
    state: str = Field(description="open, running or over")
    host: bool = Field(description="whether you are the host")
    you: tuple[int, int] | None = Field(description="your seat and n")
    left: bool = Field(description="whether you have left it in the game; joining again gives the seat back")
    barred: bool = Field(description="whether the host has sent you away; you may watch, and not join")
    seats: int
    players: int = Field(description="how many players share each seat; two are partners")
    by_days: bool = Field(description="whether a turn takes days, and nobody need be there meanwhile")
    lacking: int = Field(description="places still to be taken before it can begin")
    places: list[PlaceOut]
    rematch: str | None = Field(description="code of the next game")
    url: str
    created: int = Field(description="ms since 1970")


class StartedOut(Schema):
    code: str
    url: str


class DayIn(Body):
    practice: bool = Field(False, description="the same cards once more, for nothing")


class LineOut(Schema):
    place: int = Field(description="shared by those whose results are equal")
    name: str
    weave: int
    result: str
    you: bool


class DayOut(Schema):
    game: str
    title: str
    day: str = Field(description="the date in UTC")
    ends: int = Field(description="ms since 1970")
    count: int = Field(description="how many have played to the end")
    you: LineOut | None = Field(description="your line, also where it is not among the ranking's")
    table: str | None = Field(description="code of your table that counts, begun or over")
    over: bool = Field(description="whether you have played")
    ranking: list[LineOut] = Field(description="the best hundred")


class AttemptOut(StartedOut):
    ranked: bool = Field(description="whether it counts")


class TokenOut(Schema):
    id: int
    name: str
    created: str


class NewTokenOut(TokenOut):
    key: str = Field(description="shown this once")


class MeOut(Schema):
    id: int
    name: str
    weave: int
    guest: bool
    tokens: list[TokenOut]
