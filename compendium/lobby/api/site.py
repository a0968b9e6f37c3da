"""The API as a whole; its page is /api/docs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import NinjaAPI

from .. import catalogue
from . import door, me, tables
from .schemas import GameOut

api = NinjaAPI(
    title="Compendium",
    version="1",
    description="Card games, live. Make a token on your profile page and send it as "
    "`Authorization: Bearer …`; moves go over the WebSocket `/ws/<code>`.",
    urls_namespace="api",
)
door.install(api)


@api.get("/games", response=list[GameOut], tags=["games"])
def games(request: HttpRequest) -> list[dict[str, Any]]:
    """The games, and the JSON Schema of their options."""
    return [catalogue.schema(game) for game in catalogue.listed()]


api.add_router("", tables.router)
api.add_router("/me", me.router)
