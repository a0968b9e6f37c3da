"""People: a player is whoever sits in one browser, guest or user; a token lets a program act for one."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models


class Player(models.Model):
    """A guest (no user) or a user's player. Its id is what seats, moves and histories refer to."""

    name = models.CharField(max_length=24)
    weave = models.PositiveSmallIntegerField(
        default=0, help_text="0-7: the card back that stands for this player"
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether no account is behind this player."""
        return self.user_id is None


class Token(models.Model):
    """A key for a program; only its digest is stored."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def digest_of(key: str) -> str:
        """What is stored of a key."""
        return hashlib.sha256(key.encode()).hexdigest()

    @classmethod
    def make(cls, player: Player, name: str) -> tuple[Token, str]:
        """A new token and its key, which is shown this once."""
        key = secrets.token_urlsafe(32)
        return cls.objects.create(player=player, name=name, digest=cls.digest_of(key)), key

    @classmethod
    def player_of(cls, key: str) -> Player | None:
        """Whom a key stands for."""
        token = cls.objects.select_related("player").filter(digest=cls.digest_of(key)).first()
        return token.player if token else None
