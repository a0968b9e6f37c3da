"""The pages and buttons about notices."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from compendium.accounts.identity import acting, by_token, current
from compendium.accounts.posting import from_its_page
from compendium.accounts.views import page

from . import asking, links
from .forms import AddressForm, WhenForm
from .models import Mailbox

WORKER = Path(__file__).with_name("worker.js")


@from_its_page("me")
def email(request: HttpRequest) -> HttpResponse:
    """Ask an address whether it wants notices, or change when it gets them."""
    if not settings.EMAIL_NOTICES or by_token(request):
        raise Http404
    form = AddressForm(request.POST)
    if not form.is_valid():
        return page(request, address_form=form)
    said = form.cleaned_data
    try:
        mailbox = asking.ask(acting(request), said["address"], said["hour"], said["zone"])
    except asking.TooMany:
        messages.error(request, _("Enough has been sent for today. Try again tomorrow."))
        return redirect("me")
    if mailbox.confirmed_at is not None:
        messages.success(request, _("Saved."))
    return _back()


@from_its_page("me")
def when(request: HttpRequest) -> HttpResponse:
    """Change when digests come."""
    player, form = current(request), WhenForm(request.POST)
    mailbox = Mailbox.objects.filter(player=player).first() if player else None
    if mailbox is not None and form.is_valid():
        asking.change(mailbox, form.cleaned_data["hour"], form.cleaned_data["zone"])
        messages.success(request, _("Saved."))
    return _back()


@from_its_page("me")
def forget_email(request: HttpRequest) -> HttpResponse:
    """Delete the address."""
    player = current(request)
    if player is not None:
        Mailbox.objects.filter(player=player).delete()
        messages.success(request, _("Deleted. Nothing more is sent there."))
    return _back()


@require_POST
def device(request: HttpRequest) -> HttpResponse:
    """A browser's subscription, as JSON."""
    if not settings.PUSH_NOTICES or by_token(request):
        raise Http404
    try:
        asking.add_device(acting(request), request.body)
    except (ValueError, asking.TooMany):
        return HttpResponse(status=422)
    return HttpResponse(status=204)


@from_its_page("me")
def forget_devices(request: HttpRequest) -> HttpResponse:
    """No more pushes, to any of one's browsers."""
    player = current(request)
    if player is not None:
        player.devices.all().delete()
        messages.success(request, _("Switched off. No device is told any more."))
    return _back()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, signed: str) -> HttpResponse:
    """A button, for whoever opens the link: programs that look at links in mail press none."""
    mailbox = links.to_confirm(signed)
    if mailbox is None:
        return render(request, "notices/gone.html", status=404)
    if request.method != "POST":
        return render(request, "notices/confirm.html", {"address": mailbox.address})
    asking.confirm(mailbox)
    return render(request, "notices/confirm.html", {"address": mailbox.address, "done": True})


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, signed: str) -> HttpResponse:
    """Ends e-mail and deletes the address: by a button, or by a mail program's one click (RFC 8058)."""
    try:
        mailbox = links.to_stop(signed)
    except BadSignature:
        return render(request, "notices/torn.html", status=404)
    if mailbox is not None and request.method == "POST":
        mailbox.delete()
        mailbox = None
    return render(request, "notices/stop.html", {"address": mailbox.address if mailbox else ""})


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: it shows pushes and does nothing else. Here, so that all pages are its own."""
    answer = HttpResponse(WORKER.read_text(), content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer


def _back() -> HttpResponse:
    return redirect("/me#notices")
