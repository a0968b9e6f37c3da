"""The asker's own: name, card back, tokens."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from ninja import Router
from ninja.responses import codes_4xx

from compendium.accounts import profile
from compendium.accounts.models import Player, Token
from compendium.tables.seating import Refused

from .door import ANYBODY, KNOWN
from .schemas import MeIn, MeOut, NewTokenOut, Refusal, TokenIn

router = Router(tags=["me"])
ME: Any = {200: MeOut, codes_4xx: Refusal}


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


@router.get("", auth=KNOWN, response=ME)
def me(request: Any) -> dict[str, Any]:
    """Who you are here."""
    return _shown(request.auth)


@router.patch("", auth=ANYBODY, response=ME)
def change(request: Any, body: MeIn) -> dict[str, Any]:
    """Take another name or card back."""
    profile.change(request.auth, name=body.name, weave=body.weave)
    return _shown(request.auth)


@router.post("/tokens", auth=ANYBODY, response={200: NewTokenOut, codes_4xx: Refusal})
def make_token(request: Any, body: TokenIn) -> dict[str, Any]:
    """A key with which a program acts for you. It is shown this once."""
    made = profile.make_token(request.auth, body.name)
    if made is None:
        raise Refused("too_many_tokens", limit=profile.MOST_TOKENS)
    token, key = made
    return {**_token(token), "key": key}


@router.delete("/tokens/{id}", auth=KNOWN, response={204: None, codes_4xx: Refusal})
def revoke_token(request: Any, id: int) -> HttpResponse:
    """The key is worth nothing from now on."""
    if not profile.revoke_token(request.auth, id):
        raise Refused("unknown_token")
    return HttpResponse(status=204)
