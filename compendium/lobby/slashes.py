"""Addresses with a slash too many."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe


@require_safe
def without(request: HttpRequest, path: str) -> HttpResponse:
    """To the same address without the slash at its end, where there is such a page."""
    to = f"/{path.rstrip('/')}"
    try:
        view = resolve(to).func
    except Resolver404:
        raise Http404(path) from None
    if view is without or to.startswith(("//", "/\\")):  # never to another host
        raise Http404(path)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{to}?{query}" if query else to)
