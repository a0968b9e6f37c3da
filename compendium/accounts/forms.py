"""The profile's forms."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from .identity import WEAVES
from .names import LONGEST, BadName, clean

NAME_ERRORS = {
    "name_empty": _("Choose a name that can be read."),
    "name_long": _("Choose a name of at most 24 letters."),
}


class NameField(forms.CharField):
    """A name people can read."""

    def __init__(self) -> None:
        super().__init__(label=_("Name"), strip=True, widget=forms.TextInput(attrs={"maxlength": LONGEST}))

    def clean(self, value: str) -> str:
        """The name made fit, or why it is not."""
        try:
            return clean(super().clean(value))
        except BadName as bad:
            raise ValidationError(NAME_ERRORS[bad.code], code=bad.code) from None


class ProfileForm(forms.Form):
    """Who I am here."""

    name = NameField()
    weave = forms.TypedChoiceField(
        label=_("Card back"),
        choices=[(n, str(n)) for n in range(WEAVES)],
        coerce=int,
        widget=forms.RadioSelect,
    )


class TokenForm(forms.Form):
    """A token for a program."""

    name = forms.CharField(label=_("What is it for?"), max_length=40)
