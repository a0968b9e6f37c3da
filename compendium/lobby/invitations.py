"""The invitation to a table: its link, its QR code, its code typed by hand."""

from __future__ import annotations

from io import BytesIO

import segno
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from compendium.accounts import profile
from compendium.accounts.forms import NameField
from compendium.accounts.identity import acting, current
from compendium.accounts.models import Player
from compendium.accounts.names import suggest
from compendium.tables.seating import Refused

from . import joining, lists
from .models import Listing
from .refusing import refusing
from .texts import text_of
from .views import home_page

REASONS = {"started": "running", "no_free_seat": "full"}
QR_BORDER = 2  # modules


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free seat, or one's own again, and go to the table.

    Following the link seats only people who have a name here: programs that look at the links in messages
    have none, nor do newcomers, who are asked for one (POST).
    """
    listing = joining.find(code)
    if request.method == "POST":
        return _newcomer(request, listing)
    player = current(request)
    if player is not None and not _looking_ahead(request):
        return _seat(request, listing, player)
    table = listing.table
    reason = table.state if table.state != "open" else "name" if lists.row(table).free else "full"
    return _page(request, listing, reason)


@require_safe
@refusing
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The link as a QR code, an SVG image."""
    link = request.build_absolute_uri(f"/j/{joining.find(code).table.code}")
    image = BytesIO()
    segno.make(link, error="m").save(image, kind="svg", border=QR_BORDER, light="#fff", xmldecl=False)
    response = HttpResponse(image.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "max-age=3600"
    return response


@never_cache
@require_safe
def by_code(request: HttpRequest) -> HttpResponse:
    """A code or a link put into the box; what leads to no table is told next to it."""
    typed = request.GET.get("code", "")
    try:
        return redirect("invitation", joining.find(joining.code_in(typed)).table.code)
    except Refused as no:
        problem = text_of(no.code, no.args_) if typed.strip() else ""
        return home_page(request, typed=typed[:300], problem=problem)


def _looking_ahead(request: HttpRequest) -> bool:
    """Whether a browser fetches the page before anybody has followed the link."""
    return request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", "")


def _newcomer(request: HttpRequest, listing: Listing) -> HttpResponse:
    try:
        name = NameField().clean(request.POST.get("name", ""))
    except ValidationError as bad:
        return _page(request, listing, "name", error=bad.messages[0])
    player = acting(request)
    profile.change(player, name=name)
    return _seat(request, listing, player)


def _seat(request: HttpRequest, listing: Listing, player: Player) -> HttpResponse:
    try:
        joining.join(listing, player)
    except Refused as no:
        return _page(request, listing, REASONS.get(no.code, no.code))
    return redirect("table", listing.table.code)


def _page(request: HttpRequest, listing: Listing, reason: str, error: str = "") -> HttpResponse:
    """``reason``: ``name`` (is asked for), ``full``, ``running``, ``over`` or ``kicked``."""
    context = {
        "table": lists.row(listing.table),
        "reason": reason,
        "name": request.POST.get("name", "") or suggest(),
        "error": error,
    }
    return render(request, "join.html", context, status=422 if error else 200)
