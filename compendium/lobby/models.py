"""What the lobby knows of a table: who may find it, who made it, which game it is the rematch of, and of
which day it is.
"""

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


class Attempt(models.Model):
    """A person's table of a game's day. One a day ranks; those after it are practice."""

    game = models.SlugField(max_length=40)
    day = models.DateField(help_text="UTC")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="attempts")
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="attempt")
    ranked = models.BooleanField(default=True)
    settled = models.BooleanField(default=False, help_text="the table is over and what follows is written")
    rank = models.BigIntegerField(null=True, blank=True, help_text="smaller is better; null: not played out")
    words = models.CharField(max_length=60, blank=True, help_text="the result as the ranking shows it")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "day", "player"],
                name="attempt_one_ranked_a_day",
                condition=models.Q(ranked=True),
            ),
        ]
        indexes = [models.Index(fields=["game", "day", "rank"], name="attempt_ranking")]

    def __str__(self) -> str:
        return f"{self.game} {self.day} {self.player_id}"
