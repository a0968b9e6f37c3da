"""The profile page."""

from __future__ import annotations

import random
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from . import profile
from .forms import ProfileForm, TokenForm
from .identity import WEAVES, acting, by_token, current
from .models import Player
from .names import suggest
from .posting import from_its_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """See and change name and card back. A visitor becomes a guest by choosing a name."""
    if request.method == "GET":
        return page(request)
    form = ProfileForm(request.POST)
    if not form.is_valid():
        return page(request, form=form)
    profile.change(acting(request), name=form.cleaned_data["name"], weave=form.cleaned_data["weave"])
    messages.success(request, _("Saved."))
    return redirect("me")


@never_cache
@from_its_page("me")
def make_token(request: HttpRequest) -> HttpResponse:
    """Make a token; its key stands on the answer and nowhere else, ever again. A token makes no tokens."""
    if by_token(request):
        raise PermissionDenied("session_only")
    form = TokenForm(request.POST)
    if not form.is_valid():
        return page(request, token_form=form)
    made = profile.make_token(acting(request), form.cleaned_data["name"])
    if made is None:
        form.add_error("name", _("You have many tokens already. Revoke one first."))
        return page(request, token_form=form)
    return page(request, key=made[1])


@from_its_page("me")
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """End a token. Somebody else's, or one that is gone, changes nothing."""
    player = current(request)
    if player is not None and profile.revoke_token(player, token_id):
        messages.success(request, _("Revoked. Programs that used it are locked out."))
    return redirect("me")


def _known(player: Player | None) -> dict[str, Any]:
    """What the form begins with: a newcomer need only save it."""
    if player is None:
        return {"name": suggest(), "weave": random.randrange(WEAVES)}
    return {"name": player.name, "weave": player.weave}


def page(
    request: HttpRequest,
    *,
    form: ProfileForm | None = None,
    token_form: TokenForm | None = None,
    address_form: Form | None = None,
    key: str | None = None,
) -> HttpResponse:
    """The profile, with what is wrong in one of its forms (then 422), or with the key of a new token."""
    player = current(request)
    context = {
        "form": form or ProfileForm(initial=_known(player)),
        "token_form": token_form or TokenForm(),
        "address_form": address_form,
        "weaves": range(WEAVES),
        "tokens": player.tokens.order_by("pk") if player else [],
        "key": key,
        "bests": profile.bests(player) if player else [],
        "history": profile.history(player) if player else [],
    }
    refused = any(one is not None and one.errors for one in (form, token_form, address_form))
    return render(request, "me.html", context, status=422 if refused else 200)
