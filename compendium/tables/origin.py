"""Which pages may open a socket: the site's own. Programs have no page; they come with a token instead."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import AllowedHostsOriginValidator

from compendium.accounts.identity import bearer_of_scope


class OriginOrToken:
    """Lets a handshake without an Origin header pass if it carries a bearer token; else the origin must be
    allowed.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.by_origin = AllowedHostsOriginValidator(application)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        has_origin = any(name == b"origin" for name, _ in scope["headers"])
        program = not has_origin and bearer_of_scope(scope) is not None
        return await (self.application if program else self.by_origin)(scope, receive, send)
