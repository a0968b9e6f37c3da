"""The part of the profile about notices."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings

from compendium.accounts.identity import current
from compendium.notices import webpush
from compendium.notices.forms import AddressForm, WhenForm, initial
from compendium.notices.models import Mailbox

register = template.Library()


@register.inclusion_tag("notices/panel.html", takes_context=True)
def notices(context: dict[str, Any]) -> dict[str, Any]:
    """By e-mail and by push, as far as this site sends any; nothing for who is nobody here yet."""
    request = context["request"]
    player = current(request)
    email, push = settings.EMAIL_NOTICES, settings.PUSH_NOTICES
    if player is None or not (email or push):
        return {"shown": False}
    mailbox = Mailbox.objects.filter(player=player).first()
    form = (
        context["address_form"] or AddressForm()
        if mailbox is None
        else WhenForm(initial=initial(mailbox.hour))
    )
    return {
        "shown": True,
        "csrf_token": context["csrf_token"],
        "email": email,
        "mailbox": mailbox,
        "form": form,
        "push_key": webpush.base64url(webpush.public(webpush.private(settings.VAPID_KEY))) if push else "",
        "devices": player.devices.count() if push else 0,
    }
