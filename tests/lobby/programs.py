"""Programs that use the API."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client
from django.utils.crypto import get_random_string

from compendium.accounts.models import Player, Token

DRAW = {"game": "draw", "options": {"cards": 5}}


class Program:
    """A client of the API: JSON in and out, by a person's token or as nobody."""

    def __init__(self, player: Player | None = None, key: str | None = None) -> None:
        self.player = player
        key = key or (Token.make(player, get_random_string(6))[1] if player else None)
        self.client = Client(headers={"Authorization": f"Bearer {key}"} if key else {})

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON that came back."""
        answer = self.client.generic(
            method, f"/api/{path}", b"" if body is None else _json(body), content_type="application/json"
        )
        return answer.status_code, answer.json() if answer.content else None


def _json(body: Any) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body).encode()


def made(host: Program, **more: Any) -> str:
    status, table = host("POST", "tables", {**DRAW, **more})
    assert status == 200, table
    return f"tables/{table['code']}"


def code_of(answer: tuple[int, Any]) -> tuple[int, str]:
    """The status and the code of a refusal, which also has a sentence."""
    status, body = answer
    assert set(body) == {"code", "args", "message"}
    assert body["message"] not in ("", body["code"])
    return status, body["code"]
