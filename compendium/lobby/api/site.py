"""The API as a whole; its page is /api/docs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI

from .. import catalogue
from . import days, door, looking, me, tables
from .schemas import GameOut

DESCRIPTION = """Card games, live. Here tables are found, made and joined; games are played and watched
over a WebSocket.

**Who you are.** Make a token on [your profile page](/me) and send it as `Authorization: Bearer <token>`, here
and in the WebSocket's handshake. Pages of this site use their session and a header `X-CSRFToken` instead.

**Playing.** Open the WebSocket `/ws/<code>` with the subprotocol `compendium.1`; `code` is the table's, as
`POST /api/play` and `POST /api/tables` answer it. Its frames are described in
[the socket protocol](/docs/protocol), with a program that plays a whole game.

**Refusals** are `{"code", "args", "message"}` with a 4xx status; codes are stable, texts may change.

To write a game of your own: [a new game in ten minutes](/docs/new-game).
"""

api = NinjaAPI(
    title="Compendium",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
)
door.install(api)


@api.get("/games", response=list[GameOut], tags=["games"])
def games(request: HttpRequest) -> list[dict[str, Any]]:
    """The games, and the JSON Schema of their options."""
    return [catalogue.schema(game) for game in catalogue.games()]


@csrf_exempt
def nowhere(request: HttpRequest, rest: str) -> HttpResponse:
    """The answer to all other paths under /api/."""
    return door.refusal(api, request, "not_found", {"path": request.path[:100]})


api.add_router("", tables.router)
api.add_router("", looking.router)
api.add_router("/me", me.router)
api.add_router("/days", days.router)
