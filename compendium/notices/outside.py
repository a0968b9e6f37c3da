"""Requests to addresses that strangers gave: only HTTPS, only to the outside, and nowhere else from there.

The name is looked up once and the connection goes to what was found, so that an answer that changes in
between leads nowhere. Redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PATIENCE = 10.0
"""Seconds for a connection, and for each answer on it."""
HTTPS = 443


class Forbidden(ValueError):
    """An address that nothing is sent to."""


class Unreachable(Exception):
    """Nobody answers there now."""


def check(url: str) -> SplitResult:
    """The parts of an address that something may be sent to, as far as it shows. Raises Forbidden."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("no address") from None
    if _trusted(parts):
        return parts
    if parts.scheme != "https" or not parts.hostname or port not in (None, HTTPS):
        raise Forbidden("only https, on its usual port")
    if parts.username is not None or not url.isascii() or any(sign <= " " for sign in url):
        raise Forbidden("no address")
    try:
        address = ipaddress.ip_address(parts.hostname)
    except ValueError:
        if "." not in parts.hostname.strip("."):
            raise Forbidden("a name of this network") from None
    else:
        _public(address)
    return parts


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Post something; the answer's status. Raises Forbidden and Unreachable."""
    parts = check(url)
    try:
        line = _line(parts)
        try:
            line.request(
                "POST", f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", body, headers
            )
            return line.getresponse().status
        finally:
            line.close()
    except (OSError, HTTPException, UnicodeError) as fault:
        raise Unreachable(f"{type(fault).__name__}") from fault


def _line(parts: SplitResult) -> HTTPConnection:
    host = parts.hostname or ""
    if _trusted(parts):
        return HTTPConnection(host, parts.port, timeout=PATIENCE)
    found = socket.getaddrinfo(host, HTTPS, type=socket.SOCK_STREAM)
    for *_, (address, *_) in found:
        _public(ipaddress.ip_address(address))
    return _Pinned(host, str(found[0][4][0]))


class _Pinned(HTTPSConnection):
    """Goes to one address and asks for the certificate of a name."""

    def __init__(self, host: str, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, HTTPS, timeout=PATIENCE, context=self._tls)
        self._address = address

    def connect(self) -> None:
        """To the address that was looked at."""
        line = socket.create_connection((self._address, self.port), self.timeout)
        self.sock = self._tls.wrap_socket(line, server_hostname=self.host)


def _public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None) or address
    if not (address.is_global and inner.is_global) or address.is_multicast or inner.is_multicast:
        raise Forbidden("an address of this network")


def _trusted(parts: SplitResult) -> bool:
    """Push services that tests run on this machine; no environment variable names any."""
    return f"{parts.scheme}://{parts.netloc}" in settings.TRUSTED_PUSH_SERVICES
