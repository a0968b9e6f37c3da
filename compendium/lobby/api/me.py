"""The asker's own: name, card back, tokens."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from ninja import Router

from compendium.accounts import profile
from compendium.accounts.identity import by_token
from compendium.accounts.models import Player, Token
from compendium.tables.seating import Refused

from .door import ANYBODY, KNOWN, answers
from .schemas import MeIn, MeOut, NewTokenOut, TokenIn

router = Router(tags=["me"])


def _shown(player: Player) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.name,
        "weave": player.weave,
        "guest": player.is_guest,
        "tokens": [_token(token) for token in player.tokens.order_by("pk")],
    }


def _token(token: Token) -> dict[str, Any]:
    return {"id": token.pk, "name": token.name, "created": token.created.isoformat()}


@router.get("", auth=KNOWN, response=answers(MeOut, 401))
def me(request: Any) -> dict[str, Any]:
    """Who you are here."""
    return _shown(request.auth)


@router.patch("", auth=ANYBODY, response=answers(MeOut, 400, 401, 403, 422, 429))
def change(request: Any, body: MeIn) -> dict[str, Any]:
    """Take another name or card back."""
    profile.change(request.auth, name=body.name, weave=body.weave)
    return _shown(request.auth)


@router.post("/tokens", auth=ANYBODY, response=answers(NewTokenOut, 400, 401, 403, 422, 429))
def make_token(request: Any, body: TokenIn) -> dict[str, Any]:
    """A key with which a program acts for you. It is shown this once. A token makes no other tokens."""
    if by_token(request):
        raise Refused("session_only")
    made = profile.make_token(request.auth, body.name)
    if made is None:
        raise Refused("too_many_tokens", limit=profile.MOST_TOKENS)
    token, key = made
    return {**_token(token), "key": key}


@router.delete("/tokens/{id}", auth=KNOWN, response=answers(None, 401, 403, 404, 422, ok=204))
def revoke_token(request: Any, id: int) -> HttpResponse:
    """The key is worth nothing from now on."""
    if not profile.revoke_token(request.auth, id):
        raise Refused("unknown_token")
    return HttpResponse(status=204)
