"""What a page does with a refusal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from compendium.tables.seating import Refused

from .texts import status_of, text_of

View = Callable[..., HttpResponse]


def refusing(view: View) -> View:
    """What is not there is a 404 page; any other refusal is a notice on the home page."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as no:
            if status_of(no.code) == 404:
                raise Http404(no.code) from None
            messages.error(request, text_of(no.code, no.args_))
            return redirect("home")

    return answered
