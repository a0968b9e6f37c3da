"""Requests for a host name that the site does not answer to."""

from __future__ import annotations

import logging

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

LONGEST = 100


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a request that cannot be answered; for an unknown host it names the setting."""
    unknown = _host(request) if isinstance(exception, DisallowedHost) else ""
    return render(None, "400.html", {"host": unknown}, status=400)


class OneLine(logging.Filter):
    """Django tells an unknown host with a traceback and its own setting's name: here one line says it all."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; it is always logged."""
        request = getattr(record, "request", None)
        if request is not None:
            record.msg = (
                "Refused a request for the unknown host %r: to answer to it, add it to COMPENDIUM_HOSTS."
            )
            record.args = (_host(request),)
        record.exc_info = record.exc_text = None
        return True


def _host(request: HttpRequest) -> str:
    return str(request.META.get("HTTP_HOST", ""))[:LONGEST]
