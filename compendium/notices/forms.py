"""What people say about their notices."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

SOON = ""
NO_ADDRESS = _("That is no e-mail address.")
HOURS = [(SOON, _("Soon, at most one an hour")), *((f"{n}", f"{n:02}:00") for n in range(24))]


class WhenForm(forms.Form):
    """When a digest is sent: as soon as there is something, or once a day."""

    hour = forms.ChoiceField(label=_("When"), choices=HOURS, required=False)
    zone = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput({"data-zone": True}))

    def clean_hour(self) -> int | None:
        """The hour of the day; None for soon."""
        text: str = self.cleaned_data["hour"]
        return int(text) if text else None

    def clean_zone(self) -> str:
        """The zone that the browser named, if it is one."""
        name: str = self.cleaned_data["zone"]
        return name if name in available_timezones() else "UTC"


class AddressForm(WhenForm):
    """Where to, too."""

    address = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
        error_messages={"required": NO_ADDRESS, "invalid": NO_ADDRESS, "max_length": NO_ADDRESS},
    )
    field_order = ("address", "hour", "zone")

    def clean_address(self) -> str:
        """The host's part of an address has no capitals."""
        name, _, host = str(self.cleaned_data["address"]).rpartition("@")
        return f"{name}@{host.lower()}"


def initial(hour: int | None) -> dict[str, Any]:
    """What the form shows for a mailbox."""
    return {"hour": SOON if hour is None else f"{hour}"}
