"""A digest as a push: a line or two, shown by the browser's service worker."""

from __future__ import annotations

import json

from django.conf import settings
from django.utils.translation import gettext as _

from . import outside, webpush
from .digest import Digest
from .models import Device

LONGEST = 86_400
"""Seconds for which a push service keeps a push for a browser that is off."""
SHORTEST = 60
MOST_LINES = 3
GONE = frozenset({404, 410})
"""Statuses of an endpoint that will never be any again."""


class Gone(Exception):
    """The browser wants no more pushes."""


def send(device: Device, digest: Digest, now: int) -> None:
    """Push a digest. Raises Gone, or outside.Unreachable where it may work later.

    ``now``: wall, ms.
    """
    left = LONGEST if digest.until is None else (digest.until - now) // 1000
    headers = {
        "Authorization": webpush.authorization(
            device.endpoint, webpush.private(settings.VAPID_KEY), settings.PUSH_CONTACT, now // 1000
        ),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": f"{min(LONGEST, max(SHORTEST, left))}",
        "Topic": "turns",  # the newest digest takes the place of one that was not delivered
        "Urgency": "normal",
    }
    try:
        keys = webpush.keys(device.p256dh, device.auth)
        status = outside.post(device.endpoint, webpush.encrypt(text(digest).encode(), keys), headers)
    except ValueError as fault:  # outside.Forbidden is one
        raise Gone from fault
    if status in GONE:
        raise Gone
    if not 200 <= status < 300:
        raise outside.Unreachable(f"status {status}")


def text(digest: Digest) -> str:
    """JSON: what ``worker.js`` shows, and where it leads."""
    return json.dumps({"title": digest.title, "body": body(digest), "url": "/"}, ensure_ascii=False)


def body(digest: Digest) -> str:
    """The first tables, with the time that is left."""
    lines = [
        _("%(table)s: %(time)s left") % {"table": line.text, "time": line.left} if line.left else line.text
        for line in digest.lines[:MOST_LINES]
    ]
    more = len(digest.lines) - MOST_LINES
    return "\n".join([*lines, *([_("and %(n)d more") % {"n": more}] if more > 0 else [])])
