"""Times as people say them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def span(ms: int) -> str:
    """A length of time in its largest unit: days from four on, then hours from two on, then minutes."""
    if ms < MINUTE:
        return _("less than a minute")
    if ms < 2 * HOUR:
        return ngettext("%(n)d minute", "%(n)d minutes", ms // MINUTE) % {"n": ms // MINUTE}
    if ms < 4 * DAY:
        return _("%(n)d hours") % {"n": ms // HOUR}
    return _("%(n)d days") % {"n": ms // DAY}
