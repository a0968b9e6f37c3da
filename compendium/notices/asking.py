"""What a person can have: one address, some browsers. Nobody can fill a stranger's mailbox by it."""

from __future__ import annotations

import json

from django.core.cache import cache
from django.db import transaction

from compendium.accounts.models import Player
from compendium.tables.clock import wall

from . import outside, sending, webpush
from .models import Device, Mailbox

QUESTIONS_A_DAY = 3
"""To one address, and as many again for one person with several."""
DAY = 86_400  # seconds
MOST_DEVICES = 10
LARGEST_SUBSCRIPTION = 2_000  # bytes


class TooMany(Exception):
    """More than people need."""


def ask(player: Player, address: str, hour: int | None, zone: str) -> Mailbox:
    """Set a person's address; a question is sent to it. One that is confirmed already is not asked again.

    Raises TooMany.
    """
    mine = Mailbox.objects.filter(player=player, address=address, confirmed_at__isnull=False).first()
    if mine is not None:
        return change(mine, hour, zone)
    _count(f"questions:{address.lower()}", QUESTIONS_A_DAY)
    _count(f"questions-of:{player.pk}", 2 * QUESTIONS_A_DAY)
    with transaction.atomic():
        Mailbox.objects.filter(player=player).delete()  # links in earlier questions end with it
        return Mailbox.objects.create(player=player, address=address, hour=hour, zone=zone)


def change(mailbox: Mailbox, hour: int | None, zone: str) -> Mailbox:
    """Another time for the digests."""
    mailbox.hour, mailbox.zone = hour, zone
    mailbox.next_at = 0 if hour is None else sending.next_time(mailbox, wall())
    mailbox.save(update_fields=["hour", "zone", "next_at"])
    return mailbox


def confirm(mailbox: Mailbox) -> None:
    """Its reader wants notices."""
    if mailbox.confirmed_at is None:
        mailbox.confirmed_at = wall()
        mailbox.save(update_fields=["confirmed_at"])
        change(mailbox, mailbox.hour, mailbox.zone)


def add_device(player: Player, body: bytes) -> None:
    """A browser's subscription, as JSON: ``endpoint`` and ``keys``. Raises ValueError and TooMany."""
    if len(body) > LARGEST_SUBSCRIPTION:
        raise ValueError("too long")
    said = json.loads(body)
    try:
        endpoint, p256dh, auth = said["endpoint"], said["keys"]["p256dh"], said["keys"]["auth"]
    except (TypeError, KeyError):
        raise ValueError("no subscription") from None
    if not all(isinstance(text, str) for text in (endpoint, p256dh, auth)) or len(endpoint) > 500:
        raise ValueError("no subscription")
    outside.check(endpoint)
    webpush.keys(p256dh, auth)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if player.devices.exclude(endpoint=endpoint).count() >= MOST_DEVICES:
            raise TooMany
        Device.objects.update_or_create(
            endpoint=endpoint,
            defaults={"player": player, "p256dh": p256dh.rstrip("="), "auth": auth.rstrip("=")},
        )


def _count(key: str, most: int) -> None:
    """Held per process, which is near enough. Raises TooMany."""
    cache.add(key, 0, DAY)
    try:
        made = cache.incr(key)
    except ValueError:  # expired in between
        return
    if made > most:
        raise TooMany
