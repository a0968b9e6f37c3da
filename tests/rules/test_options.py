"""Typed options: from a form's JSON to a struct and back."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest

from compendium.rules import BadOptions, Game
from compendium.rules.options import decode, encode, schema


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may agree on."""

    target: Annotated[int, msgspec.Meta(title="Target", description="Points.", ge=10, le=500)] = 100
    deck: Annotated[Literal["short", "long"], msgspec.Meta(title="Deck")] = "long"
    pairs: bool = False


class Extra(msgspec.Struct, frozen=True):
    low: int = 1


class Nested(msgspec.Struct, frozen=True):
    extra: Extra = Extra()


class Paint(Game):
    slug, name = "paint", "Paint"
    Options: ClassVar[type[msgspec.Struct]] = Colours

    def seats(self, options: Any) -> range:
        return range(4, 5) if options.pairs else range(2, 7)

    def check(self, options: Any, seats: int) -> None:
        if seats == 6 and options.deck == "short":
            raise BadOptions("deck", "Six players need the long deck")


class Drops(Paint):
    Options = Nested


game = Paint()


def bad(raw: Any, seats: int | None = None) -> BadOptions:
    """The refusal of some options."""
    with pytest.raises(BadOptions) as caught:
        decode(game, raw, seats)
    return caught.value


def test_missing_options_have_their_defaults() -> None:
    assert decode(game, {}) == Colours()
    assert decode(game, {"target": 50}, 3) == Colours(target=50)


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"target": 5}, "target"),
        ({"target": "100"}, "target"),
        ({"deck": "tiny"}, "deck"),
        ({"pairs": 1}, "pairs"),
        ({"colour": "red"}, None),
        ([], None),
        (None, None),
    ],
)
def test_bad_options_name_their_field(raw: Any, field: str | None) -> None:
    assert bad(raw).field == field
    assert bad(raw).message


def test_the_seats_must_fit_the_options() -> None:
    assert bad({}, 7).message == "Paint is for 2 to 6 seats with these options"
    assert bad({"pairs": True}, 3).message == "Paint is for 4 seats with these options"


def test_rules_across_fields_are_the_games() -> None:
    assert bad({"deck": "short"}, 6).field == "deck"
    assert decode(game, {"deck": "short"}, 5).deck == "short"


def test_options_survive_json() -> None:
    options = Colours(target=50, deck="short", pairs=True)
    assert encode(options) == {"target": 50, "deck": "short", "pairs": True}
    assert decode(game, encode(options)) == options


def test_the_schema_has_what_a_form_needs() -> None:
    properties = schema(game)["properties"]
    assert properties["target"] == {
        "type": "integer",
        "title": "Target",
        "description": "Points.",
        "minimum": 10,
        "maximum": 500,
        "default": 100,
    }
    assert properties["deck"]["enum"] == ["long", "short"]
    assert properties["pairs"] == {"type": "boolean", "default": False}
    assert "$defs" not in schema(game)


def test_the_schema_keeps_what_its_fields_refer_to() -> None:
    whole = schema(Drops())
    assert "low" in whole["$defs"]["Extra"]["properties"]
