"""Who is asking: the player of a session (guest or user) or of a bearer token, over HTTP or a WebSocket.

A guest is made at the first act (a seat, a name, a token), never for a mere visit.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest

from .models import Player, Token
from .names import suggest

SESSION_KEY = "player"
WEAVES = 8
GUESTS_AN_HOUR = 300  # from one address: a school's worth, and too few to fill a disk
HOUR = 3600
SCHEME = "bearer "


class TooManyGuests(PermissionDenied):
    """One address has made more guests in an hour than people do."""


def current(request: HttpRequest, create: bool = False) -> Player | None:
    """The player who asks, or None; with ``create`` a guest is made for a session that has none.

    A request with an ``Authorization: Bearer`` header is its token's player or nobody.
    Raises TooManyGuests, and PermissionDenied for ``create`` with a token that stands for nobody.
    """
    player: Player | None = getattr(request, "_player", None)
    if player is None:
        key = bearer(request.headers.get("Authorization", ""))
        player = Token.player_of(key) if key is not None else _of_session(request.session, request.user)
        if player is not None and key is None:
            _stay(request.session)
        if player is None and create:
            if key is not None:
                raise PermissionDenied("bad_token")
            player = _new_player(request)
        request._player = player
    return player


def acting(request: HttpRequest) -> Player:
    """The player who does something: a newcomer becomes a guest by it. Raises as ``current`` does."""
    player = current(request, create=True)
    assert player is not None
    return player


def by_token(request: HttpRequest) -> bool:
    """Whether a program asks, with a token, not a browser."""
    return bearer(request.headers.get("Authorization", "")) is not None


def player_of_scope(scope: Mapping[str, Any]) -> Player | None:
    """The player behind a WebSocket's handshake, by token or session; never makes one.

    Reads the database: call it through ``database_sync_to_async``.
    """
    key = bearer_of_scope(scope)
    if key is not None:
        return Token.player_of(key)
    return _of_session(scope.get("session") or {}, scope.get("user"))


def bearer_of_scope(scope: Mapping[str, Any]) -> str | None:
    """The token in a handshake's headers, whoever it stands for; with one there, Origin may be missing."""
    for name, value in scope.get("headers", ()):
        if name == b"authorization":
            return bearer(value.decode("latin-1"))
    return None


def bearer(header: str) -> str | None:
    """The key in an Authorization header of the bearer scheme."""
    return header[len(SCHEME) :].strip() if header[: len(SCHEME)].lower() == SCHEME else None


def _of_session(session: Any, user: Any) -> Player | None:
    if user is not None and user.is_authenticated:
        mine = Player.objects.filter(user=user).first()
        if mine is not None:
            return mine
    known = session.get(SESSION_KEY)
    return Player.objects.filter(pk=known).first() if known is not None else None


def _stay(session: Any) -> None:
    """Counts a session's lifetime from the month of the last visit, not from the first one."""
    month = date.today().isoformat()[:7]
    if session.get("month") != month:
        session["month"] = month


def _new_player(request: HttpRequest) -> Player:
    _count_guest(request.META.get("REMOTE_ADDR", ""))
    user = request.user if request.user.is_authenticated else None
    player = Player.objects.create(name=suggest(), weave=random.randrange(WEAVES), user=user)
    request.session[SESSION_KEY] = player.pk
    return player


def _count_guest(address: str) -> None:
    """Held per process, which is near enough. Behind a proxy that hides addresses all share the allowance."""
    key = f"guests:{address}"
    cache.add(key, 0, HOUR)
    try:
        made = cache.incr(key)
    except ValueError:  # expired in between
        return
    if made > GUESTS_AN_HOUR:
        raise TooManyGuests("too_many_guests")


@receiver(user_logged_in)
def keep_guest(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """A guest who logs in keeps name, seats and history, unless the account has a player already."""
    known = request.session.get(SESSION_KEY)
    if known is not None and not Player.objects.filter(user=user).exists():
        Player.objects.filter(pk=known, user=None).update(user=user)
