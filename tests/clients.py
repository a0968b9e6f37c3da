"""Browsers of people for tests that ask views without a server."""

from __future__ import annotations

from typing import Any

from django.test import Client

from compendium.accounts.models import Player


def browser_of(player: Player | None = None, **known: Any) -> Client:
    """The browser of a person; of a newcomer without one."""
    client = Client(**known)
    if player is not None:
        session = client.session
        session["player"] = player.pk
        session.save()
    return client
