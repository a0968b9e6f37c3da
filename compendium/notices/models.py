"""The ways to a person who asked for notices: an address for e-mail, and browsers for web push.

Times are milliseconds on the wall.
"""

from __future__ import annotations

from django.db import models

from compendium.accounts.models import Player


class Way(models.Model):
    """What both kinds have. Whoever takes one to send something first sets ``next_at`` a while ahead."""

    next_at = models.BigIntegerField(default=0, db_index=True, help_text="wall, ms: when to look again")
    told = models.JSONField(
        default=dict, help_text="by table: since which entry the turn is that was told of"
    )
    failures = models.PositiveSmallIntegerField(default=0, help_text="in a row")

    class Meta:
        abstract = True


class Mailbox(Way):
    """An address, for notices alone. Nothing but the question is sent to it before it is confirmed."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mailbox")
    address = models.EmailField()
    asked_at = models.BigIntegerField(
        null=True, help_text="wall, ms: when the question was sent; null: not yet"
    )
    confirmed_at = models.BigIntegerField(null=True)
    hour = models.PositiveSmallIntegerField(
        null=True, help_text="of the day at which to send; null: as soon as may be, at most one an hour"
    )
    zone = models.CharField(max_length=64, default="UTC", help_text="the time zone of that hour")

    def __str__(self) -> str:
        return f"mailbox {self.pk}"  # never the address: it would stand in logs


class Device(Way):
    """A browser that takes pushes: its push service's address for it, and its keys (base64url)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"device {self.pk}"
