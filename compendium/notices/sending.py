"""The postman: looks which digests are due, and sends them.

Several processes may do so at once. Whoever takes a way to a person sets its next time some minutes ahead,
under the row's lock: so nobody else sends by it, and somebody will if the process dies before it has noted
what it sent. What was told is noted after it was sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import mail
from django.db import transaction
from django.db.models import QuerySet

from compendium.tables.clock import wall
from compendium.tables.seldom import Seldom

from . import letters, pushes
from .digest import Digest, digests
from .models import Device, Mailbox, Way

log = logging.getLogger(__name__)
seldom = Seldom(log)

MINUTE = 60_000  # ms
TAKEN = 10 * MINUTE
"""For so long a way is nobody else's to send by."""
LOOK_AGAIN = MINUTE
"""After there was nothing to tell."""
AT_MOST = 60 * MINUTE
"""From one digest to the next."""
RETRY, LONGEST_RETRY = 5 * MINUTE, 12 * 60 * MINUTE
"""After a failure; twice as long after each."""
MOST_FAILURES = 10
"""In a row; then there is no such way any more."""
MOST = 50
"""Ways taken at a time."""
LINES = 8
"""Pushes under way at a time."""


def deliver() -> int:
    """Send what is due; how much that was."""
    sent = 0
    if settings.EMAIL_NOTICES:
        sent += _ask() + _tell(Mailbox.objects.filter(confirmed_at__isnull=False), _mail)
    if settings.PUSH_NOTICES:
        sent += _tell(Device.objects.all(), _push)
    return sent


def _take(ways: QuerySet[Any]) -> list[Any]:
    """Those that are due and nobody else's, now taken."""
    now = wall()
    with transaction.atomic():
        due = ways.filter(next_at__lte=now).order_by("next_at").select_for_update(skip_locked=True)
        taken = list(due[:MOST])
        ways.model._default_manager.filter(pk__in=[way.pk for way in taken]).update(next_at=now + TAKEN)
    return taken


def _tell(ways: QuerySet[Any], send: Callable[[list[Any]], list[Exception | None]]) -> int:
    taken, now = _take(ways), wall()
    if not taken:
        return 0
    found = digests({way.player_id for way in taken}, now)
    due: list[tuple[Way, Digest]] = []
    for way in taken:
        digest = found.get(way.player_id)
        if digest is not None and digest.news(way.told):
            due.append((way, digest))
        else:
            _next(way, next_time(way, now) if _daily(way) else now + LOOK_AGAIN)
    faults = send(due) if due else []
    for (way, digest), fault in zip(due, faults, strict=True):
        _settle(way, digest, fault)
    return sum(fault is None for fault in faults)


def _settle(way: Way, digest: Digest, fault: Exception | None) -> None:
    """Note what became of a digest; who cannot be reached for long is not tried for ever."""
    now = wall()
    if fault is None:
        _next(way, next_time(way, now), told=digest.told, failures=0)
    elif isinstance(fault, pushes.Gone) or way.failures + 1 >= MOST_FAILURES:
        log.info("%s is given up", way)
        type(way)._default_manager.filter(pk=way.pk).delete()
    else:
        seldom.warning("a notice was not sent: %s: %s", type(fault).__name__, _plain(fault))
        wait = min(RETRY * 2**way.failures, LONGEST_RETRY)
        _next(way, now + wait, failures=way.failures + 1)


def _plain(fault: Exception) -> str:
    """What may stand in a log: a mail server's words may name the address."""
    return "" if hasattr(fault, "recipients") else f"{fault}"[:200]


def _next(way: Way, at: int, **fields: Any) -> None:
    type(way)._default_manager.filter(pk=way.pk).update(next_at=at, **fields)


def _daily(way: Way) -> bool:
    return getattr(way, "hour", None) is not None


def next_time(way: Way, now: int) -> int:
    """When the next digest may be sent by a way, after one now (wall, ms): an hour later, or at its hour."""
    if not (isinstance(way, Mailbox) and way.hour is not None):
        return now + AT_MOST
    try:
        zone: Any = ZoneInfo(way.zone)
    except (OSError, ValueError):  # this machine does not know it
        zone = UTC
    here = datetime.fromtimestamp(now / 1000, zone)
    then = here.replace(hour=way.hour, minute=0, second=0, microsecond=0)
    return round((then if then > here else then + timedelta(days=1)).timestamp() * 1000)


def _ask() -> int:
    """Send the questions that were asked for and not sent yet."""
    taken = _take(Mailbox.objects.filter(confirmed_at=None, asked_at=None))
    if not taken:
        return 0
    faults = _by_mail([letters.question(mailbox) for mailbox in taken])
    for mailbox, fault in zip(taken, faults, strict=True):
        if fault is None:
            _next(mailbox, 0, asked_at=wall(), failures=0)
        else:
            _settle(mailbox, Digest([], {}, None), fault)
    return sum(fault is None for fault in faults)


def _mail(due: list[tuple[Mailbox, Digest]]) -> list[Exception | None]:
    return _by_mail([letters.digest(mailbox, digest) for mailbox, digest in due])


def _by_mail(messages: list[mail.EmailMessage]) -> list[Exception | None]:
    """Send over one connection; what was wrong with each."""
    line = mail.get_connection()
    faults: list[Exception | None] = []
    for message in messages:
        message.connection = line
        try:
            line.open()
            message.send()
            faults.append(None)
        except Exception as fault:
            faults.append(fault)
            _hang_up(line)
    _hang_up(line)
    return faults


def _hang_up(line: Any) -> None:
    try:
        line.close()
    except Exception:
        line.connection = None


def _push(due: list[tuple[Device, Digest]]) -> list[Exception | None]:
    """Push to many services at once: a slow one keeps no other waiting."""
    now = wall()

    def one(what: tuple[Device, Digest]) -> Exception | None:
        try:
            pushes.send(*what, now)
        except Exception as fault:
            return fault
        return None

    with ThreadPoolExecutor(LINES) as lines:
        return list(lines.map(one, due))
