"""What every page's template knows of the asker."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .identity import current
from .models import Player


def me(request: HttpRequest) -> dict[str, Any]:
    """``me``: name, weave and guest, or empty; read when a template asks for it."""
    return {"me": SimpleLazyObject(lambda: shown(current(request)))}


def shown(player: Player | None) -> dict[str, Any]:
    """A player as templates and islands know one; empty for nobody."""
    if player is None:
        return {}
    return {"id": player.pk, "name": player.name, "weave": player.weave, "guest": player.is_guest}
