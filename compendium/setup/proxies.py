"""Whose word on a client's address is taken: the proxies that COMPENDIUM_PROXIES names, and nobody else's."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

log = logging.getLogger(__name__)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Application = Callable[[Any, Any, Any], Awaitable[None]]


def networks(names: str) -> list[Network]:
    """Addresses and networks separated by commas. Raises ValueError."""
    return [ip_network(name.strip()) for name in names.split(",") if name.strip()]


class BehindProxies:
    """An ASGI application whose scopes name the client, where a proxy that is believed says who it is."""

    def __init__(self, application: Application, proxies: Sequence[Network]) -> None:
        self.application, self.proxies = application, proxies
        self.told = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        peer = scope.get("client")
        if peer and (named := _named(scope["headers"])):
            if self._believes(peer[0]):
                scope["client"] = [self._client(peer[0], named), 0]
            elif not self.told:
                self.told = True
                log.info(
                    "a proxy at %s says whom it speaks for; it is believed once COMPENDIUM_PROXIES names it",
                    peer[0],
                )
        await self.application(scope, receive, send)

    def _client(self, peer: str, named: list[str]) -> str:
        """The last address that is no proxy's own: those before it are the client's claims."""
        for name in reversed(named):
            if _address(name) is None:
                return peer
            peer = name
            if not self._believes(name):
                break
        return peer

    def _believes(self, name: str) -> bool:
        address = _address(name)
        return address is not None and any(address in network for network in self.proxies)


def _named(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    values = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def _address(name: str) -> Address | None:
    try:
        found = ip_address(name)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
