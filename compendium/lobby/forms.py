"""The form for a new table, made from the JSON Schema of the game's options."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from compendium.rules import BadOptions, Game, Preset
from compendium.rules import options as game_options
from compendium.tables.places import usual_seats

from .opening import Bot

PREFIX = "option-"
FEW = 4  # choices that are shown all at once


class TableForm(forms.Form):
    """``option_fields`` are the game's own, ``table_fields`` the platform's."""

    public = forms.BooleanField(
        label=_("Public"), help_text=_("Anybody may find it and join."), required=False, initial=True
    )

    def __init__(self, game: Game, *args: Any, preset: str = "", **kwargs: Any) -> None:
        """``preset`` is the slug of one of the game's; its options stand in the fields."""
        super().__init__(*args, **kwargs)
        self.game = game
        chosen = {one.slug: one for one in game.presets}.get(preset)
        self.initial |= {PREFIX + name: value for name, value in (chosen.options if chosen else {}).items()}
        self._add_seats()
        if game.levels:
            self._add_bots()
        for name, described in game_options.schema(game)["properties"].items():
            field = option_field(described)
            if field is not None:
                self.fields[PREFIX + name] = field
                if only := described.get("x-if"):
                    field.widget.attrs["data-only"] = json.dumps(_as_sent(only))

    @property
    def presets(self) -> list[dict[str, Any]]:
        """The game's presets; ``chosen`` is the one whose options stand in the fields."""
        names = [name for name in self.fields if name.startswith(PREFIX)]
        shown = {name: str(self[name].value()) for name in names}

        def stands(preset: Preset) -> bool:
            usual = {name: self.fields[name].initial for name in names}
            wanted = usual | {PREFIX + name: value for name, value in preset.options.items()}
            return shown == {name: str(value) for name, value in wanted.items() if name in shown}

        return [{"slug": one.slug, "title": one.title, "chosen": stands(one)} for one in self.game.presets]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the game's options."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def table_fields(self) -> list[forms.BoundField]:
        """The other fields."""
        return [self[name] for name in self.fields if not name.startswith(PREFIX)]

    @property
    def options(self) -> dict[str, Any]:
        """The game's options as asked for, once the form is valid."""
        return {
            name.removeprefix(PREFIX): value
            for name, value in self.cleaned_data.items()
            if name.startswith(PREFIX) and value is not None
        }

    @property
    def seats(self) -> int | None:
        """How many seats, where the game leaves it open."""
        return self.cleaned_data.get("seats")

    @property
    def bots(self) -> list[Bot]:
        """The bots that are wanted."""
        wanted = self.cleaned_data.get("bots") or 0
        return [Bot(None, self.cleaned_data["level"])] * wanted if wanted else []

    def clean(self) -> dict[str, Any]:
        """Check the options as the game does, and that a seat is left for the host."""
        if self.errors:
            return self.cleaned_data
        try:
            options = game_options.decode(self.game, self.options)
            seats = self.seats or usual_seats(self.game, options)
            game_options.decode(self.game, self.options, seats)
        except BadOptions as bad:
            field = PREFIX + bad.field if bad.field and PREFIX + bad.field in self.fields else None
            self.add_error(field, bad.message)
        else:
            if (self.cleaned_data.get("bots") or 0) >= seats * self.game.players(options):
                self.add_error("bots", _("Leave a seat for yourself."))
        return self.cleaned_data

    def _add_seats(self) -> None:
        allowed = self.game.seats(self.game.Options())
        if len(allowed) > 1:
            self.fields["seats"] = forms.IntegerField(
                label=_("Seats"),
                min_value=allowed[0],
                max_value=allowed[-1],
                initial=usual_seats(self.game, self.game.Options()),
            )

    def _add_bots(self) -> None:
        self.fields["bots"] = forms.IntegerField(
            label=_("Bots"),
            help_text=_("They can be added and sent away later, too."),
            min_value=0,
            initial=0,
            required=False,
        )
        told = self.game.level_words
        self.fields["level"] = forms.ChoiceField(
            label=_("Level of the bots"),
            choices=[(level, self._told(level)) for level in self.game.levels],
            initial=self.game.default_level,
            widget=forms.RadioSelect if told or len(self.game.levels) <= FEW else forms.Select,
        )

    def _told(self, level: str) -> str:
        """A level's title, with what it does."""
        words = self.game.level_words.get(level)
        title = self.game.levels[level]
        return format_html("{} <small>{}</small>", title, words) if words else title


def option_field(described: dict[str, Any]) -> forms.Field | None:
    """The form's field for one property of a JSON Schema; None for a kind that no form shows."""
    kind, common = described.get("type"), _common(described)
    if "enum" in described:
        return _choice(described, common)
    if kind == "boolean":
        return forms.BooleanField(**{**common, "required": False})
    if kind in ("integer", "number"):
        number = forms.IntegerField if kind == "integer" else forms.FloatField
        return number(min_value=described.get("minimum"), max_value=described.get("maximum"), **common)
    if kind == "string":
        return forms.CharField(max_length=described.get("maxLength", 100), **common)
    return None


def _as_sent(only: dict[str, Any]) -> dict[str, list[str]]:
    """Other fields and what they hold where an option means something, as the page's script finds it."""
    ticked = {True: "on", False: ""}
    return {
        PREFIX + name: [ticked[one] if isinstance(one, bool) else str(one) for one in values]
        for name, value in only.items()
        for values in [value if isinstance(value, list) else [value]]
    }


def _common(described: dict[str, Any]) -> dict[str, Any]:
    return {
        "label": described.get("title", ""),
        "help_text": described.get("description", ""),
        "initial": described.get("default"),
    }


def _choice(described: dict[str, Any], common: dict[str, Any]) -> forms.Field:
    """A choice in the order of its labels (``x-labels``: value -> what people read)."""
    labels: dict[str, str] = described.get("x-labels", {})
    order = list(labels)
    values = sorted(
        described["enum"], key=lambda value: order.index(str(value)) if str(value) in labels else len(order)
    )
    known = {str(value): value for value in values}
    return forms.TypedChoiceField(
        choices=[(text, labels.get(text, text)) for text in known],
        coerce=known.__getitem__,
        widget=forms.RadioSelect if len(values) <= FEW else forms.Select,
        **common,
    )
