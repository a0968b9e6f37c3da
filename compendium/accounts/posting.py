"""Addresses that only a button leads to."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponse]


def from_its_page(page: str) -> Callable[[View], View]:
    """For a view that takes POST: whoever loads or types its address is led to the page with the button."""

    def decorated(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            return view(request, *args, **kwargs) if request.method == "POST" else redirect(page)

        return answered

    return decorated
