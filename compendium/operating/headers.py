"""What every answer forbids the browser, whoever made it: pages, API, errors, static files, the admin."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import NONE, SELF
from django.http import HttpRequest, HttpResponse

NEEDED_BY_NOBODY = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
POLICY = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],  # the admin's and the API page's style sheets have such pictures
    "font-src": [SELF],
    "connect-src": [SELF],  # sockets of the same host too
    "media-src": [SELF],
    "worker-src": [SELF],
    "manifest-src": [SELF],
    "object-src": [NONE],
    "base-uri": [NONE],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
}
"""Nothing inline and nothing from elsewhere: a text that slips through as HTML still runs no script."""

ALWAYS = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NEEDED_BY_NOBODY),
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
BARE = {name.lower(): value for name, value in ALWAYS.items()} | {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'"
}
"""For answers that are no pages."""


class Headers:
    """The first middleware: also what the others refuse has these headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        return response
