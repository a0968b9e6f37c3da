"""Who may come in; whoever may not is answered ``{"code", "args", "message"}`` with a 4xx status.

A token comes first and needs no CSRF header; else the session counts, with a header
X-CSRFToken on all but GET.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.security import APIKeyCookie, HttpBearer

from compendium.accounts.identity import TooManyGuests, bearer, current
from compendium.accounts.models import Player, Token
from compendium.accounts.names import BadName
from compendium.tables.seating import Refused

from ..texts import status_of, text_of
from .schemas import Refusal


class Bearer(HttpBearer):
    """``Authorization: Bearer <token>``."""

    def authenticate(self, request: HttpRequest, token: str) -> Player:
        """The token's player. Refuses with ``bad_token``."""
        player = Token.player_of(token)
        if player is None:
            raise Refused("bad_token")
        return player


class Session(APIKeyCookie):
    """A browser's session: the player it has."""

    param_name = settings.SESSION_COOKIE_NAME
    create = False

    def authenticate(self, request: HttpRequest, key: str | None) -> Player | None:
        """The session's player, made now where the act makes one."""
        return current(request, create=self.create)


class FirstAct(Session):
    """The same for what a newcomer may do: it makes them a guest."""

    create = True


ARRANGING = (400, 401, 403, 404, 409, 422)
"""What may come of a change that somebody at the table asks for, with a body."""

KNOWN = [Bearer(), Session()]
ANYBODY = [Bearer(), FirstAct()]


def asker(request: HttpRequest) -> Player | None:
    """Who asks for something that everybody may see. Refuses a wrong token with ``bad_token``."""
    player = current(request)
    if player is None and bearer(request.headers.get("Authorization", "")) is not None:
        raise Refused("bad_token")
    return player


def answers(shape: Any, *refusals: int, ok: int = 200) -> Any:
    """What a route may answer: its own shape, or a refusal with one of these statuses."""
    return {ok: shape, frozenset(refusals): Refusal}


def refusal(
    api: NinjaAPI, request: HttpRequest, code: str, args: dict[str, Any], status: int | None = None
) -> HttpResponse:
    """A refusal as it is answered."""
    body = {"code": code, "args": args, "message": text_of(code, args)}
    return api.create_response(request, body, status=status or status_of(code))


def install(api: NinjaAPI) -> None:
    """Give each kind of error its answer."""

    answer = partial(refusal, api)

    @api.exception_handler(Refused)
    def refused(request: HttpRequest, error: Refused) -> HttpResponse:
        return answer(request, error.code, error.args_)

    @api.exception_handler(BadName)
    def bad_name(request: HttpRequest, error: BadName) -> HttpResponse:
        return answer(request, error.code, {})

    @api.exception_handler(TooManyGuests)
    def too_many_guests(request: HttpRequest, error: TooManyGuests) -> HttpResponse:
        return answer(request, "too_many_guests", {})

    @api.exception_handler(AuthenticationError)
    def nobody(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
        return answer(request, "nobody", {})

    @api.exception_handler(ValidationError)
    def malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
        first = error.errors[0]
        # The last parts of the place are the body's fields; the first ones are the framework's own.
        field = ".".join(str(part) for part in first["loc"][2:]) or str(first["loc"][-1])
        return answer(request, "malformed", {"field": field, "reason": f"{field}: {first['msg']}"})

    @api.exception_handler(HttpError)
    def http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
        if error.status_code == 403:
            return answer(request, "csrf", {})
        return answer(request, "malformed", {"reason": str(error)}, error.status_code)
