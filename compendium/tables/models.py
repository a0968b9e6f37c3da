"""What is stored of a table: its row, its log, and who sits where.

The log is the truth (the state is the fold of its entries' ops); ``head`` and ``wake_at`` are written with
each append. JSON is kept as the text that was encoded once for the log and the wire. Times are
milliseconds: on the wall (since 1970) in a table's row, on the table's own clock (since its start, pauses
left out) in its entries.
"""

from __future__ import annotations

import secrets

from django.db import models

from compendium.accounts.models import Player

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6


def new_code() -> str:
    """A short name that nobody can guess in reasonable time and everybody can read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Table(models.Model):
    """One game being played, waited for, or over."""

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.SlugField(max_length=40, db_index=False)  # else SQLite looks for due wakes by that
    version = models.PositiveIntegerField(default=1, help_text="of the game's rules, when the table was made")
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    by_days = models.BooleanField(
        default=False, db_default=False, help_text="a turn takes days: nobody need be there"
    )
    created = models.BigIntegerField(help_text="wall, ms")
    started_at = models.BigIntegerField(
        null=True, blank=True, help_text="wall, ms: the table's clock starts here"
    )
    paused_at = models.BigIntegerField(
        null=True, blank=True, help_text="wall, ms: since when its clock stands still"
    )
    skipped = models.BigIntegerField(default=0, help_text="ms its clock has stood still in earlier pauses")
    over_at = models.BigIntegerField(null=True, blank=True, help_text="wall, ms")
    score = models.JSONField(null=True, blank=True, help_text="final points by seat, once the table is over")
    figures = models.JSONField(
        null=True, blank=True, help_text="what each seat reached, once the table is over: name -> number"
    )
    head = models.PositiveIntegerField(default=0, help_text="seq of the last entry; 0 before the start")
    wake_at = models.BigIntegerField(
        null=True, blank=True, db_index=True, help_text="wall, ms: when time moves next"
    )
    look_at = models.BigIntegerField(
        null=True,
        blank=True,
        default=0,
        db_default=0,
        help_text="wall, ms: when to look whether anybody is here; null once it is over, or by days",
    )
    luck = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="secret: tables of the same luck are dealt alike",
    )
    hidden_until = models.BigIntegerField(
        default=0,
        db_default=0,
        help_text="wall, ms: before that nobody looks on who has not played the same cards",
    )
    driver = models.CharField(max_length=32, blank=True, help_text="the process that plays the bots")
    driver_until = models.BigIntegerField(default=0, help_text="wall, ms: end of its lease")

    class Meta:
        indexes = [
            models.Index(fields=["look_at"], name="table_look_at", condition=models.Q(look_at__isnull=False)),
            models.Index(
                fields=["created"],
                name="table_new_by_days",
                condition=models.Q(by_days=True, over_at__isnull=True),
            ),
            models.Index(
                fields=["id"], name="table_by_days", condition=models.Q(by_days=True, over_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def state(self) -> str:
        """``open`` before the start, then ``running``, then ``over``."""
        return "over" if self.over_at else "running" if self.started_at else "open"


class Entry(models.Model):
    """An accepted move and its ops. An entry without ops only keeps a move's id from ever being accepted."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    at = models.BigIntegerField(help_text="ms on the table's clock")
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.CharField(max_length=40, blank=True, help_text="a player's id, or bot:<seat>.<n>")
    move_id = models.CharField(max_length=12, blank=True)
    move = models.TextField(blank=True, help_text="JSON")
    ops = models.TextField(default="[]", help_text="JSON")
    secret = models.TextField(blank=True, help_text="JSON: kept by the game, in no view")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="entry_seq_once"),
            models.UniqueConstraint(
                fields=["table", "player", "move_id"], name="entry_move_once", condition=~models.Q(move_id="")
            ),
        ]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.table_id} #{self.seq}"


class Place(models.Model):
    """Who sits where. Partners are two places at one seat (``n`` 0 and 1)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    seat = models.PositiveSmallIntegerField()
    n = models.PositiveSmallIntegerField(default=0)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="places"
    )
    name = models.CharField(max_length=24)
    weave = models.PositiveSmallIntegerField(default=0)
    bot = models.CharField(max_length=20, blank=True, help_text="a bot's level; empty for a person")
    stand_in = models.CharField(
        max_length=20, blank=True, help_text="level of the bot that plays for an absent person"
    )
    host = models.BooleanField(default=False)
    seen_at = models.BigIntegerField(
        default=0, help_text="wall, ms: when a process last had a socket of this person"
    )
    left_at = models.BigIntegerField(
        null=True, blank=True, help_text="wall, ms: when this person left for good"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "n"], name="place_once"),
            models.UniqueConstraint(
                fields=["table", "player"],
                name="place_one_a_player",
                condition=models.Q(player__isnull=False),
            ),
        ]
        ordering = ["seat", "n"]

    def __str__(self) -> str:
        return f"{self.name} at {self.table_id}.{self.seat}"
