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


class BotIn(Body):
    seat: int | None = Field(None, description="the first free one if left out")
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


class SeatIn(Body):
    seat: int


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


class SeatsOut(Schema):
    least: int
    most: int


class GameOut(Schema):
    slug: str
    name: str
    summary: str
    minutes: int
    realtime: bool
    seats: SeatsOut
    levels: list[LevelOut] = Field(description="of bots, weakest first")
    default_level: str | None
    options: dict[str, Any] = Field(
        description="JSON Schema of the options; x-labels names the values of a choice"
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
    places: list[PlaceOut]
    rematch: str | None = Field(description="code of the next game")
    url: str
    created: int = Field(description="ms since 1970")


class StartedOut(Schema):
    code: str
    url: str


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
