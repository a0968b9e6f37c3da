"""What the lobby knows of a table: who may find it, who made it, and which game it is the rematch of."""

from __future__ import annotations

from django.db import models

from compendium.accounts.models import Player
from compendium.tables.models import Table


class Listing(models.Model):
    """A table in the lobby. One that is not public is found by its code only."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="listing")
    public = models.BooleanField(default=False)
    maker = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="made_listings"
    )
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    barred = models.ManyToManyField(
        Player, blank=True, related_name="+", help_text="whom the host has sent away"
    )

    def __str__(self) -> str:
        return str(self.table)
